import { namespaceName, readOptions, word } from "../cluster/options.ts";
import type { ReconcilerKind } from "../cluster/reconciler.ts";
import { type DraftObject, type JsonObject, jsonAt, type KubeObject } from "../kubernetes/object.ts";
import { objectKey } from "../kubernetes/object-key.ts";
import { type Asking, getCached, note } from "./asking.ts";
import { BROKER_CLASS, MESSAGING } from "./eventing-kinds.ts";
import { kindIdOf } from "./kind-id.ts";
import { type Child, createChild } from "./knative-children.ts";
import { livingConditions } from "./knative-conditions.ts";
import { DEAD_LETTER_SINK, resolveDeadLetterSink } from "./knative-destination.ts";
import { type KnativeContext, type KnativeEvent, knativeReconciler } from "./knative-reconciler.ts";
import { type KnativeResource, markFalse, markTrue, objectAt, setFields, textAt } from "./knative-resource.ts";
import { allTrackers, itself, noTracks, track, trackersOf, wakeOwner, woken } from "./knative-tracker.ts";
import { controlledBy } from "./owner-reference.ts";
import { numberAt } from "./replica-set-spec.ts";

const CHANNEL = "TriggerChannelReady";
const FILTER = "FilterReady";
const INGRESS = "IngressReady";
const ADDRESSABLE = "Addressable";
const POLICIES = "EventPoliciesReady";

const OPTIONS = {
  /**
   * `watched`: ingress and filter are ready when the Deployments `mt-broker-ingress` and `mt-broker-filter` have a pod to serve; upstream
   * looks at their EndpointSlices.
   */
  dataPlane: word("assumed", "watched"),
  systemNamespace: namespaceName("knative-eventing"),
};

/**
 * Knative Eventing's Broker of the class MTChannelBasedBroker: a channel for all its Triggers, and an address at the shared ingress
 * (`ke:reconciler/broker/broker.go`). It reads the ConfigMap that names the kind of channel where a Broker names one. Left out: certificates, event policies (authorization is off).
 */
export const knativeBrokerReconciler: ReconcilerKind = knativeReconciler({
  name: "KnativeBroker",
  primary: "Broker",
  watches: ["Broker", "InMemoryChannel"],
  alsoWatches: (options) => (readOptions(OPTIONS, options).dataPlane === "watched" ? ["Deployment"] : []),
  options: OPTIONS,
  memory: noTracks,
  conditions: livingConditions(INGRESS, CHANNEL, FILTER, ADDRESSABLE, DEAD_LETTER_SINK, POLICIES),
  onlyClass: BROKER_CLASS,
  handle: (context) => {
    const { kind, notification } = context;
    if (kind === "Broker") return woken(context, itself(notification.object), "");
    if (kind === "Deployment") {
      const isShared = notification.object.metadata.name.startsWith("mt-broker-");
      return woken(context, isShared ? allTrackers(context) : [], "not a part of the Brokers' data plane");
    }
    const owned = wakeOwner(context, "eventing.knative.dev", "Broker");
    return woken(context, [...owned, ...trackersOf(context)], "no Broker owns it or names it");
  },
  reconcileKind,
});

function* reconcileKind(broker: KnativeResource, context: KnativeContext): Asking<KnativeEvent> {
  const { key } = context;
  const { namespace = "", name } = broker.object.metadata;
  const template = yield* channelTemplate(broker.object, context);
  if (typeof template === "string") {
    markFalse(broker, CHANNEL, "ChannelTemplateFailed", `Error on setting up the ChannelTemplate: ${template}`);
    return { type: "error", message: template };
  }
  const channelName = `${name}-kne-trigger`;
  yield* track(kindIdOf(template), objectKey(namespace, channelName), key);
  const channel = yield* keepChannel(broker.object, template, channelName);
  if (channel.type === "error") {
    markFalse(broker, CHANNEL, "ChannelFailure", channel.message);
    return { type: "error", message: `failed to reconcile trigger channel: ${channel.message}` };
  }
  const address = textAt(channel.object.status, "address", "url");
  if (address === "") {
    yield* note(`channel ${channelName} has no address yet`);
    markFalse(broker, CHANNEL, "NoAddress", "Channel does not have an address.");
    return undefined;
  }
  setFields(broker, {
    annotations: {
      "knative.dev/channelAPIVersion": template.apiVersion,
      "knative.dev/channelAddress": address,
      "knative.dev/channelKind": template.kind,
      "knative.dev/channelName": channelName,
    },
  });
  markTrue(broker, CHANNEL);
  yield* markDataPlane(broker, context);
  const sink = yield* resolveDeadLetterSink(broker, { ...context, namespace });
  if (sink !== undefined) return { type: "error", message: sink };
  const message = 'Feature "authentication-oidc" must be enabled to support Authorization';
  markTrue(broker, POLICIES, { reason: "OIDCDisabled", message });
  setFields(broker, {
    address: { url: `http://broker-ingress.knative-eventing.svc.cluster.local/${namespace}/${name}` },
  });
  markTrue(broker, ADDRESSABLE);
  return undefined;
}

/** Whether the shared ingress and filter can serve (`ke:apis/eventing/v1/broker_lifecycle.go:PropagateFilterAvailability`). */
function* markDataPlane(broker: KnativeResource, { options }: KnativeContext): Asking<void> {
  const { dataPlane, systemNamespace } = readOptions(OPTIONS, options);
  for (const [condition, part] of [
    [FILTER, "filter"],
    [INGRESS, "ingress"],
  ] as const) {
    const place = objectKey(systemNamespace, `mt-broker-${part}`);
    const isServing =
      dataPlane === "assumed" || numberAt((yield* getCached("Deployment", place))?.status, "availableReplicas", 0) > 0;
    if (isServing) markTrue(broker, condition);
    else markFalse(broker, condition, "EndpointsUnavailable", `Endpoints "broker-${part}" are unavailable.`);
  }
}

/** What kind of channel the Broker's ConfigMap asks for; in-memory where it names none. An error text if the ConfigMap says nothing (`config.go`). */
function* channelTemplate(
  broker: KubeObject,
  { key }: KnativeContext,
): Asking<{ readonly apiVersion: string; readonly kind: string } | string> {
  const config = objectAt(broker.spec, "config");
  const name = textAt(config, "name");
  if (name === "") return { apiVersion: MESSAGING, kind: "InMemoryChannel" };
  const place = objectKey(textAt(config, "namespace") || broker.metadata.namespace, name);
  yield* track("ConfigMap", place, key);
  const found = yield* getCached("ConfigMap", place);
  if (found === undefined) return `configmaps "${name}" not found`;
  const text = textAt(found.data, "channelTemplateSpec") || textAt(found.data, "channel-template-spec");
  const apiVersion = /apiVersion:\s*"?([^\s"]+)/.exec(text)?.[1];
  const kind = /kind:\s*"?([^\s"]+)/.exec(text)?.[1];
  if (apiVersion === undefined || kind === undefined) return `configmap "${name}" has no channel template`;
  return { apiVersion, kind };
}

function* keepChannel(
  broker: KubeObject,
  template: { readonly apiVersion: string; readonly kind: string },
  name: string,
): Asking<Child> {
  const { namespace = "" } = broker.metadata;
  const existing = yield* getCached(kindIdOf(template), objectKey(namespace, name));
  if (existing !== undefined) return { type: "child", object: existing };
  const delivery = jsonAt(broker.spec, "delivery");
  const spec: JsonObject = delivery === undefined ? {} : { delivery };
  const draft: DraftObject = {
    ...template,
    metadata: {
      name,
      namespace,
      labels: { "eventing.knative.dev/broker": broker.metadata.name, "eventing.knative.dev/brokerEverything": "true" },
      annotations: { "eventing.knative.dev/scope": "cluster" },
      ownerReferences: [controlledBy(broker)],
    },
    spec,
  };
  return yield* createChild(draft);
}
