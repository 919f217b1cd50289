// Goal: runs along their script say of each queue what the library's queue holds and gives out there. Method: the scenario three-queues through
// the worker's own protocol; what is queued and popped follows from fidelity informer §2.9 to §2.11 (recorded runs F01 to F03, T06, T21).
import { expect, test } from "vitest";
import { readScenario } from "../scenarios/read-scenario.ts";
import type { Command, Report, ScriptRow } from "./protocol.ts";
import { Reactor } from "./reactor.ts";
import { boundedEntries, type ScriptEntry } from "./script-entries.ts";
import type { HeldEntry, ScriptFocus } from "./script-place.ts";

type Script = Extract<Report, { readonly type: "script" }>;

const FIFO: ScriptFocus = { part: "fifo", about: "web/ConfigMap" };

async function scriptOf(id: string, focus: ScriptFocus, ...before: readonly Command[]): Promise<Script> {
  const reports: Report[] = [];
  const reactor = new Reactor(readScenario, (report) => reports.push(report));
  const commands: readonly Command[] = [
    { type: "open", run: 1, spec: { scenario: { type: "stock", id }, inputs: [] } },
    ...before,
    { type: "readScript", run: 1, of: { type: "variants" }, focus },
  ];
  for (const command of commands) await reactor.receive(command);
  const script = reports.find((report) => report.type === "script");
  if (script === undefined) throw new Error(JSON.stringify(reports.at(-1)));
  return script;
}

/** As the scenario is; the tests share it. */
const threeQueues = scriptOf("three-queues", FIFO);

function texts(entries: readonly HeldEntry[]): readonly string[] {
  return entries.map(({ head, items }) => [head.replace("demo/", ""), ...items].join(" "));
}

/** Rows as texts: the event, then of each run what it gave out, what it ignored and what it holds. */
function told({ cause, event, places }: ScriptRow): readonly unknown[] {
  const what =
    cause === "given" ? "pop" : `${event.fact["event"] ?? event.fact.type} ${event.fact["key"] ?? ""}`.trim();
  return [
    what,
    ...places.map(({ isHere, gave, ignored, holds }) =>
      isHere
        ? [
            ...texts(gave).map((text) => `popped ${text}`),
            ...texts(ignored).map((text) => `ignored ${text}`),
            ...texts(holds),
          ]
        : "–",
    ),
  ];
}

function between(rows: readonly ScriptRow[], from: number, to: number): readonly (readonly unknown[])[] {
  return rows.filter(({ event }) => event.at >= from * 1e6 && event.at < to * 1e6).map(told);
}

test("five events at once: DeltaFIFO files them under their keys and pops two, both RealFIFO keep them in line and pop four batches", async () => {
  const { rows, left } = await threeQueues;
  expect(left).toBe("nothing");
  const line = ["alpha Updated@593", "beta Updated@594", "alpha Updated@595", "alpha Deleted@596", "alpha Added@597"];
  const real = (...entries: readonly string[]) => [entries, entries];
  expect(between(rows, 3.001, 5)).toEqual([
    ["MODIFIED demo/alpha", ["alpha Updated@593"], ...real(...line.slice(0, 1))],
    ["MODIFIED demo/beta", ["alpha Updated@593", "beta Updated@594"], ...real(...line.slice(0, 2))],
    ["MODIFIED demo/alpha", ["alpha Updated@593 Updated@595", "beta Updated@594"], ...real(...line.slice(0, 3))],
    [
      "DELETED demo/alpha",
      ["alpha Updated@593 Updated@595 Deleted@596", "beta Updated@594"],
      ...real(...line.slice(0, 4)),
    ],
    ["ADDED demo/alpha", ["alpha Updated@593 Updated@595 Deleted@596 Added@597", "beta Updated@594"], ...real(...line)],
    [
      "pop",
      ["popped alpha Updated@593 Updated@595 Deleted@596 Added@597", "beta Updated@594"],
      ...real("popped alpha Updated@593", "popped beta Updated@594", ...line.slice(2)),
    ],
    ["pop", ["popped beta Updated@594"], ...real("popped alpha Updated@595", ...line.slice(3))],
    ["pop", "–", ...real("popped alpha Deleted@596", ...line.slice(4))],
    ["pop", "–", ...real("popped alpha Added@597")],
  ]);
});

test("a relist: the list first and two pops, the deletion first and one batch, or one ReplacedAll", async () => {
  const { rows } = await threeQueues;
  const tombstone = "beta Deleted@594 (tombstone)";
  expect(between(rows, 7, 9)).toEqual([
    [
      "list.response",
      ["alpha Replaced@597", tombstone],
      [tombstone, "alpha Replaced@597"],
      ["ReplacedAll@598 demo/alpha@597"],
    ],
    [
      "pop",
      ["popped alpha Replaced@597", tombstone],
      [`popped ${tombstone}`, "popped alpha Replaced@597"],
      ["popped ReplacedAll@598"],
    ],
    ["pop", [`popped ${tombstone}`], "–", "–"],
  ]);
});

test("a deletion of what nobody has: DeltaFIFO ignores it, both RealFIFO queue it", async () => {
  const { rows } = await threeQueues;
  expect(between(rows, 10.001, 12)).toEqual([
    ["DELETED demo/gamma", ["ignored gamma unknownObject"], ["gamma Deleted@600"], ["gamma Deleted@600"]],
    ["pop", "–", ["popped gamma Deleted@600"], ["popped gamma Deleted@600"]],
  ]);
});

test("every step of the script is one row of all runs, and each run stands there at its own event of it", async () => {
  const { rows, events } = await threeQueues;
  const outside = rows.filter(({ cause }) => cause === "outside");
  expect(outside.map(({ event: { fact } }) => `${fact.type} ${fact["verb"] ?? fact["fault"]}`)).toEqual([
    "fault.start holdEvents",
    ...["patch", "patch", "patch", "delete", "create"].map((verb) => `user.edit ${verb}`),
    "fault.end holdEvents",
    "fault.start loseEvent",
    "user.edit delete",
    "fault.start endWatch",
    "fault.start loseEvent",
    "user.edit create",
    "user.edit delete",
  ]);
  expect(outside.every(({ places }) => places.every(({ isHere }) => isHere))).toBe(true);
  // The run on the screen is the third of them; where it has no event of a row, nothing leads there.
  expect(rows.every(({ own, places }) => own === (places[2]?.isHere === true ? places[2].seq : undefined))).toBe(true);
  expect(rows.every(({ own = 0 }) => own < events)).toBe(true);
});

test("a run that was changed by hand keeps its place among those that it was compared with", async () => {
  const changed = await scriptOf(
    "three-queues",
    FIFO,
    { type: "seek", run: 1, to: { type: "time", at: 500_000 } },
    {
      type: "intervene",
      run: 1,
      action: { type: "compact" },
    },
  );
  const plain = await threeQueues;
  expect(changed.branch).toBe(1);
  expect(changed.rows.map(told)).toEqual(plain.rows.map(told));
  // The same rows; only the numbers of the changed run's events have moved.
  const moved = changed.rows.flatMap(({ own }, index) =>
    own === undefined ? [] : [own - (plain.rows[index]?.own ?? 0)],
  );
  expect(moved.filter((by) => by === 0)).toHaveLength(2);
  expect(moved.slice(2).every((by) => by > 0)).toBe(true);
});

test("the cache, the handlers and the work queue are read along the same script", async () => {
  const steps = async (focus: ScriptFocus) => {
    const { rows } = await scriptOf("three-queues", focus);
    return rows.flatMap(({ event, places }) =>
      event.fact["event"] === "ADDED" ? places.map(({ holds }) => texts(holds)) : [],
    );
  };
  // The last event has arrived, and nothing was popped yet: the cache is as old as the first.
  expect(await steps({ ...FIFO, part: "store" })).toEqual(Array.from({ length: 3 }, () => ["alpha @591", "beta @592"]));
  expect(await steps({ ...FIFO, part: "handlers" })).toEqual([[], [], []]);
  const { rows } = await scriptOf("backoff-staircase", { part: "queue", about: "web" });
  const limited = rows.filter(({ event }) => event.fact.type === "queue.addRateLimited");
  // The classic queue keeps the entry that an event did not wait for, and so fails once more.
  expect(limited.map(({ places }) => places.map(({ isHere }) => isHere))).toEqual([
    ...Array.from({ length: 10 }, () => [true, true, true]),
    [true, true, false],
  ]);
  expect(texts(limited[0]?.places[0]?.holds ?? [])).toEqual(["web waiting 5 ms failures 1"]);
  expect(texts(limited[0]?.places[2]?.holds ?? [])).toEqual(["web waiting 5 ms priority 0 failures 1"]);
});

test("systems are read at what happens to them, and a library's generation is nothing to them", async () => {
  const { rows } = await scriptOf("three-stores", { part: "systems", about: "" });
  const crashes = rows.filter(({ cause }) => cause === "outside");
  expect(crashes.map(({ event }) => event.fact["target"])).toEqual(["replicated", "lease", "memory"]);
  const memory = crashes[2]?.places.map(({ holds }) => texts(holds)[0]);
  // Step 3 was in the process's memory alone.
  expect(new Set(memory)).toEqual(
    new Set(["memory crashed stepsDone 3 stepsRepeated 0 process 0 annotation 2 peers –"]),
  );
});

test("more than can be read has no rows of its own: first what was given out, which joins the next row, then what was taken in", () => {
  const entry = (cause: ScriptEntry["cause"], seq: number): ScriptEntry => ({
    ...{ cause, name: "", exact: "", seq, step: seq, at: seq, ignored: [] },
    gave: cause === "given" ? [{ head: String(seq), items: [] }] : [],
  });
  const run = (taken: number) => [
    entry("outside", 0),
    ...Array.from({ length: taken }, (_, index) => [
      entry("given", 2 * index + 1),
      entry("taken", 2 * index + 2),
    ]).flat(),
    entry("outside", 9_999),
  ];
  expect(boundedEntries([run(100), run(10)]).left).toBe("nothing");
  const { runs, left } = boundedEntries([run(300), run(10)]);
  expect(left).toBe("given");
  expect(runs.map(({ length }) => length)).toEqual([302, 12]);
  expect(runs[0]?.[1]?.gave).toEqual([{ head: "1", items: [] }]);
  const outside = boundedEntries([run(500)]);
  expect(outside.left).toBe("taken");
  expect(outside.runs[0]?.map(({ seq }) => seq)).toEqual([0, 9_999]);
});
