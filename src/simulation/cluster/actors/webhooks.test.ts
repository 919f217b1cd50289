import { expect, test } from "vitest";
import { defined } from "../../../base/assert.ts";
import { micros, milliseconds, seconds } from "../../../base/time.ts";
import { kindRegistry } from "../../kubernetes/kind-registry.ts";
import type { DraftObject } from "../../kubernetes/object.ts";
import { frameOf } from "../frame-of.ts";
import type { Webhook } from "../plan.ts";
import type { AdmissionReview } from "../server/admission.ts";
import { prepareForCreate } from "../server/strategy.ts";
import { doAt, editMap, type TestPlan, testCluster, testMap } from "./test-cluster.ts";
import { admitWith, answerTimes } from "./webhooks.ts";

function hook(name: string, does: Webhook["does"], fields: Partial<Webhook> = {}): Webhook {
  const usual = {
    type: "mutating",
    operations: ["CREATE", "UPDATE"],
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

test("nothing is called for other kinds and operations, for the status, and by the other type's phase", () => {
  const info = defined(kindRegistry([])["Pod"], "Pod");
  for (const type of ["mutating", "validating"] as const) {
    const admit = admitWith([hook("a", "deny", { type })]);
    const phase = type === "mutating" ? "validating" : "mutating";
    for (const other of [{ info }, { operation: "DELETE" }, { subresource: "status" }, { phase }] as const)
      expect(admit(review({ phase: type, ...other }))).toMatchObject({ type: "allowed", calls: [] });
    expect(admit(review({ phase: type })).calls).toHaveLength(1);
  }
});

// From here: as:admission/plugin/webhook/validating/dispatcher.go:Dispatch, errors/statuserror.go:ToStatusErr @v0.36.3.
const validating = { phase: "validating" } as const;
function validator(name: string, does: Webhook["does"], fields: Partial<Webhook> = {}): Webhook {
  return hook(name, does, { type: "validating", ...fields });
}

test("validating webhooks are asked once each, all of them, also when one has refused", () => {
  const hooks = [validator("c", "allow"), validator("b", "deny"), validator("a", "allow")];
  const verdict = admitWith(hooks)(review(validating));
  expect(verdict.calls).toEqual([
    { hook: "a", verdict: "unchanged", round: 1 },
    { hook: "b", verdict: "denied", round: 1 },
    { hook: "c", verdict: "unchanged", round: 1 },
  ]);
  expect(verdict).toMatchObject({ type: "denied", status: { code: 400 } });
});

test("of several refusals the client hears the one that came first", () => {
  const slow = validator("a", "deny", { message: "slow", takes: milliseconds(30) });
  const quick = validator("b", "deny", { message: "quick", takes: milliseconds(10) });
  const dead = validator("c", "allow", { takes: seconds(11) });
  expect(admitWith([slow, quick, dead])(review(validating))).toMatchObject({
    type: "denied",
    status: { code: 400, message: 'admission webhook "b" denied the request: quick' },
  });
  expect(admitWith([dead])(review(validating))).toMatchObject({
    type: "failed",
    status: {
      code: 500,
      message: 'Internal error occurred: failed calling webhook "c": failed to call webhook: context deadline exceeded',
    },
  });
});

test("failurePolicy is about calls that fail, not about refusals", () => {
  const ignore = { failurePolicy: "Ignore" } as const;
  expect(admitWith([validator("a", "fail", ignore)])(review(validating)).type).toBe("allowed");
  expect(admitWith([validator("a", "deny", ignore)])(review(validating)).type).toBe("denied");
});

test("a webhook may refuse some objects and not others; of a deletion it sees the object as it was", () => {
  const info = defined(kindRegistry([])["ConfigMap"], "ConfigMap");
  const admit = admitWith([validator("a", "deny", { denies: { "data.a": "1" }, operations: ["CREATE", "DELETE"] })]);
  expect(admit(review(validating)).type).toBe("denied");
  expect(admit(review({ ...validating, object: testMap("one", { a: "2" }) })).type).toBe("allowed");
  const old = prepareForCreate(info, testMap("one"), {
    name: "one",
    namespace: "demo",
    uid: "u",
    now: micros(0),
  }).object;
  expect(admit(review({ ...validating, operation: "DELETE", object: undefined, old })).type).toBe("denied");
});

test("calls of validating webhooks take as long as the slowest of them, after the mutating ones", () => {
  const hooks = [
    hook("a", "stamp", { takes: milliseconds(20) }),
    hook("b", "stamp", { takes: milliseconds(30) }),
    validator("c", "allow", { takes: milliseconds(200) }),
    validator("d", "allow", { takes: milliseconds(100) }),
  ];
  const calls = (...names: readonly string[]) => names.map((name) => ({ hook: name }));
  expect(answerTimes(hooks, calls("a", "b", "c", "d"))).toEqual([20_000, 50_000, 250_000, 150_000]);
  expect(answerTimes(hooks, calls("a"))).toEqual([20_000]);
  expect(answerTimes([validator("c", "allow", { takes: seconds(60) })], calls("c"))).toEqual([10_000_000]);
  const cluster = edited(hooks, { script: [doAt(1_000, editMap("one", "2"))] });
  expect(cluster.times({ type: "etcd.commit", verb: "update" })).toEqual([1_252]);
  expect(cluster.stored("ConfigMap", "one")?.metadata.annotations).toEqual({ a: "1", b: "1" });
});

// fidelity D.1, D.7: mutating, then the schema, then validating, which sees what is left of both.
const crd = {
  kind: "Tank",
  group: "example.com",
  plural: "tanks",
  schema: { type: "object", properties: { spec: { properties: { size: { type: "integer", maximum: 9 } } } } },
} as const;

function tank(size: number): DraftObject {
  return {
    apiVersion: "example.com/v1",
    kind: "Tank",
    metadata: { name: "one", namespace: "demo" },
    spec: { size, engine: "old" },
  };
}

test("the schema stands between both phases: what it refuses no validating webhook sees, and those see what the others made", () => {
  const stamp = hook("z-stamp", "stamp", { kinds: ["Tank"] });
  const policy = validator("a-policy", "deny", {
    kinds: ["Tank"],
    denies: { "metadata.annotations.z-stamp": "1", "spec.engine": "old" },
    message: "the old engine is not sold any more",
  });
  const calls = (size: number) => {
    const cluster = edited([policy, stamp], {
      cluster: { webhooks: [policy, stamp], crds: [crd] },
      given: [],
      script: [doAt(1_000, { type: "create", object: tank(size) })],
    });
    return {
      called: cluster.facts("api.admission").map(({ phase, hook: name, verdict }) => `${phase} ${name} ${verdict}`),
      answer: cluster.facts("api.response", { client: "user" }).map(({ code, message }) => `${code} ${message}`),
      stored: cluster.stored("Tank", "one"),
    };
  };
  expect(calls(10)).toMatchObject({ called: ["mutating z-stamp changed"], stored: undefined });
  expect(calls(10).answer[0]).toMatch(/^422 Tank.example.com "one" is invalid: spec.size/);
  expect(calls(5)).toEqual({
    called: ["mutating z-stamp changed", "validating a-policy denied"],
    answer: ['400 admission webhook "a-policy" denied the request: the old engine is not sold any more'],
    stored: undefined,
  });
});

test("an update that ends in 409 never comes to its validating webhooks", () => {
  const stale = { metadata: { resourceVersion: "1" }, data: { a: "2" } };
  const target = { kind: "ConfigMap", namespace: "demo", name: "one" };
  const hooks = [hook("a", "stamp"), validator("b", "allow")];
  const cluster = edited(hooks, { script: [doAt(1_000, { type: "patch", target, merge: stale })] });
  expect(cluster.facts("api.admission").map(({ hook: name }) => name)).toEqual(["a"]);
});

test("the frame counts the calls of each webhook, and those that stopped a request", () => {
  const hooks = [
    validator("b", "deny", { denies: { "data.a": "3" } }),
    validator("a", "fail", { failurePolicy: "Ignore" }),
    hook("z", "stamp"),
    validator("c", "allow", { kinds: ["Pod"] }),
  ];
  const cluster = edited(hooks, { script: [doAt(1_000, editMap("one", "2")), doAt(2_000, editMap("one", "3"))] });
  expect(frameOf(cluster.world()).webhooks).toEqual([
    { name: "z", type: "mutating", kinds: ["ConfigMap"], calls: 2, refused: 0 },
    { name: "a", type: "validating", kinds: ["ConfigMap"], calls: 2, refused: 0 },
    { name: "b", type: "validating", kinds: ["ConfigMap"], calls: 2, refused: 1 },
    { name: "c", type: "validating", kinds: ["Pod"], calls: 0, refused: 0 },
  ]);
});

function edited(webhooks: readonly Webhook[], plan: TestPlan = {}) {
  const cluster = testCluster({ controllers: [], cluster: { webhooks }, given: [testMap("one")], ...plan });
  cluster.run(seconds(5));
  return cluster;
}

test("a write waits for its webhooks, and for etcd after them", () => {
  const webhooks = [hook("a", "stamp", { takes: milliseconds(300) }), hook("b", "stamp", { takes: milliseconds(200) })];
  const cluster = edited(webhooks, { script: [doAt(1_000, editMap("one", "2"))] });
  // Sent at 1,000; each is told when it has answered.
  expect(cluster.times({ type: "api.admission" })).toEqual([1_301, 1_501]);
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
