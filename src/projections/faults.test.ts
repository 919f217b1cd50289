import { expect, test } from "vitest";
import { micros } from "../base/time.ts";
import type { Frame } from "../simulation/cluster/frame.ts";
import { type FaultName, type FaultTarget, type MenuEntry, withExtent } from "./fault-entry.ts";
import { faultsFor } from "./faults.ts";
import { referenceTo } from "./object-reference.ts";
import { testFrame } from "./test-frame.ts";

const scope = { process: "web", kind: "Pod" };
const entriesOf = (target: Partial<FaultTarget>, frame: Frame = testFrame) =>
  faultsFor(frame, { node: "reflector", scope, ...target }).groups.flat();

function named(entries: readonly MenuEntry[], name: FaultName): MenuEntry {
  const found = entries.find((each) => each.name === name);
  if (found === undefined) throw new Error(`the menu has no ${name}`);
  return found;
}

const options = (entry: MenuEntry) =>
  entry.options.map(({ label, outcome }) => [label.type === "mode" ? label.mode : label.type, outcome.type]);

test("what needs an open stream stays in the menu of a closed one, with the reason", () => {
  const entries = entriesOf({});
  for (const name of ["holdEvents", "loseEvent", "silenceWatch", "endWatch"] as const) {
    expect(named(entries, name).blocked, name).toBe("noStream");
  }
  const open = entriesOf({ scope: { process: "web", kind: "ReplicaSet" } });
  expect(named(open, "endWatch").blocked).toBeUndefined();
});

test("a refused WATCH keeps its version only when the connection was refused or there were too many requests", () => {
  const entry = named(entriesOf({}), "answerWatch");
  expect(options(entry)).toEqual([
    [410, "relist"],
    [429, "sameWatch"],
    [500, "relist"],
    ["refused", "sameWatch"],
    ["eof", "relist"],
  ]);
  expect(entry.options[0]?.outcome).toEqual({ type: "relist", least: 6_400_000, most: 12_800_000, version: "900" });
});

test("a stream that the network ends is opened again at once, one that ends by an ERROR event is not", () => {
  const entry = named(entriesOf({ scope: { process: "web", kind: "ReplicaSet" } }), "endWatch");
  expect(options(entry)).toEqual([
    ["eof", "rewatch"],
    ["reset", "rewatch"],
    [410, "relist"],
    [429, "sameWatch"],
    [500, "relist"],
  ]);
});

test("a LIST that is told 410 asks for the most recent state at once", () => {
  const entry = named(entriesOf({}), "answerList");
  expect(options(entry)[0]).toEqual([410, "listMostRecent"]);
  expect(options(entry)[2]).toEqual([500, "relist"]);
});

test("an option is an action that the engine takes, and how often can be changed", () => {
  const [first] = named(entriesOf({}), "answerWatch").options;
  expect(first?.action).toEqual({
    type: "answer",
    match: { client: "web", verb: "watch", kind: "Pod" },
    mode: 410,
    extent: { type: "times", count: 1 },
  });
  if (first === undefined) throw new Error("no option");
  expect(withExtent(first.action, { type: "untilStopped" })).toMatchObject({ extent: { type: "untilStopped" } });
  expect(withExtent({ type: "compact" }, { type: "untilStopped" })).toEqual({ type: "compact" });
});

test("a link can be cut while it holds and mended while it is cut", () => {
  const cut: Frame = { ...testFrame, links: [{ process: "web", server: "a", state: "cut", until: undefined }] };
  const now = entriesOf({ node: "client" });
  expect([named(now, "cutLink").blocked, named(now, "mendLink").blocked]).toEqual([undefined, "linkIsUp"]);
  const later = entriesOf({ node: "client" }, cut);
  expect([named(later, "cutLink").blocked, named(later, "mendLink").blocked]).toEqual(["linkIsCut", undefined]);
});

test("a token can be revoked while it is valid, and renewed when it is not", () => {
  const names = (frame: Frame) => entriesOf({ node: "client" }, frame).map(({ name }) => name);
  expect(names(testFrame)).toContain("revokeToken");
  expect(names(testFrame)).not.toContain("renewToken");
  const later: Frame = { ...testFrame, revokedTokens: ["web"] };
  expect(names(later)).toContain("renewToken");
  expect(names(later)).not.toContain("revokeToken");
  expect(named(entriesOf({ node: "client" }), "revokeToken").options).toEqual([
    { label: { type: "forever" }, action: { type: "revokeToken", process: "web" }, outcome: { type: "unauthorized" } },
  ]);
});

test("a kind can go with its definition, where there is one", () => {
  const node = "server/a";
  expect(entriesOf({ node }).map(({ name }) => name)).not.toContain("deleteDefinition");
  const frame: Frame = { ...testFrame, definitions: ["widgets.example.com"] };
  expect(named(entriesOf({ node }, frame), "deleteDefinition").options).toMatchObject([
    {
      label: { type: "name", name: "widgets.example.com" },
      action: { type: "delete", target: { kind: "CustomResourceDefinition", name: "widgets.example.com" } },
    },
  ]);
});

test("what is in no namespace is named without one", () => {
  expect(referenceTo("Namespace", "shop")).toEqual({ kind: "Namespace", name: "shop" });
  expect(referenceTo("Pod", "shop/web")).toEqual({ kind: "Pod", namespace: "shop", name: "web" });
});

test("every node of the pipeline has something that can go wrong", () => {
  for (const node of [
    "etcd",
    "server/a",
    "reflector",
    "fifo",
    "store",
    "truth",
    "handlers",
    "queue",
    "workers",
    "client",
  ]) {
    const possible = entriesOf({ node }).filter(({ blocked }) => blocked === undefined);
    expect(possible.length, node).toBeGreaterThan(0);
    for (const { name, options: each, blocked } of possible)
      expect(each.length + (blocked === undefined ? 0 : 1), name).toBeGreaterThan(0);
  }
});

test("each handler can be made slow, and an object that is gone cannot be deleted", () => {
  const slow = entriesOf({ node: "handlers" }).filter(({ name }) => name === "slowHandler");
  expect(slow.map(({ about }) => about)).toEqual(["owner", "audit"]);
  expect(slow[1]?.options[1]?.action).toEqual({
    type: "slowHandler",
    process: "web",
    kind: "Pod",
    handler: "audit",
    takes: micros(1_000_000),
  });
  expect(named(entriesOf({ node: "store", key: "demo/web-9mmtd" }), "deleteObject").blocked).toBe("noObject");
  expect(named(entriesOf({ node: "store", key: "demo/web-c2xvn" }), "deleteObject").options[0]?.action).toEqual({
    type: "delete",
    target: { kind: "Pod", namespace: "demo", name: "web-c2xvn" },
  });
});
