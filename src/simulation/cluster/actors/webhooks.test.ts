import { expect, test } from "vitest";
import { defined } from "../../../base/assert.ts";
import { micros, milliseconds, seconds } from "../../../base/time.ts";
import { kindRegistry } from "../../kubernetes/kind-registry.ts";
import type { DraftObject } from "../../kubernetes/object.ts";
import type { Webhook } from "../plan.ts";
import type { AdmissionReview } from "../server/admission.ts";
import { doAt, editMap, type TestPlan, testCluster, testMap } from "./test-cluster.ts";
import { admitWith } from "./webhooks.ts";

function hook(name: string, does: Webhook["does"], fields: Partial<Webhook> = {}): Webhook {
  const usual = {
    reinvocation: "Never",
    failurePolicy: "Fail",
    takes: micros(0),
  } as const;
  return { name, kinds: ["ConfigMap"], does, ...usual, ...fields };
}

function review(fields: Partial<AdmissionReview> = {}): AdmissionReview {
  const info = defined(kindRegistry([])["ConfigMap"], "ConfigMap");
  const object: DraftObject = testMap("one");
  const base = { phase: "mutating", operation: "CREATE", old: undefined, subresource: undefined } as const;
  return { ...base, info, object, user: "u", dryRun: false, ...fields };
}

const order = (webhooks: readonly Webhook[]) =>
  admitWith(webhooks)(review()).calls.map(({ hook, round }) => `${hook}${round}`);
const ifNeeded = { reinvocation: "IfNeeded" } as const;

test("webhooks are called one after the other in the order of their names, each seeing what the one before made", () => {
  const verdict = admitWith([hook("b", "stampOnce"), hook("a", "stamp")])(review());
  expect(verdict.calls).toEqual([
    { hook: "a", verdict: "changed", round: 1 },
    { hook: "b", verdict: "changed", round: 1 },
  ]);
  expect(verdict).toMatchObject({ type: "allowed", object: { metadata: { annotations: { a: "1", b: "1" } } } });
});

test("a hook that asked for it is called again when a later one changed the object; its own change does not count (G31)", () => {
  expect(order([hook("a", "stampOnce", ifNeeded), hook("b", "stamp")])).toEqual(["a1", "b1", "a2"]);
  expect(order([hook("a", "stamp", ifNeeded)])).toEqual(["a1"]);
  expect(order([hook("a", "stamp"), hook("b", "stamp")])).toEqual(["a1", "b1"]);
});

test("of two hooks that ask for it the second is called again only if the first one changed the object again (G31)", () => {
  expect(order([hook("a", "stamp", ifNeeded), hook("b", "stamp", ifNeeded)])).toEqual(["a1", "b1", "a2", "b2"]);
  expect(order([hook("a", "stampOnce", ifNeeded), hook("b", "stamp", ifNeeded)])).toEqual(["a1", "b1", "a2"]);
});

test("there is no third round, however often the hooks change the object", () => {
  const three = ["a", "b", "c"].map((name) => hook(name, "stamp", ifNeeded));
  expect(order(three)).toEqual(["a1", "b1", "c1", "a2", "b2", "c2"]);
});

test("without any change there is no second round", () => {
  const stamped = { ...testMap("one"), metadata: { name: "one", namespace: "demo", annotations: { a: "1", b: "1" } } };
  const { calls } = admitWith(["a", "b"].map((name) => hook(name, "stampOnce", ifNeeded)))(review({ object: stamped }));
  expect(calls.map(({ round }) => round)).toEqual([1, 1]);
});

test("a refusal ends the chain with 400 and the webhook's name", () => {
  const verdict = admitWith([hook("a", "stamp"), hook("b", "deny"), hook("c", "stamp")])(review());
  expect(verdict.calls.map(({ hook: name }) => name)).toEqual(["a", "b"]);
  expect(verdict).toMatchObject({
    type: "denied",
    status: { code: 400, message: 'admission webhook "b" denied the request without explanation' },
  });
});

test("a webhook that cannot be reached, or takes more than 10 s, fails the request with 500 or is skipped, by its policy", () => {
  for (const broken of [hook("a", "fail"), hook("a", "stamp", { takes: seconds(11) })]) {
    expect(admitWith([broken])(review())).toMatchObject({
      type: "failed",
      status: { code: 500, reason: "InternalError" },
    });
    const ignored = admitWith([{ ...broken, failurePolicy: "Ignore" }, hook("b", "stamp")])(review());
    expect(ignored).toMatchObject({ type: "allowed", object: { metadata: { annotations: { b: "1" } } } });
    expect(ignored.calls.map(({ verdict }) => verdict)).toEqual(["failed", "changed"]);
  }
});

test("nothing is called for other kinds, for deletions, for the status, and while validating", () => {
  const admit = admitWith([hook("a", "deny")]);
  const info = defined(kindRegistry([])["Pod"], "Pod");
  for (const other of [{ info }, { operation: "DELETE" }, { subresource: "status" }, { phase: "validating" }] as const)
    expect(admit(review(other))).toMatchObject({ type: "allowed", calls: [] });
});

function edited(webhooks: readonly Webhook[], plan: TestPlan = {}) {
  const cluster = testCluster({ controllers: [], cluster: { webhooks }, given: [testMap("one")], ...plan });
  cluster.run(seconds(5));
  return cluster;
}

test("a write waits for its webhooks, and for etcd after them", () => {
  const webhooks = [hook("a", "stamp", { takes: milliseconds(300) }), hook("b", "stamp", { takes: milliseconds(200) })];
  const cluster = edited(webhooks, { script: [doAt(1_000, editMap("one", "2"))] });
  expect(cluster.times({ type: "api.admission" })).toEqual([1_001, 1_001]);
  expect(cluster.times({ type: "etcd.commit", verb: "update" })).toEqual([1_502]);
  expect(cluster.stored("ConfigMap", "one")?.metadata.annotations).toEqual({ a: "1", b: "1" });
});

test("webhooks are called for an update that then ends in 409", () => {
  const stale = { metadata: { resourceVersion: "1" }, data: { a: "2" } };
  const target = { kind: "ConfigMap", namespace: "demo", name: "one" };
  for (const takes of [0, 100]) {
    const webhooks = [hook("a", "stamp", { takes: milliseconds(takes) })];
    const cluster = edited(webhooks, { script: [doAt(1_000, { type: "patch", target, merge: stale })] });
    expect(cluster.facts("api.admission")).toHaveLength(1);
    expect(cluster.facts("api.response", { client: "user" })).toMatchObject([{ code: 409, reason: "Conflict" }]);
  }
});

test("a patch whose object is written while its webhooks are at work goes through them again, and wins", () => {
  const webhooks = [hook("a", "stamp", { takes: milliseconds(300) })];
  const script = [doAt(1_000, editMap("one", "2")), doAt(1_100, { ...editMap("one", "3"), as: "other" })];
  const cluster = edited(webhooks, { script });
  // The second one finds 102 in place of 101 when its webhook is through, and begins anew.
  expect(
    cluster
      .facts("api.admission")
      .map(({ request }) => request)
      .filter((id, n, all) => all.indexOf(id) !== n),
  ).toHaveLength(1);
  expect(cluster.facts("etcd.commit", { verb: "update" }).map(({ revision }) => revision)).toEqual([102, 103]);
  expect(cluster.stored("ConfigMap", "one")).toMatchObject({ data: { a: "3" }, metadata: { annotations: { a: "2" } } });
});

test("planning for webhooks draws no random values that others would miss", () => {
  const create = doAt(1_000, {
    type: "create",
    object: { ...testMap(""), metadata: { generateName: "x-", namespace: "demo" } },
  });
  const names = [[], [hook("a", "stamp", { takes: milliseconds(300) })]].map((webhooks) => {
    const cluster = edited(webhooks, { script: [create] });
    return cluster.facts("etcd.commit").at(-1)?.key;
  });
  expect(names[1]).toBe(names[0]);
});
