import { ownValue } from "../base/own-value.ts";
import { type Options, optionProblem } from "../simulation/cluster/options.ts";
import type { JsonObject } from "../simulation/kubernetes/object.ts";
import { suggestion } from "./closest.ts";
import type { PathStep, PlacedProblem } from "./problem-path.ts";

/** Whether options of a controller or a system, which stands at `path`, are known and have values that they can have. */
export function checkOptions(known: Options, given: JsonObject, path: readonly PathStep[]): readonly PlacedProblem[] {
  const names = Object.keys(known);
  return Object.entries(given).flatMap(([name, value]) => {
    const place = [...path, "options", name];
    const option = ownValue(known, name);
    if (option === undefined) {
      const message =
        names.length === 0 ? "There are no options here." : `There is no option "${name}"${suggestion(name, names)}`;
      return [{ path: place, message }];
    }
    const message = optionProblem(option, value);
    return message === undefined ? [] : [{ path: place, message }];
  });
}
