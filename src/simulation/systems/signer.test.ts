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

test("an object that the key may not sign has a failed record, and each call tries anew", () => {
  const ran = run({ reinvocation: "IfNeeded", recordBy: "content" }, [create], { refuses: "Bill/demo/one" });
  expect(signatures(ran)).toBe(0);
  expect(ran.facts("system.lost").map(({ reason }) => reason)).toEqual(["refused", "refused"]);
});
