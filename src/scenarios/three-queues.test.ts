// Goal: the same script through the three generations of the informer's queue differs exactly where the libraries differ. Method: run the
// scenario in each profile; what is queued and popped follows from fidelity informer §2.9 to §2.11 (recorded runs F01 to F03, T06, T21).
import { expect, test } from "vitest";
import type { ClusterEvent } from "../simulation/cluster/cluster.ts";
import { stockScenario } from "./catalog.ts";
import { runHeadless } from "./headless-run.ts";
import { planOf } from "./plan-of.ts";
import type { ProfileName } from "./run-spec.ts";

/** What the process loop pops, each pop as one text, and what it tells the handler, once everything is synced. */
async function course(profile: ProfileName) {
  const trace: ClusterEvent[] = [];
  runHeadless(planOf(await stockScenario("three-queues"), { profile }), (events) => trace.push(...events));
  const facts = trace.map(({ fact }) => fact);
  const pops = facts.flatMap((fact) =>
    fact.type === "fifo.pop" && !fact.initial
      ? [fact.deltas.map((delta) => delta.replace("demo/", "")).join(", ")]
      : [],
  );
  const calls = facts.flatMap((fact) =>
    fact.type === "handler.call" && !fact.initial ? [`${fact.method} ${fact.key.replace("demo/", "")}@${fact.rv}`] : [],
  );
  return { pops: pops.filter((pop) => !pop.startsWith("Bookmark")), calls };
}

test("DeltaFIFO pops a key with all its deltas, a relist's deletions come last, each by itself, and of an unknown object none", async () => {
  const { pops, calls } = await course("classic");
  expect(pops).toEqual([
    "Updated alpha@593, Updated alpha@595, Deleted alpha@596, Added alpha@597",
    "Updated beta@594",
    "Replaced alpha@597",
    "Deleted beta@594 (tombstone)",
  ]);
  expect(calls).toEqual([
    "OnUpdate alpha@593",
    "OnUpdate alpha@595",
    "OnDelete alpha@596",
    "OnAdd alpha@597",
    "OnUpdate beta@594",
    "OnUpdate alpha@597",
    "OnDelete beta@594",
  ]);
});

test("the ordered RealFIFO pops batches in the order of arrival, and a relist's deletions come first", async () => {
  const { pops, calls } = await course("in-order");
  expect(pops).toEqual([
    "Updated alpha@593, Updated beta@594",
    "Updated alpha@595",
    "Deleted alpha@596",
    "Added alpha@597",
    "Deleted beta@594 (tombstone), Replaced alpha@597",
    "Deleted gamma@600",
  ]);
  expect(calls).toEqual([
    "OnUpdate alpha@593",
    "OnUpdate beta@594",
    "OnUpdate alpha@595",
    "OnDelete alpha@596",
    "OnAdd alpha@597",
    "OnDelete beta@594",
    "OnUpdate alpha@597",
    "OnDelete gamma@600",
  ]);
});

test("the atomic RealFIFO pops the same batches, and a relist is one delta", async () => {
  const ordered = await course("in-order");
  const { pops, calls } = await course("current");
  expect(pops).toEqual([...ordered.pops.slice(0, 4), "ReplacedAll @598", "Deleted gamma@600"]);
  expect(calls).toEqual(ordered.calls);
});
