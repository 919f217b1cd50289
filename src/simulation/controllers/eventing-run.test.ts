import { expect, test } from "vitest";
import { seconds } from "../../base/time.ts";
import type { Action } from "../cluster/actions.ts";
import type { DraftObject, JsonObject } from "../kubernetes/object.ts";
import { BROKER_CLASS, EVENTING, eventingKinds, MESSAGING } from "./eventing-kinds.ts";
import { conditionNamed, conditionsOf } from "./knative-conditions.ts";
import { existing, runSmallPlan, type SmallPlan, type SmallRun } from "./small-plan.ts";

const metadata = (name: string) => ({ name, namespace: "demo" });
const broker: DraftObject = {
  apiVersion: EVENTING,
  kind: "Broker",
  metadata: { ...metadata("default"), annotations: { [BROKER_CLASS.annotation]: BROKER_CLASS.value } },
};
const trigger: DraftObject = {
  apiVersion: EVENTING,
  kind: "Trigger",
  metadata: metadata("hello"),
  spec: { broker: "default", subscriber: { ref: { apiVersion: "v1", kind: "Service", name: "display" } } },
};
const display: DraftObject = { apiVersion: "v1", kind: "Service", metadata: metadata("display") };

function run(given: readonly DraftObject[], script: SmallPlan["script"] = [], channel: JsonObject = {}): SmallRun {
  const controllers = [
    { reconciler: "KnativeBroker", watches: ["Broker", "InMemoryChannel"] },
    { reconciler: "KnativeTrigger", watches: ["Trigger", "Broker", "Subscription", "Service"] },
    { reconciler: "KnativeSubscription", watches: ["Subscription", "InMemoryChannel", "Channel", "Broker"] },
    { reconciler: "KnativeInMemoryChannel", watches: ["InMemoryChannel"], options: channel },
    { reconciler: "KnativeChannel", watches: ["Channel", "InMemoryChannel"] },
  ];
  return runSmallPlan({ controllers, crds: eventingKinds, given, script, until: seconds(10) });
}

const at = (time: number, action: Action) => ({ at: seconds(time), action });
const conditionOf = (result: SmallRun, kind: string, name: string, type = "Ready") =>
  conditionNamed(conditionsOf(existing(result, kind, name).status), type);

test("a Trigger made before its Broker is Ready once that is there, without an error in between", () => {
  const result = run([trigger, display], [at(3, { type: "create", object: broker })]);
  expect(conditionOf(result, "Trigger", "hello")?.status).toBe("True");
  const [subscription] = result.all("Subscription");
  expect(conditionNamed(conditionsOf(subscription?.status), "Ready")?.status).toBe("True");
  expect(existing(result, "InMemoryChannel", "default-kne-trigger").spec?.subscribers).toHaveLength(1);
  const errors = result.facts("reconcile.end").filter(({ row }) => row === "1b");
  expect(errors.map(({ message }) => message)).toEqual([]);
  expect(result.violations).toEqual([]);
});

test("a subscriber that comes later wakes the Trigger through the tracker", () => {
  const result = run([broker, trigger], [at(6, { type: "create", object: display })]);
  expect(conditionOf(result, "Trigger", "hello")?.status).toBe("True");
  expect(existing(result, "Trigger", "hello").status?.subscriberUri).toBe("http://display.demo.svc.cluster.local");
});

test("with its dispatcher down a channel has no address, and the Trigger says why it waits", () => {
  const result = run([broker, trigger, display], [], { dispatcher: "down" });
  expect(conditionOf(result, "Trigger", "hello", "BrokerReady")).toMatchObject({
    status: "False",
    reason: "NoAddress",
  });
});

test("a deleted Trigger's Subscription would leave its channel: deleting the Subscription does", () => {
  const first = run([broker, trigger, display]);
  const { name = "" } = first.all("Subscription")[0]?.metadata ?? {};
  const target = { kind: "Subscription", namespace: "demo", name };
  const result = run([broker, trigger, display], [at(5, { type: "delete", target })]);
  // The Trigger makes it again at its event: one subscriber, another uid.
  const uid = (each: SmallRun) => each.all("Subscription")[0]?.metadata.uid;
  expect(uid(result)).not.toBe(uid(first));
  expect(existing(result, "InMemoryChannel", "default-kne-trigger").spec?.subscribers).toMatchObject([
    { uid: uid(result) },
  ]);
});

test("a Channel stands in front of an in-memory one of its name, and a Subscription to it reaches that", () => {
  const channel: DraftObject = { apiVersion: MESSAGING, kind: "Channel", metadata: metadata("events") };
  const subscription: DraftObject = {
    apiVersion: MESSAGING,
    kind: "Subscription",
    metadata: metadata("direct"),
    spec: {
      channel: { apiVersion: MESSAGING, kind: "Channel", name: "events" },
      subscriber: { uri: "http://display" },
    },
  };
  const result = run([channel, subscription]);
  expect(conditionOf(result, "Channel", "events")?.status).toBe("True");
  expect(conditionOf(result, "Subscription", "direct")?.status).toBe("True");
  expect(existing(result, "InMemoryChannel", "events").spec?.subscribers).toHaveLength(1);
});
