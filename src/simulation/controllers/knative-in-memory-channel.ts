import { readOptions, word } from "../cluster/options.ts";
import type { ReconcilerKind } from "../cluster/reconciler.ts";
import { isJsonList, type Json, jsonAt } from "../kubernetes/object.ts";
import { type Asking, note } from "./asking.ts";
import { livingConditions } from "./knative-conditions.ts";
import { DEAD_LETTER_SINK, resolveDeadLetterSink } from "./knative-destination.ts";
import { type KnativeContext, type KnativeEvent, knativeReconciler } from "./knative-reconciler.ts";
import { type KnativeResource, markFalse, markTrue, setFields, textAt } from "./knative-resource.ts";
import { itself, noTracks, trackersOf, woken } from "./knative-tracker.ts";

const OPTIONS = {
  /** While it is down no channel is ready, and no subscriber is marked. */
  dispatcher: word("up", "down"),
};

/**
 * The channel that keeps events in memory: its address, and which of its subscribers its dispatcher serves
 * (`ke:reconciler/inmemorychannel/{controller,dispatcher}`). Controller and dispatcher are one here. Left out: its Deployment and Services, and their conditions.
 */
export const knativeInMemoryChannelReconciler: ReconcilerKind = knativeReconciler({
  name: "KnativeInMemoryChannel",
  primary: "InMemoryChannel",
  watches: ["InMemoryChannel"],
  options: OPTIONS,
  memory: noTracks,
  conditions: livingConditions("DispatcherReady", "Addressable", DEAD_LETTER_SINK),
  handle: (context) =>
    context.kind === "InMemoryChannel"
      ? woken(context, itself(context.notification.object), "")
      : woken(context, trackersOf(context), "no channel names it"),
  reconcileKind,
});

function* reconcileKind(channel: KnativeResource, context: KnativeContext): Asking<KnativeEvent> {
  const { name, namespace = "" } = channel.object.metadata;
  if (readOptions(OPTIONS, context.options).dispatcher === "down") {
    markFalse(channel, "DispatcherReady", "DispatcherDeploymentFailed", "The Deployment imc-dispatcher is not ready");
    return undefined;
  }
  markTrue(channel, "DispatcherReady");
  setFields(channel, { address: { url: `http://${name}-kn-channel.${namespace}.svc.cluster.local` } });
  markTrue(channel, "Addressable");
  const sink = yield* resolveDeadLetterSink(channel, { ...context, namespace });
  if (sink !== undefined) return { type: "error", message: sink };
  const listed = jsonAt(channel.object.spec, "subscribers");
  const subscribers = (isJsonList(listed) ? listed : []).map(
    (subscriber): Json => ({
      uid: textAt(subscriber, "uid"),
      observedGeneration: jsonAt(subscriber, "generation") ?? 0,
      ready: "True",
    }),
  );
  yield* note(`the dispatcher serves ${subscribers.length} subscribers`);
  setFields(channel, { subscribers: subscribers.length === 0 ? undefined : subscribers });
  return undefined;
}
