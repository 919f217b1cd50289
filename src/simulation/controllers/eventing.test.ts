import { expect, test } from "vitest";
import { micros } from "../../base/time.ts";
import type { ReconcilerKind } from "../cluster/reconciler.ts";
import { isJsonList, type JsonObject, jsonAt, type KubeObject, type StringMap } from "../kubernetes/object.ts";
import { type Desk, runByHand } from "./answer-desk.ts";
import { knativeBrokerReconciler } from "./knative-broker.ts";
import { knativeSubscriptionReconciler } from "./knative-subscription.ts";
import { isDerivative, knativeTriggerReconciler } from "./knative-trigger.ts";

// apiserver F.4.
type Sample = {
  name?: string;
  group?: string;
  generation?: number;
  spec?: JsonObject;
  status?: JsonObject;
  annotations?: StringMap;
};

function object(kind: string, options: Sample = {}): KubeObject {
  const { name = "hello", group = "eventing.knative.dev", generation = 1, spec, status, annotations } = options;
  return {
    apiVersion: `${group}/v1`,
    kind,
    metadata: {
      name,
      namespace: "demo",
      uid: `uid-${name}`,
      resourceVersion: "10",
      generation,
      creationTimestamp: "2026-01-01T00:00:00Z",
      ...(annotations === undefined ? {} : { annotations }),
    },
    ...(spec === undefined ? {} : { spec }),
    ...(status === undefined ? {} : { status }),
  };
}

const ready = (status: string, reason = "") => ({
  observedGeneration: 1,
  conditions: [{ type: "Ready", status, reason, message: "", lastTransitionTime: "2026-01-01T00:00:00Z" }],
});

function reconcile(kind: ReconcilerKind, store: readonly KubeObject[], desk: Partial<Desk> = {}) {
  const run = runByHand(kind, "demo/hello", { store, ...desk });
  const requests = run.writes.flat();
  const status = requests.flatMap((request) =>
    request.type === "update" && request.subresource === "status" ? [request.object.status] : [],
  )[0];
  const listed = jsonAt(status, "conditions");
  const conditions = (isJsonList(listed) ? listed : []).map((each) =>
    ["type", "status", "reason"]
      .map((field) => jsonAt(each, field) ?? "")
      .join(" ")
      .trim(),
  );
  return { ...run, requests, status, conditions, error: run.result.error?.message };
}

const classed = { "eventing.knative.dev/broker.class": "MTChannelBasedBroker" };
const channelAnnotations = {
  "knative.dev/channelAPIVersion": "messaging.knative.dev/v1",
  "knative.dev/channelKind": "InMemoryChannel",
  "knative.dev/channelName": "default-kne-trigger",
};
const broker = (options: Sample = {}) =>
  object("Broker", {
    name: "default",
    annotations: classed,
    status: { ...ready("True"), annotations: channelAnnotations },
    ...options,
  });
const display: KubeObject = { ...object("Service", { name: "display" }), apiVersion: "v1" };
const spec = { broker: "default", subscriber: { ref: { apiVersion: "v1", kind: "Service", name: "display" } } };
const trigger = (options: Sample = {}) => object("Trigger", { spec, ...options });

test("a Trigger made before its Broker says so and returns no error", () => {
  const run = reconcile(knativeTriggerReconciler, [trigger()]);
  expect(run.conditions).toContain("BrokerReady False BrokerDoesNotExist");
  expect(run.conditions).toContain("Ready False BrokerDoesNotExist");
  expect(run.result).toEqual({});
});

test("a Broker's event wakes the Triggers that name it", () => {
  const { enqueue } = knativeTriggerReconciler.handle({
    kind: "Broker",
    notification: { type: "add", object: broker(), initial: false },
    memory: {},
    now: micros(0),
    lookUp: () => undefined,
    list: () => [trigger(), object("Trigger", { name: "other", spec: { broker: "elsewhere" } })],
  });
  expect(enqueue).toEqual([{ key: "demo/hello", priority: 0 }]);
});

test("a Broker that is not ready, or not for its newest generation, holds the rest Unknown", () => {
  const waiting = reconcile(knativeTriggerReconciler, [
    trigger(),
    broker({ status: ready("Unknown", "NoAddress") }),
    display,
  ]);
  expect(waiting.conditions).toEqual([
    "BrokerReady Unknown NoAddress",
    "DeadLetterSinkResolved Unknown",
    "DependencyReady Unknown",
    "OIDCIdentityCreated Unknown",
    "Ready Unknown NoAddress",
    "SubscriberResolved Unknown",
    "SubscriptionReady Unknown",
  ]);
  const stale = reconcile(knativeTriggerReconciler, [trigger(), broker({ generation: 2 }), display]);
  expect(stale.requests.filter(({ type }) => type === "create")).toEqual([]);
});

test("a Broker of another class is none of its business", () => {
  const run = reconcile(knativeTriggerReconciler, [trigger(), broker({ annotations: {} }), display]);
  expect(run.conditions.filter((each) => each.includes("False"))).toEqual([]);
  expect(run.requests.filter(({ type }) => type === "create")).toEqual([]);
});

test("a subscriber that does not exist is an error, tracked for the day it does", () => {
  const watched = [...knativeTriggerReconciler.watches, "Service"];
  const run = reconcile(knativeTriggerReconciler, [trigger(), broker()], { watched });
  expect(run.error).toBe('failed to get object demo/display: services "display" not found');
  expect(run.conditions).toContain("SubscriberResolved False Unable to get the Subscriber's URI");
  expect(run.memory).toEqual({ "Service demo/display": ["demo/hello"] });
});

test("a ready Broker gets a Subscription on its channel, named after Broker, Trigger and uid", () => {
  const run = reconcile(knativeTriggerReconciler, [trigger(), broker(), display]);
  expect(run.requests[0]).toMatchObject({
    type: "create",
    object: {
      kind: "Subscription",
      metadata: { name: "default-hello-uid-hello" },
      spec: { channel: { kind: "InMemoryChannel", name: "default-kne-trigger" }, reply: { ref: { kind: "Broker" } } },
    },
  });
  expect(run.conditions).toContain("SubscriptionReady Unknown SubscriptionNotConfigured");
  expect(run.conditions).toContain("DeadLetterSinkResolved True DeadLetterSinkNotConfigured");
});

test("a Subscription with another spec is deleted and made anew", () => {
  const first = reconcile(knativeTriggerReconciler, [trigger(), broker(), display]).requests[0];
  if (first?.type !== "create") throw new Error("no Subscription");
  const made = object("Subscription", {
    name: "default-hello-uid-hello",
    group: "messaging.knative.dev",
    spec: { ...first.object.spec },
  });
  const { ownerReferences = [] } = first.object.metadata;
  const owned: KubeObject = { ...made, metadata: { ...made.metadata, ownerReferences } };
  expect(
    reconcile(knativeTriggerReconciler, [trigger(), broker(), display, owned]).requests.filter(
      ({ type }) => type !== "update",
    ),
  ).toEqual([]);
  const other: KubeObject = { ...owned, spec: { ...owned.spec, subscriber: { uri: "http://elsewhere" } } };
  const run = reconcile(knativeTriggerReconciler, [trigger(), broker(), display, other]);
  expect(run.requests.map(({ type }) => type)).toEqual(["delete", "create", "update"]);
  const foreign = reconcile(knativeTriggerReconciler, [trigger(), broker(), display, made]);
  expect(foreign.conditions).toContain("SubscriptionReady False SubscriptionNotOwnedByTrigger");
});

test("a comparison that is derivative counts only what is wanted", () => {
  expect(isDerivative({ a: "", b: [], c: { d: 1 } }, { a: "x", b: [1], c: { d: 1, e: 2 } })).toBe(true);
  expect(isDerivative({ c: { d: 1 } }, { c: { d: 2 } })).toBe(false);
  expect(isDerivative({ b: [1] }, { b: [1, 2] })).toBe(false);
});

test("a dependency is missing with an error, and not seen yet without one", () => {
  const annotation = {
    "knative.dev/dependency": '{"kind":"PingSource","name":"ping","apiVersion":"sources.knative.dev/v1"}',
  };
  const waiting = trigger({ annotations: annotation });
  const watched = [...knativeTriggerReconciler.watches, "Service", "PingSource"];
  const missing = reconcile(knativeTriggerReconciler, [waiting, broker(), display], { watched });
  expect(missing.conditions).toContain("DependencyReady False DependencyDoesNotExist");
  expect(missing.error).toContain("getting the dependency");
  const stale = object("PingSource", {
    name: "ping",
    group: "sources.knative.dev",
    generation: 2,
    status: ready("True"),
  });
  const unseen = reconcile(knativeTriggerReconciler, [waiting, broker(), display, stale], { watched });
  expect(unseen.conditions).toContain("DependencyReady Unknown GenerationNotEqual");
  expect(unseen.error).toBeUndefined();
});

test("a Broker waits for the address of its channel and takes the kind of it from its ConfigMap", () => {
  const config: KubeObject = {
    ...object("ConfigMap", { name: "config-br-default-channel" }),
    apiVersion: "v1",
    data: { channelTemplateSpec: "apiVersion: messaging.knative.dev/v1\nkind: Channel\n" },
  };
  const mine = object("Broker", {
    annotations: classed,
    spec: { config: { apiVersion: "v1", kind: "ConfigMap", name: "config-br-default-channel" } },
  });
  const watched = [...knativeBrokerReconciler.watches, "Channel"];
  const run = reconcile(knativeBrokerReconciler, [mine, config], { watched });
  expect(run.requests[0]).toMatchObject({
    type: "create",
    object: { kind: "Channel", metadata: { name: "hello-kne-trigger" } },
  });
  expect(run.conditions).toContain("TriggerChannelReady False NoAddress");
  const without = reconcile(knativeBrokerReconciler, [mine], { watched });
  expect(without.error).toBe('configmaps "config-br-default-channel" not found');
  expect(without.conditions).toContain("TriggerChannelReady False ChannelTemplateFailed");
});

test("without a pod of the shared ingress a Broker is not ready", () => {
  const mine = object("Broker", { annotations: classed });
  const channel = object("InMemoryChannel", {
    name: "hello-kne-trigger",
    group: "messaging.knative.dev",
    status: { address: { url: "http://channel" } },
  });
  const watched = [...knativeBrokerReconciler.watches, "Deployment"];
  const run = reconcile(knativeBrokerReconciler, [mine, channel], { watched, options: { dataPlane: "watched" } });
  expect(run.conditions).toContain("IngressReady False EndpointsUnavailable");
  expect(run.conditions).toContain("Ready False EndpointsUnavailable");
  expect(reconcile(knativeBrokerReconciler, [mine, channel]).conditions).toContain("Ready True");
});

const channelRef = { apiVersion: "messaging.knative.dev/v1", kind: "InMemoryChannel", name: "c" };
const subscription = (options: Sample = {}): KubeObject => {
  const made = object("Subscription", {
    group: "messaging.knative.dev",
    spec: { channel: channelRef, subscriber: { uri: "http://display" } },
    ...options,
  });
  return { ...made, metadata: { ...made.metadata, finalizers: ["subscriptions.messaging.knative.dev"] } };
};
const channel = (part: { spec?: JsonObject; status?: JsonObject } = {}) =>
  object("InMemoryChannel", { name: "c", group: "messaging.knative.dev", ...part });
const entry = { uid: "uid-hello", generation: 1, subscriberUri: "http://display" };

test("a Subscription writes itself into its channel and leaves the others there", () => {
  const other = { uid: "other", generation: 4 };
  const run = reconcile(knativeSubscriptionReconciler, [subscription(), channel({ spec: { subscribers: [other] } })]);
  expect(run.requests[0]).toEqual({
    type: "patch",
    kind: "InMemoryChannel",
    key: "demo/c",
    merge: { spec: { subscribers: [other, entry] } },
  });
  expect(run.conditions).toContain("AddedToChannel True");
});

test("a Subscription is ready when the channel serves it in its generation", () => {
  const status = (observedGeneration: number) => ({
    subscribers: [{ uid: "uid-hello", observedGeneration, ready: "True" }],
  });
  const listed = { spec: { subscribers: [entry] } };
  const served = reconcile(knativeSubscriptionReconciler, [subscription(), channel({ ...listed, status: status(1) })]);
  expect(served.conditions).toContain("Ready True");
  const before = reconcile(knativeSubscriptionReconciler, [subscription(), channel({ ...listed, status: status(0) })]);
  expect(before.conditions).toContain("ChannelReady Unknown SubscriptionNotMarkedReadyByChannel");
  // A bare event, Warning too, is no error for the queue.
  expect(before.result).toEqual({});
});

test("a Subscription that is deleted takes itself out, then lets go", () => {
  const added = { conditions: [{ type: "AddedToChannel", status: "True", lastTransitionTime: "" }] };
  const made = subscription({ status: added });
  const leaving: KubeObject = { ...made, metadata: { ...made.metadata, deletionTimestamp: "2026-01-01T00:00:09Z" } };
  const run = reconcile(knativeSubscriptionReconciler, [leaving, channel({ spec: { subscribers: [entry] } })]);
  expect(run.requests).toEqual([
    { type: "patch", kind: "InMemoryChannel", key: "demo/c", merge: { spec: { subscribers: [] } } },
    {
      type: "patch",
      kind: "Subscription",
      key: "demo/hello",
      merge: { metadata: { finalizers: [], resourceVersion: "10" } },
    },
  ]);
});
