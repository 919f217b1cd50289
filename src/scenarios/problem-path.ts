import type { Action } from "../simulation/cluster/actions.ts";

/** A field or an index on the way to a value. */
export type PathStep = string | number;

/** Something wrong at a place of the data. */
export type PlacedProblem = { readonly path: readonly PathStep[]; readonly message: string };

/** An action of a file with its place. */
export type PlacedAction = { readonly path: readonly PathStep[]; readonly action: Action };

/** `then[2].do.patch`: a place in the data as a person would write it. */
export function textOfPath(path: readonly PathStep[]): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else if (/^[A-Za-z_][\w-]*$/.test(step)) text += text === "" ? step : `.${step}`;
    else text += `[${JSON.stringify(step)}]`;
  }
  return text;
}
