import { expect, test } from "vitest";
import { problem } from "../base/result.ts";
import { readScenario } from "../scenarios/read-scenario.ts";
import { memoryChannel } from "./memory-channel.ts";
import { type Command, NEAR, type Report } from "./protocol.ts";

// The page's conversation with a run, over the channel that needs no worker.

const THREE_PODS = { scenario: { type: "stock", id: "three-pods" }, inputs: [] } as const;

async function talk(...commands: readonly Command[]): Promise<readonly Report[]> {
  const reports: Report[] = [];
  const channel = memoryChannel(readScenario);
  channel.subscribe((report) => reports.push(report));
  for (const command of commands) channel.send(command);
  await channel.settled();
  return reports;
}

function only<T extends Report["type"]>(reports: readonly Report[], type: T): Extract<Report, { type: T }> {
  const found = reports.filter((report) => report.type === type);
  expect(found).toHaveLength(1);
  return found[0] as Extract<Report, { type: T }>; // filtered by its type
}

test("a run opens at the moment that its scenario names, with all its events and the frame before", async () => {
  const opened = only(await talk({ type: "open", run: 1, spec: THREE_PODS }), "opened");
  expect(opened.cursor.seq).toBe(opened.info.chapters[1]?.seq);
  expect(opened.columns).toMatchObject({ from: 0, stringsFrom: 0 });
  expect(opened.columns.at.length).toBe(opened.info.headEvents);
  expect(opened.before?.step).toBe(opened.frame.step - 1);
  expect([opened.verified, opened.change]).toEqual(["unasked", undefined]);
});

test("a digest from a link is compared with the run's own", async () => {
  const { info, cursor } = only(await talk({ type: "open", run: 1, spec: THREE_PODS }), "opened");
  const at = { type: "event", seq: cursor.seq } as const;
  const exact = await talk({ type: "open", run: 1, spec: THREE_PODS, at, digest: info.digest });
  const other = await talk({ type: "open", run: 1, spec: THREE_PODS, at, digest: "00000000000000" });
  expect(only(exact, "opened").verified).toBe("exact");
  expect(only(other, "opened").verified).toEqual({ partsAt: cursor.seq });
});

test("what is sent after the opening comes as what is new only", async () => {
  const reports = await talk(
    { type: "open", run: 1, spec: THREE_PODS },
    { type: "move", run: 1, grain: "step", direction: 1 },
    {
      type: "intervene",
      run: 1,
      action: { type: "delete", target: { kind: "ReplicaSet", namespace: "demo", name: "web" } },
    },
  );
  const [moved, forked] = reports.filter((report) => report.type === "advanced");
  expect(moved?.columns).toBeUndefined();
  expect(forked?.info.branches).toHaveLength(2);
  expect(forked?.columns?.from).toBe(0);
});

test("another profile of the same scenario says what it changed first", async () => {
  const reports = await talk(
    { type: "open", run: 1, spec: THREE_PODS },
    { type: "open", run: 2, spec: { ...THREE_PODS, profile: "classic" } },
  );
  const { change } = reports.filter((report) => report.type === "opened")[1] ?? {};
  if (change === undefined || change === "none") throw new Error("nothing changed");
  expect([change.was?.fact.type, change.is?.fact.type]).toEqual(["watch.request", "list.request"]);
  expect(change.seq).toBe(change.is?.seq);
});

test("a profile that makes no difference to the scenario says that, whatever was done by hand meanwhile", async () => {
  const spec = { ...THREE_PODS, scenario: { type: "stock", id: "queue-of-its-time" }, profile: "classic" } as const;
  const reports = await talk(
    { type: "open", run: 1, spec },
    { type: "intervene", run: 1, action: { type: "compact" } },
    { type: "open", run: 2, spec: { ...spec, profile: "in-order" } },
  );
  expect(reports.filter((report) => report.type === "opened")[1]?.change).toBe("none");
});

test("rows, chains and searches are answered under their number", async () => {
  const reports = await talk(
    { type: "open", run: 1, spec: THREE_PODS },
    { type: "readEvents", run: 1, query: 7, from: 3, to: 5 },
    { type: "readChain", run: 1, query: 8, seq: 205 },
    { type: "search", run: 1, query: 9, text: "reconcile.start demo/web", most: 2 },
  );
  const answers = reports.filter((report) => report.type === "events");
  expect(answers.map(({ query, rows }) => [query, rows.length > 0])).toEqual([
    [7, true],
    [8, true],
    [9, true],
  ]);
  expect(answers[0]?.rows.map(({ seq }) => seq)).toEqual([3, 4, 5]);
  const chain = answers[1]?.rows ?? [];
  expect(chain.slice(1).every((row, index) => row.cause === chain[index]?.seq)).toBe(true);
  expect(answers[2]?.rows.every(({ fact }) => fact.type === "reconcile.start")).toBe(true);
});

test("what the page tells of a step comes with the report of a move: the rows around, and the past of each event", async () => {
  const [opened, moved] = await talk(
    { type: "open", run: 1, spec: THREE_PODS },
    { type: "move", run: 1, grain: "reconcile", direction: 1 },
  );
  if (opened?.type !== "opened" || moved?.type !== "advanced") throw new Error("not opened and moved");
  const { cursor, told } = moved;
  const { rows = [], chains = [] } = told ?? {};
  expect([rows[0]?.seq, rows.at(-1)?.seq]).toEqual([cursor.seq - NEAR.before, cursor.seq + NEAR.after]);
  expect(rows.every((row, index) => row.seq === cursor.seq - NEAR.before + index)).toBe(true);
  const ofStep = rows.filter(({ step, seq }) => step === cursor.step && seq <= cursor.seq);
  expect(chains.map((chain) => chain.at(-1)?.seq)).toEqual(ofStep.map(({ seq }) => seq).reverse());
  const asked = await talk(
    { type: "open", run: 1, spec: THREE_PODS },
    { type: "readChain", run: 1, query: 1, seq: cursor.seq },
  );
  expect(chains[0]).toEqual(only(asked, "events").rows);
  expect(opened.told.chains[0]?.at(-1)?.seq).toBe(opened.cursor.seq);
});

test("while playing nothing is told, for nobody could read it", async () => {
  const reports = await talk(
    { type: "open", run: 1, spec: THREE_PODS },
    { type: "advance", run: 1, until: 3_000_000, events: 50 },
  );
  expect(only(reports, "advanced").told).toBeUndefined();
});

test("a scenario with problems is refused, and the run before it stays", async () => {
  const reports: Report[] = [];
  const channel = memoryChannel(async (source) =>
    source.type === "stock" ? readScenario(source) : problem("until", "This is no duration.", 4),
  );
  channel.subscribe((report) => reports.push(report));
  channel.send({ type: "open", run: 1, spec: THREE_PODS });
  channel.send({ type: "open", run: 2, spec: { scenario: { type: "inline", text: "…" }, inputs: [] } });
  channel.send({ type: "move", run: 1, grain: "step", direction: 1 });
  await channel.settled();
  expect(reports.map(({ type, run }) => `${type} ${run}`)).toEqual(["opened 1", "rejected 2", "advanced 1"]);
});

test("two branches stand beside each other at one time, and part at their first difference", async () => {
  const reports = await talk(
    { type: "open", run: 1, spec: THREE_PODS },
    { type: "intervene", run: 1, action: { type: "compact" } },
    { type: "readSides", run: 1, of: { type: "branches", a: 0, b: 1 }, at: 1_500_000 },
  );
  const { sides, difference } = only(reports, "sides");
  expect(difference?.rows.map((row) => row?.fact)).toMatchObject([{}, { type: "fault.start", fault: "compact" }]);
  expect(sides.map(({ branch }) => branch)).toEqual([0, 1]);
  expect(sides.every(({ frame }) => frame.at <= 1_500_000)).toBe(true);
});

test("the profiles of a scenario stand beside each other when it names no variants", async () => {
  const reports = await talk(
    { type: "open", run: 1, spec: THREE_PODS },
    { type: "readSides", run: 1, of: { type: "variants" }, at: 1_500_000 },
    { type: "move", run: 1, grain: "step", direction: 1 },
    { type: "readSides", run: 1, of: { type: "variants" }, at: 2_500_000 },
  );
  const [first, second] = reports.filter((report) => report.type === "sides");
  expect(first?.sides.map(({ name }) => name?.en)).toEqual(["classic", "in-order", "current"]);
  const kinds = first?.sides.map(({ frame }) => frame.processes[0]?.informers[0]?.fifo.kind);
  expect(kinds).toEqual(["DeltaFIFO", "RealFIFO", "RealFIFO atomic"]);
  expect(second?.difference).toEqual(first?.difference);
  expect(second?.sides[0]?.frame.at).toBeGreaterThan(first?.sides[0]?.frame.at ?? 0);
});

test("a variant is a run of its own: it says what is another, and stands beside the same runs", async () => {
  const spec = { scenario: { type: "stock", id: "three-queues" }, inputs: [] } as const;
  const reports = await talk(
    { type: "open", run: 1, spec },
    { type: "open", run: 2, spec: { ...spec, variant: 0 } },
    { type: "readSides", run: 2, of: { type: "variants" }, at: 1_000_000 },
    { type: "intervene", run: 2, action: { type: "compact" } },
    { type: "readSides", run: 2, of: { type: "variants" }, at: 1_000_000 },
    { type: "open", run: 3, spec: { ...spec, variant: 3 } },
  );
  const [first, second] = reports.filter((report) => report.type === "opened");
  const { info, change } = second ?? {};
  expect(first?.scenario).toMatchObject({ id: "three-queues", profile: "current" });
  expect(second?.scenario).toMatchObject({
    id: "three-queues",
    profile: "classic",
    variants: first?.scenario?.variants,
  });
  expect(info?.chapters).toEqual([]);
  expect(change).toMatchObject({ was: { fact: { delta: "ReplacedAll" } }, is: { fact: { delta: "Replaced" } } });
  const [before, after] = reports.filter((report) => report.type === "sides");
  expect(before?.sides.map(({ name, isShown }) => [name?.en, isShown])).toEqual([
    ["DeltaFIFO, up to 1.32", true],
    ["RealFIFO, 1.33 to 1.35", false],
    ["RealFIFO, atomic, from 1.36", false],
  ]);
  // Before a person did something by hand the run is the same as its side; then it is on a branch of its own.
  expect(before?.difference?.own).toBe(before?.difference?.rows[0]?.seq);
  expect(after?.sides.some(({ isShown }) => isShown)).toBe(false);
  expect(after?.difference?.own).toBeUndefined();
  expect(only(reports, "rejected").problems[0]?.message).toBe("The scenario compares 3 runs; there is no variant 4.");
});

test("the versions of every object are told as far as the branch is known, each with the event that tells of it", async () => {
  const reports = await talk(
    { type: "open", run: 1, spec: THREE_PODS },
    { type: "readVersions", run: 1, query: 4 },
    { type: "search", run: 1, query: 5, text: "etcd.commit", most: 500 },
  );
  const { query, versions } = only(reports, "versions");
  const commits = only(reports, "events").rows;
  expect(query).toBe(4);
  expect(versions.filter(({ seq }) => seq >= 0).map(({ seq, revision }) => [seq, revision])).toEqual(
    commits.map(({ seq, fact }) => [seq, fact.revision]),
  );
  const web = versions.filter(({ kind }) => kind === "ReplicaSet");
  expect(web.map(({ generation, observed }) => [generation, observed]).at(-1)).toEqual([2, 2]);
});
