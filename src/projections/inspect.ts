import type { ChartFrame, Frame, NextFrame, ObjectFrame } from "../simulation/cluster/frame.ts";

/** An actor's name in two parts: what it is, and whose. */
export type ActorTitle = { readonly title: string; readonly sub: string };

/** `web/Pod/reflector` → `reflector`, `Pod, web`; `server/a/watch/web/Pod` → `watch web · Pod`, `server a`. */
export function actorTitle(actor: string): ActorTitle {
  const parts = actor.split("/");
  const [first = "", second = "", third = ""] = parts;
  const rest = parts.slice(2).join("/");
  if (first === "server") {
    if (third === "watch") return { title: `watch ${parts.slice(3).join(" · ")}`, sub: `server ${second}` };
    if (third === "cache") return { title: `watch cache ${parts.slice(3).join("/")}`, sub: `server ${second}` };
    return { title: `server ${second}`, sub: "" };
  }
  if (first === "pod" || first === "kubelet") return { title: `${first} ${parts.slice(1).join("/")}`, sub: "" };
  if (second === "chart") return { title: rest.replace("/", " "), sub: first };
  if (second === "worker" || second === "key") return { title: `${second} ${rest}`, sub: first };
  if (/^[A-Z]/.test(second)) return { title: partOfInformer(rest), sub: `${second}, ${first}` };
  return { title: second === "" ? first : second, sub: second === "" ? "" : first };
}

/** `handler/audit` → `handler audit`. The actor `process` is the loop that pops, not a process of the system. */
function partOfInformer(rest: string): string {
  if (rest === "process") return "process loop";
  return rest === "" ? "informer" : rest.replace(/\/$/, "").replace("/", " ");
}

/** The chart that an actor has, or the one that says most about it: an informer's for its parts, a key's for its queue. */
export function chartFor(actor: string, charts: readonly ChartFrame[]): ChartFrame | undefined {
  const own = charts.find((chart) => chart.actor === actor);
  if (own !== undefined) return own;
  const [first = "", second = "", third = "", kind = ""] = actor.split("/");
  const prefix =
    first === "server"
      ? `server/${second}/watch/`
      : /^[A-Z]/.test(second)
        ? `${first}/${second}/informer`
        : second === "queue"
          ? `${first}/key/`
          : "";
  // A watch cache is seen in the streams of its kind only.
  const suffix = first === "server" && third === "cache" ? `/${kind}` : "";
  if (prefix === "") return undefined;
  return charts.filter(({ actor: of }) => of.startsWith(prefix) && of.endsWith(suffix)).reduce(newer, undefined);
}

function newer(best: ChartFrame | undefined, each: ChartFrame): ChartFrame {
  return best === undefined || each.lastSeq > best.lastSeq ? each : best;
}

/** A field of a chart's memory; `before` is "" when it did not change. */
export type ContextField = { readonly name: string; readonly value: string; readonly before: string };

/**
 * A chart's memory, with the old values of what this step changed. What changed comes first, then what holds something,
 * then what is empty, off or zero, and at the end what only was set at the start.
 */
export function contextFields(chart: ChartFrame, before: ChartFrame | undefined): readonly ContextField[] {
  const fields = Object.entries(chart.context).map(([name, value]): ContextField => {
    const now = valueText(value);
    const old = before === undefined ? now : valueText(before.context[name]);
    return { name, value: now, before: old === now ? "" : old };
  });
  return fields.toSorted((a, b) => fieldRank(a) - fieldRank(b));
}

const EMPTY = /^(|""|0|false|undefined|null|\[\]|\{\})$/;

/** Set when the chart starts, and the same until it ends. */
const SETTINGS = /^(watchList|backoffReset|limit|paginated|allowBookmarks)$/;

function fieldRank({ name, value, before }: ContextField): number {
  if (before !== "") return 0;
  if (SETTINGS.test(name)) return 3;
  return EMPTY.test(value) ? 2 : 1;
}

function valueText(value: unknown): string {
  if (value === "") return '""';
  if (typeof value === "number" && !Number.isInteger(value)) return value.toFixed(3);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The active states as one short text, innermost words only: `replacing`, `streaming | synced`. */
export function stateWords(value: ChartFrame["value"]): string {
  if (typeof value === "string") return value;
  return Object.values(value)
    .flatMap((child) => (child === undefined ? [] : [stateWords(child)]))
    .join(" | ");
}

/** Timers that run for an actor or for its chart. */
export function timersOf(chart: ChartFrame | undefined): ChartFrame["timers"] {
  return chart?.timers.toSorted((a, b) => a.due - b.due) ?? [];
}

/** What waits to be delivered to an actor at this instant. */
export function mailboxOf(frame: Frame, actor: string): readonly NextFrame[] {
  return frame.next.filter(({ to }) => to === actor || to.startsWith(`${actor}/`));
}

/** An object as etcd has it. */
export function objectOf(frame: Frame | undefined, kind: string, key: string): ObjectFrame | undefined {
  return frame?.truth.find((each) => each.kind === kind)?.objects.find((object) => object.key === key);
}

/** The object that a fact is about, if it names one. */
export function subjectOf(
  fact: Readonly<Record<string, unknown>>,
  kindOfActor: string,
): { readonly kind: string; readonly key: string } | undefined {
  const { key, kind } = fact;
  if (typeof key !== "string" || !key.includes("/")) return undefined;
  const found = typeof kind === "string" && /^[A-Z]/.test(kind) ? kind : kindOfActor;
  return found === "" ? undefined : { kind: found, key };
}
