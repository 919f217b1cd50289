import { expect, test } from "vitest";
import { type Micros, milliseconds, seconds } from "../../base/time.ts";
import type { Action } from "../cluster/actions.ts";
import type { JsonObject } from "../kubernetes/object.ts";
import { runSystems, type SystemRun } from "./system-run.ts";
import { systems } from "./systems.ts";

const options: Readonly<Record<string, readonly JsonObject[]>> = {
  Fleet: [{ nodes: 40 }, { nodes: 1, model: "phase" }],
  Gateway: [{ handshakes: "900 never none" }, { machine: "pending", handshakes: "900 never none" }],
  Signer: [{}],
  StepStore: [{}],
  TenantStore: [{ tenants: 3 }, { tenants: 3, shards: 4, key: "tenant" }],
  TwoClouds: [{ mode: "poller" }, { mode: "events" }],
};
const kinds = Object.keys(systems).flatMap((kind) => (options[kind] ?? []).map((given) => ({ kind, given })));

function run(kind: string, given: JsonObject, until: Micros, action?: Action): SystemRun {
  const script = action === undefined ? [] : [{ at: until, action }];
  return runSystems({ systems: [{ name: "one", kind, options: given }], until, script });
}

test("each kind of system is tried", () => {
  expect(Object.keys(options).sort()).toEqual(Object.keys(systems).sort());
});

test.each(kinds)("a $kind $given takes all that it says it can be told", ({ kind, given }) => {
  for (const until of [milliseconds(100), seconds(2), seconds(20)]) {
    const frame = run(kind, given, until).frame("one");
    for (const { event, about, ofCells } of frame?.tells ?? []) {
      expect(systems[kind]?.events).toContain(event);
      const cells = ofCells
        ? (frame?.grids ?? []).flatMap(({ cellNames, prefix }) => cellNames[0] ?? `${prefix}1`)
        : [];
      for (const what of [...about, ...(about.length > 0 ? cells.slice(0, 1) : [])]) {
        const told = run(kind, given, until, { type: "tell", system: "one", event, about: what });
        expect(told.facts("user.tell"), `${event} ${what}`).toHaveLength(1);
        expect(told.facts("fault.missed"), `${event} ${what} at ${until} µs`).toEqual([]);
      }
    }
  }
});

test("a crashed system can be told nothing, and one that runs again can", () => {
  const crash = (restartAfter?: Micros): Action =>
    ({ type: "crash", process: "one", ...(restartAfter === undefined ? {} : { restartAfter }) }) as const;
  const tells = (action: Action, until: Micros) =>
    runSystems({ systems: [{ name: "one", kind: "Fleet", options: {} }], until, script: [{ at: seconds(1), action }] })
      .frame("one")
      ?.tells.map(({ event }) => event);
  expect(tells(crash(), seconds(3))).toEqual([]);
  expect(tells(crash(seconds(1)), seconds(3))).toContain("nodeLost");
});
