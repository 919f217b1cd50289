import { type EventMatcher, matches } from "../simulation/cluster/matcher.ts";
import { kindIdOf } from "../simulation/controllers/kind-id.ts";
import type { TraceEvent } from "../simulation/kernel/world.ts";
import { isJsonList, type Json, jsonAt, type KubeObject } from "../simulation/kubernetes/object.ts";
import type { Bounds, Expectation, Moment, ObjectMatcher } from "./scenario.ts";

/** How one expectation turned out. `found` says in a few words what there was instead of what was wanted. */
export type Verdict = {
  readonly index: number;
  readonly met: boolean;
  readonly wanted: string;
  readonly found: string;
};

/** Holds a finished run against a scenario's expectations: its whole trace, and what etcd holds at the end. Pure. */
export function checkExpectations(
  expectations: readonly Expectation[],
  trace: readonly TraceEvent[],
  final: readonly KubeObject[],
): readonly Verdict[] {
  return expectations.map((expectation, index) => ({ index, ...judge(expectation, trace, final) }));
}

type Judgement = Omit<Verdict, "index">;

function judge(expectation: Expectation, trace: readonly TraceEvent[], final: readonly KubeObject[]): Judgement {
  if (expectation.type === "final") return judgeFinal(expectation.objects, expectation.bounds, final);
  const events = behind(trace, expectation.after);
  if (events === undefined) {
    const after = expectation.after === undefined ? "" : momentText(expectation.after);
    return { met: false, wanted: `${expectation.type} after ${after}`, found: `${after} never came` };
  }
  switch (expectation.type) {
    case "count": {
      const count = events.filter((event) => matches(expectation.match, event)).length;
      const wanted = `${boundsText(expectation.bounds)} × ${matcherText(expectation.match)}`;
      return { met: within(count, expectation.bounds), wanted, found: String(count) };
    }
    case "never": {
      const first = events.find((event) => matches(expectation.match, event));
      return {
        met: first === undefined,
        wanted: `never ${matcherText(expectation.match)}`,
        found: first === undefined ? "none" : `e${first.seq}`,
      };
    }
    case "order":
      return judgeOrder(expectation.matches, events);
  }
}

/** The events after a moment; undefined when the moment never came. */
function behind(trace: readonly TraceEvent[], after: Moment | undefined): readonly TraceEvent[] | undefined {
  if (after === undefined) return trace;
  const index = indexOfMoment(trace, after);
  return index === undefined ? undefined : trace.slice(index + 1);
}

/** Position in the trace of the n-th event that a moment's matcher fits, or undefined. */
export function indexOfMoment(trace: readonly TraceEvent[], moment: Moment): number | undefined {
  let left = moment.nth;
  const index = trace.findIndex((event) => matches(moment.match, event) && --left === 0);
  return index < 0 ? undefined : index;
}

function judgeOrder(wantedMatches: readonly EventMatcher[], events: readonly TraceEvent[]): Judgement {
  const wanted = wantedMatches.map(matcherText).join(", then ");
  let next = 0;
  for (const event of events) {
    const match = wantedMatches[next];
    if (match === undefined) break;
    if (matches(match, event)) next++;
  }
  const missing = wantedMatches[next];
  return {
    met: missing === undefined,
    wanted,
    found: missing === undefined ? "in order" : `${matcherText(missing)} did not come (${next} before it did)`,
  };
}

function judgeFinal(objects: ObjectMatcher, bounds: Bounds, final: readonly KubeObject[]): Judgement {
  const found = final.filter((object) => fits(objects, object)).length;
  const names = [objects.namespace, objects.name].filter((part) => part !== undefined).join("/");
  const conditions = Object.entries(objects.fields).map(([path, value]) => `${path}=${value}`);
  const wanted = [boundsText(bounds), "×", objects.kind, names, ...conditions].filter((part) => part !== "").join(" ");
  return { met: within(found, bounds), wanted: `at the end ${wanted}`, found: String(found) };
}

function fits({ kind, namespace, name, fields }: ObjectMatcher, object: KubeObject): boolean {
  if (kindIdOf(object) !== kind) return false;
  if (namespace !== undefined && object.metadata.namespace !== namespace) return false;
  if (name !== undefined && object.metadata.name !== name) return false;
  return Object.entries(fields).every(([path, value]) => valueAtPath(object, path) === value);
}

/** The value at a dotted path; a whole number counts through a list, from 0. */
function valueAtPath(object: Json, path: string): Json | undefined {
  return path
    .split(".")
    .reduce<Json | undefined>(
      (value, step) =>
        isJsonList(value) ? (/^\d+$/.test(step) ? value[Number(step)] : undefined) : jsonAt(value, step),
      object,
    );
}

function within(count: number, { least, most }: Bounds): boolean {
  return least <= count && count <= most;
}

function boundsText({ least, most }: Bounds): string {
  if (least === most) return String(least);
  if (most === Number.MAX_SAFE_INTEGER) return `at least ${least}`;
  return least === 0 ? `at most ${most}` : `${least} to ${most}`;
}

function matcherText({ type, ...rest }: EventMatcher): string {
  const fields = Object.entries(rest).map(([name, value]) => `${name}=${value}`);
  return fields.length === 0 ? type : `${type}{${fields.join(" ")}}`;
}

function momentText({ match, nth }: Moment): string {
  return nth === 1 ? matcherText(match) : `${matcherText(match)} no. ${nth}`;
}
