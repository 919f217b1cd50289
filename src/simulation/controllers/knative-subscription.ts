import type { ReconcilerKind } from "../cluster/reconciler.ts";
import { jsonEqual } from "../kubernetes/json-equal.ts";
import { isJsonList, isJsonObject, type Json, jsonAt, type KubeObject } from "../kubernetes/object.ts";
import { keyOf, objectKey } from "../kubernetes/object-key.ts";
import { type Asking, enterPhase, failureOf, getCached, note, write } from "./asking.ts";
import { kindIdOf } from "./kind-id.ts";
import { livingConditions } from "./knative-conditions.ts";
import { resolveDestination } from "./knative-destination.ts";
import { type KnativeContext, type KnativeEvent, knativeReconciler } from "./knative-reconciler.ts";
import {
  isMarked,
  type KnativeResource,
  markFalse,
  markTrue,
  markUnknown,
  objectAt,
  setFields,
  textAt,
} from "./knative-resource.ts";
import { itself, noTracks, track, trackersOf, woken } from "./knative-tracker.ts";

const REFERENCES = "ReferencesResolved";
const ADDED = "AddedToChannel";
const CHANNEL_READY = "ChannelReady";
const OIDC = "OIDCIdentityCreated";
const NOT_MARKED = "SubscriptionNotMarkedReadyByChannel";

/**
 * Knative Eventing's Subscription: it writes itself into the subscribers of its channel and waits until the channel says that it serves
 * this generation (`ke:reconciler/subscription/subscription.go`). Failures are events, so the queue does not try again: the tracker wakes
 * it. Left out: delivery options, service accounts (OIDC is off), channels of another namespace.
 */
export const knativeSubscriptionReconciler: ReconcilerKind = knativeReconciler({
  name: "KnativeSubscription",
  primary: "Subscription",
  watches: ["Subscription"],
  options: {},
  memory: noTracks,
  conditions: livingConditions(REFERENCES, ADDED, CHANNEL_READY, OIDC),
  handle: (context) =>
    context.kind === "Subscription"
      ? woken(context, itself(context.notification.object), "")
      : woken(context, trackersOf(context), "no Subscription names it"),
  reconcileKind,
  finalize: { finalizer: "subscriptions.messaging.knative.dev", finalizeKind },
});

function* reconcileKind(subscription: KnativeResource, context: KnativeContext): Asking<KnativeEvent> {
  markTrue(subscription, OIDC, { reason: "authentication-oidc feature disabled", message: "" });
  const channel = yield* channelOf(subscription, context);
  if (channel.type !== "channel") return channel;
  const unresolved = yield* resolveAll(subscription, context);
  if (unresolved !== undefined) return unresolved;
  const synced = yield* sync(subscription, channel.object);
  if (synced !== undefined) return synced;
  return checkChannel(subscription, channel.object);
}

/** The channel that carries events: for a Channel the one behind it. */
function* channelOf(
  subscription: KnativeResource,
  context: KnativeContext,
): Asking<Exclude<KnativeEvent, undefined> | { readonly type: "channel"; readonly object: KubeObject }> {
  const { namespace } = subscription.object.metadata;
  let ref = objectAt(subscription.object.spec, "channel");
  for (let depth = 0; depth < 2; depth++) {
    const type = { apiVersion: textAt(ref, "apiVersion"), kind: textAt(ref, "kind") };
    const id = kindIdOf(type);
    const key = objectKey(namespace, textAt(ref, "name"));
    if (context.watched.includes(id)) yield* track(id, key, context.key);
    const found = context.watched.includes(id) ? yield* getCached(id, key) : undefined;
    if (found === undefined) return notResolved(subscription, `${type.kind} "${textAt(ref, "name")}" not found`);
    if (id !== "Channel") return { type: "channel", object: found };
    const behind = jsonAt(found.status, "channel");
    if (!isJsonObject(behind)) {
      const message = `Failed to get Spec.Channel or backing channel: channel is nil`;
      markUnknown(subscription, REFERENCES, "ChannelReferenceFailed", message);
      return { type: "event", level: "Warning", reason: "ChannelReferenceFailed", message };
    }
    ref = behind;
  }
  return notResolved(subscription, "a Channel behind a Channel");
}

function notResolved(subscription: KnativeResource, what: string) {
  const message = `Failed to get Spec.Channel or backing channel: ${what}`;
  markFalse(subscription, REFERENCES, "ChannelReferenceFailed", message);
  return { type: "event", level: "Warning", reason: "ChannelReferenceFailed", message } as const;
}

/** Subscriber and reply as addresses (`subscription.go:resolveSubscriptionURIs`). */
function* resolveAll(subscription: KnativeResource, context: KnativeContext): Asking<KnativeEvent> {
  const asker = { ...context, namespace: subscription.object.metadata.namespace ?? "" };
  const addresses: Record<string, Json> = {};
  for (const [field, address, reason] of [
    ["subscriber", "subscriberUri", "SubscriberResolveFailed"],
    ["reply", "replyUri", "ReplyResolveFailed"],
  ] as const) {
    const destination = jsonAt(subscription.object.spec, field);
    if (destination === undefined) continue;
    const resolved = yield* resolveDestination(destination, asker);
    if (resolved.type === "error") {
      const message = `Failed to resolve spec.${field}: ${resolved.message}`;
      markFalse(subscription, REFERENCES, reason, message);
      return { type: "event", level: "Warning", reason, message };
    }
    addresses[address] = resolved.uri;
  }
  setFields(subscription, { physicalSubscription: addresses });
  markTrue(subscription, REFERENCES);
  return undefined;
}

/** Writes the Subscription into its channel if it is not there as it is now; the channel's event is the next turn (`syncChannel`). */
function* sync(subscription: KnativeResource, channel: KubeObject): Asking<KnativeEvent> {
  const { metadata } = subscription.object;
  const { subscriberUri, replyUri } = objectAt(subscription.status, "physicalSubscription");
  const entry: Json = {
    uid: metadata.uid,
    generation: metadata.generation ?? 0,
    ...(subscriberUri === undefined ? {} : { subscriberUri }),
    ...(replyUri === undefined ? {} : { replyUri }),
  };
  const before = subscribersIn(channel.spec);
  if (before.some((each) => jsonEqual(each, entry))) {
    markTrue(subscription, ADDED);
    return undefined;
  }
  yield* note(`write itself into ${channel.kind} ${channel.metadata.name}`);
  const error = yield* patchSubscribers(channel, [
    ...before.filter((each) => textAt(each, "uid") !== metadata.uid),
    entry,
  ]);
  if (error !== undefined) {
    const message = `Failed to synchronize to channel "${channel.metadata.name}": ${error}`;
    markFalse(subscription, ADDED, "PhysicalChannelSyncFailed", message);
    return { type: "event", level: "Warning", reason: "PhysicalChannelSyncFailed", message };
  }
  markTrue(subscription, ADDED);
  const message = `Subscription was synchronized to channel "${channel.metadata.name}"`;
  return { type: "event", level: "Normal", reason: "SubscriberSync", message };
}

/** What the channel says about this Subscription in this generation (`checkChannelStatusForSubscription`). */
function checkChannel(subscription: KnativeResource, channel: KubeObject): KnativeEvent {
  const { uid, generation = 0, name } = subscription.object.metadata;
  const entry = subscribersIn(channel.status).find(
    (each) => textAt(each, "uid") === uid && jsonAt(each, "observedGeneration") === generation,
  );
  if (entry === undefined) {
    const cause = `subscription "${name}" not present in channel "${channel.metadata.name}" subscriber's list`;
    const message = `Failed to get subscription status: ${cause}`;
    markUnknown(subscription, CHANNEL_READY, NOT_MARKED, message);
    return { type: "event", level: "Warning", reason: NOT_MARKED, message: cause };
  }
  const ready = textAt(entry, "ready");
  if (ready === "True") markTrue(subscription, CHANNEL_READY);
  else if (ready === "False")
    markFalse(subscription, CHANNEL_READY, NOT_MARKED, "Subscription marked by Channel as False");
  else markUnknown(subscription, CHANNEL_READY, NOT_MARKED, "Subscription marked by Channel as Unknown");
  return undefined;
}

/** Takes the Subscription out of its channel, if it was put in and the channel is still there (`FinalizeKind`). */
function* finalizeKind(subscription: KnativeResource, context: KnativeContext): Asking<KnativeEvent> {
  const channel = yield* channelOf(subscription, context);
  if (channel.type !== "channel" || !isMarked(subscription, ADDED, "True")) return undefined;
  const { uid } = subscription.object.metadata;
  const others = subscribersIn(channel.object.spec).filter((each) => textAt(each, "uid") !== uid);
  yield* note(`take itself out of ${channel.object.kind} ${channel.object.metadata.name}`);
  const error = yield* patchSubscribers(channel.object, others);
  return error === undefined ? undefined : { type: "error", message: error };
}

/** A patch without a version: who else writes the list at the same time may be lost, and comes back with its next turn. */
function* patchSubscribers(channel: KubeObject, subscribers: readonly Json[]): Asking<string | undefined> {
  yield* enterPhase("apply");
  const merge = { spec: { subscribers } };
  return failureOf(yield* write({ type: "patch", kind: kindIdOf(channel), key: keyOf(channel), merge }));
}

function subscribersIn(part: Json | undefined): readonly Json[] {
  const list = jsonAt(part, "subscribers");
  return isJsonList(list) ? list : [];
}
