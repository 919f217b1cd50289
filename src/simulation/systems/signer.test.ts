import { expect, test } from "vitest";
import { milliseconds, seconds } from "../../base/time.ts";
import type { Action } from "../cluster/actions.ts";
import type { Webhook } from "../cluster/plan.ts";
import type { JsonObject } from "../kubernetes/object.ts";
import { runSystems, type SystemRun } from "./system-run.ts";

const crds = [{ kind: "Bill", group: "sign.example.com", plural: "bills", version: "v1", namespaced: true }] as const;
const common = {
  type: "mutating",
  operations: ["CREATE", "UPDATE"],
  kinds: ["Bill"],
  failurePolicy: "Fail",
  takes: milliseconds(5),
} as const;
const label: Webhook = { ...common, name: "b-label", reinvocation: "Never", does: "stampOnce" };
const create: Action = {
  type: "create",
  object: {
    apiVersion: "sign.example.com/v1",
    kind: "Bill",
    metadata: { name: "one", namespace: "demo" },
    spec: { amount: 1 },
  },
};
const change = (stale: boolean): Action => ({
  type: "patch",
  target: { kind: "Bill", namespace: "demo", name: "one" },
  merge: { ...(stale ? { metadata: { resourceVersion: "1" } } : {}), spec: { amount: 2 } },
});

function run(
  hook: { readonly reinvocation: Webhook["reinvocation"]; readonly recordBy: NonNullable<Webhook["recordBy"]> },
  actions: readonly Action[],
  options: JsonObject = {},
): SystemRun {
  const sign: Webhook = { ...common, ...hook, name: "a-sign", does: "sign", signer: "signer" };
  return runSystems({
    systems: [{ name: "signer", kind: "Signer", options }],
    crds,
    webhooks: [label, sign],
    script: actions.map((action, index) => ({ at: seconds(index + 1), action })),
    until: seconds(60),
  });
}

const signatures = (ran: SystemRun) => ran.facts("system.signed").length;

test.each([
  ["Never", "none", 1],
  ["IfNeeded", "none", 2],
  ["IfNeeded", "review", 2],
  ["IfNeeded", "content", 1],
] as const)("a creation with %s and records by %s is signed %i times", (reinvocation, recordBy, times) => {
  expect(signatures(run({ reinvocation, recordBy }, [create]))).toBe(times);
});

test("called again for one creation, only a record of the content keeps it at one signature", () => {
  const ran = run({ reinvocation: "IfNeeded", recordBy: "content" }, [create]);
  expect(ran.facts("api.admission").map(({ hook, round }) => `${hook}${round}`)).toEqual([
    "a-sign1",
    "b-label1",
    "a-sign2",
  ]);
  expect(ran.facts("system.reused")).toMatchObject([{ key: "Bill/demo/one", signature: 1 }]);
});

test("an update that ends in 409 was signed all the same; its retry reuses the record", () => {
  const bare = run({ reinvocation: "IfNeeded", recordBy: "none" }, [create, change(true), change(false)]);
  expect(bare.facts("api.response", "server/a").map(({ code }) => code)).toEqual(
    expect.arrayContaining([201, 409, 200]),
  );
  expect(signatures(bare)).toBe(4);
  const recorded = run({ reinvocation: "IfNeeded", recordBy: "content" }, [create, change(true), change(false)]);
  expect(signatures(recorded)).toBe(2);
});

const tell = (event: string, about = "-"): Action => ({ type: "tell", system: "signer", event, about });
const content = { reinvocation: "Never", recordBy: "content" } as const;
const answers = (ran: SystemRun) =>
  ran.facts("api.response", "server/a").map(({ code, message }) => `${code} ${message.slice(0, 60)}`);
const states = (ran: SystemRun) =>
  ran.facts("machine.transition", "signer/record-").map(({ from, to }) => `${from}→${to}`);

test("an object that the key may not sign is refused with its reason, is not stored, and stays refused however often it is asked", () => {
  const ran = run(content, [create, create], { refuses: "Bill/demo/one" });
  expect(signatures(ran)).toBe(0);
  expect(ran.facts("system.lost").map(({ reason }) => reason)).toEqual(["refused"]);
  expect(ran.facts("system.repeated")).toMatchObject([{ what: "refusal", times: 2 }]);
  const refusal = 'admission webhook "a-sign" denied the request: the key must not be used for this object';
  expect(ran.facts("api.response", "server/a").map(({ code, message }) => [code, message])).toEqual([
    [400, refusal],
    [400, refusal],
  ]);
  expect(ran.get("Bill", "one")).toBeUndefined();
});

test("without an answer of the key store the record has failed when the guard is over, and the same id is tried again", () => {
  const ran = run(content, [tell("outage"), create, tell("recover"), create], { guardMs: 300 });
  expect(answers(ran)).toEqual([
    expect.stringMatching(/^400 admission webhook "a-sign" denied the request: there is no/),
    expect.stringMatching(/^201/),
  ]);
  expect(states(ran)).toEqual(["→PENDING", "PENDING→FAILED", "FAILED→PENDING", "PENDING→SIGNED"]);
  expect(new Set(ran.facts("system.signed").map(({ id }) => id)).size).toBe(1);
  const [failed] = ran.events.filter(({ fact }) => fact.type === "system.lost");
  // Asked at 2 s; 2 ms on the way.
  expect(failed?.at).toBe(milliseconds(2_302));
});

test("a server that has waited ten seconds gives up; the signature is made all the same, and only a record knows that", () => {
  const slow = [tell("slow", "12000"), create];
  const later = [...Array(14).fill(tell("recover")), create];
  const known = run(content, [...slow, ...later]);
  expect(answers(known)).toEqual([
    expect.stringMatching(/^500 Internal error occurred: failed calling webhook "a-sign"/),
    expect.stringMatching(/^201/),
  ]);
  expect(signatures(known)).toBe(1);
  expect(known.facts("system.reused")).toHaveLength(1);
  const unknown = run({ reinvocation: "Never", recordBy: "none" }, [...slow, ...later]);
  expect(signatures(unknown)).toBe(2);
});

test("a signer that does not run fails the call, and signs nothing", () => {
  const ran = run(content, [{ type: "crash", process: "signer" }, create]);
  expect(answers(ran)).toEqual([expect.stringMatching(/^500 Internal error occurred: failed calling webhook/)]);
  expect(signatures(ran)).toBe(0);
});

test("what a signer cannot be told is said to be missing", () => {
  const ran = run(content, [tell("slow", "soon"), tell("hurry")]);
  expect(ran.facts("fault.missed").map(({ reason }) => reason)).toEqual([
    "slow by 1 to 60000 ms",
    "a signer can be told outage, slow and recover",
  ]);
});
