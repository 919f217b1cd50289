import type { ReconcilerKind } from "../cluster/reconciler.ts";
import { jsonAt } from "../kubernetes/object.ts";
import { keyOf } from "../kubernetes/object-key.ts";
import { type Asking, getCached } from "./asking.ts";
import { MESSAGING } from "./eventing-kinds.ts";
import { kindIdOf } from "./kind-id.ts";
import { type Child, createChild } from "./knative-children.ts";
import { livingConditions } from "./knative-conditions.ts";
import { DEAD_LETTER_SINK, resolveDeadLetterSink } from "./knative-destination.ts";
import { type KnativeContext, type KnativeEvent, knativeReconciler } from "./knative-reconciler.ts";
import {
  type KnativeResource,
  markFalse,
  markTrue,
  objectAt,
  propagate,
  readyOf,
  setFields,
  textAt,
} from "./knative-resource.ts";
import { itself, noTracks, track, trackersOf, wakeOwner, woken } from "./knative-tracker.ts";
import { controlledBy } from "./owner-reference.ts";

const BACKING = "BackingChannelReady";

/**
 * Knative Eventing's Channel: a channel of the kind that its template names, under its own name, and what that says about itself
 * (`ke:reconciler/channel/channel.go`, `ke:apis/messaging/v1/channel_lifecycle.go`).
 */
export const knativeChannelReconciler: ReconcilerKind = knativeReconciler({
  name: "KnativeChannel",
  primary: "Channel",
  watches: ["Channel", "InMemoryChannel"],
  options: {},
  memory: noTracks,
  conditions: livingConditions(BACKING, "Addressable", DEAD_LETTER_SINK),
  handle: (context) => {
    if (context.kind === "Channel") return woken(context, itself(context.notification.object), "");
    const owned = wakeOwner(context, "messaging.knative.dev", "Channel");
    return woken(context, [...owned, ...trackersOf(context)], "no Channel owns it or names it");
  },
  reconcileKind,
});

function* reconcileKind(channel: KnativeResource, context: KnativeContext): Asking<KnativeEvent> {
  const { object } = channel;
  const { name, namespace = "" } = object.metadata;
  const template = objectAt(object.spec, "channelTemplate");
  const type = {
    apiVersion: textAt(template, "apiVersion") || MESSAGING,
    kind: textAt(template, "kind") || "InMemoryChannel",
  };
  yield* track(kindIdOf(type), keyOf(object), context.key);
  const backing = yield* keepBacking(channel, type);
  if (backing.type === "error") {
    markFalse(channel, BACKING, "ChannelFailure", backing.message);
    return { type: "error", message: `problem reconciling the backing channel: ${backing.message}` };
  }
  const { status } = backing.object;
  setFields(channel, { channel: { ...type, name, namespace } });
  const missing = { reason: "BackingChannelNotConfigured", message: "BackingChannel has not yet been reconciled." };
  propagate(channel, BACKING, readyOf(backing.object), missing);
  setFields(channel, { address: jsonAt(status, "address"), subscribers: jsonAt(status, "subscribers") });
  if (textAt(status, "address", "url") === "") {
    markFalse(channel, "Addressable", "EmptyHostname", "hostname is the empty string");
  } else markTrue(channel, "Addressable");
  const sink = yield* resolveDeadLetterSink(channel, { ...context, namespace });
  return sink === undefined ? undefined : { type: "error", message: sink };
}

function* keepBacking(
  { object }: KnativeResource,
  type: { readonly apiVersion: string; readonly kind: string },
): Asking<Child> {
  const existing = yield* getCached(kindIdOf(type), keyOf(object));
  if (existing !== undefined) return { type: "child", object: existing };
  const { name, namespace = "" } = object.metadata;
  const spec = objectAt(object.spec, "channelTemplate", "spec");
  return yield* createChild({ ...type, metadata: { name, namespace, ownerReferences: [controlledBy(object)] }, spec });
}
