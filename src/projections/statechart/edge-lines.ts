import type { ChartEdge, ChartTrigger } from "./chart-structure.ts";

/** One line of a transition's text. */
export type EdgeLine = { readonly role: "trigger" | "guard" | "effects"; readonly text: string };

const LONGEST = 30;

/**
 * The text of a transition: what sets it off, under which condition, and what it asks for. What the
 * chart only remembers is left out.
 */
export function edgeLines({ trigger, guard, actions }: ChartEdge): readonly EdgeLine[] {
  const effects = wrap(actions.filter(({ type }) => type === "effect").map(({ name }) => name));
  return [
    { role: "trigger", text: triggerText(trigger) },
    ...(guard === "" ? [] : [{ role: "guard", text: `[${guard}]` } as const]),
    ...effects.map((text) => ({ role: "effects", text }) as const),
  ];
}

/** An event by its name, a delay as `after backoff`, a transition that needs neither as `always`. */
export function triggerText(trigger: ChartTrigger): string {
  switch (trigger.type) {
    case "event":
      return trigger.event;
    case "after":
      return `after ${trigger.delay}`;
    case "always":
      return "always";
  }
}

function wrap(names: readonly string[]): readonly string[] {
  const lines: string[] = [];
  for (const name of names) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + name.length + 3 <= LONGEST) lines[lines.length - 1] = `${last} · ${name}`;
    else lines.push(name);
  }
  return lines;
}
