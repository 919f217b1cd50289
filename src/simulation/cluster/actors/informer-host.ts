import { defined } from "../../../base/assert.ts";
import { own, post, record, withCause } from "../../kernel/turn.ts";
import { jsonEqual } from "../../kubernetes/json-equal.ts";
import { keyOf } from "../../kubernetes/object-key.ts";
import {
  asClusterTurn,
  type Call,
  type CallResult,
  type Cluster,
  type ClusterTurn,
  change,
  clusterOf,
} from "../cluster.ts";
import type { ClusterFact } from "../facts.ts";
import { cachedObject, cachedObjects } from "../informer/indexer.ts";
import { deliverInformer, type InformerHost } from "../informer/informer.ts";
import type { HandlerCall } from "../informer/listeners.ts";
import type { InformerMessage, ListResult } from "../informer/messages.ts";
import type { NetworkFailure, RequestError } from "../informer/request-error.ts";
import type { ClusterMessage } from "../messages.ts";
import type { Predicate, WatchSpec } from "../plan.ts";
import type { Notification } from "../reconciler.ts";
import type { ListOptions } from "../server/request.ts";
import { allStreams } from "./cache-access.ts";
import { sendCall } from "./calls.ts";
import { enqueueKey } from "./controller.ts";
import { oneWay } from "./links.ts";
import { informerId, kindOf, processOf, streamActor } from "./names.ts";
import { changeProcess, informerNamed, processNamed, QUEUE_HANDLER } from "./processes.ts";
import { senderOf } from "./sender.ts";

/** What informers find around them: their state in the cluster, requests over the network, the controller's handlers. */
export const informerHost: InformerHost<Cluster, ClusterMessage, ClusterFact> = {
  read: (turn, id) => informerNamed(asClusterTurn(turn), id),
  write: (turn, id, state) =>
    change(asClusterTurn(turn), ({ informers }) => {
      const drafts = own(turn, informers, copyInformers);
      drafts[id] = state;
      return { informers: drafts };
    }),
  listsOutliveStop: false,
  sendList(turn, id, n, options) {
    const { resourceVersion, limit, continue: token } = options;
    const paging = { ...(limit > 0 && { limit }), ...(token !== "" && { continue: token }) };
    request(asClusterTurn(turn), id, "list", n, { resourceVersion, ...paging });
  },
  openWatch(turn, id, n, { resourceVersion, timeoutSeconds, sendInitialEvents }) {
    const initial = sendInitialEvents ? { sendInitialEvents, resourceVersionMatch: "NotOlderThan" } : {};
    const { bookmarks } = clusterOf(asClusterTurn(turn)).plan.cluster;
    request(asClusterTurn(turn), id, "watch", n, {
      resourceVersion,
      timeoutSeconds,
      allowWatchBookmarks: bookmarks || sendInitialEvents,
      ...initial,
    });
  },
  stopWatch(turn, id, n) {
    const cluster = asClusterTurn(turn);
    const stream = allStreams(cluster).find(
      ({ replyTo, state }) =>
        state !== "closed" && replyTo.type === "watch" && replyTo.informer === id && replyTo.n === n,
    );
    if (stream !== undefined) leaveStream(cluster, stream.id, stream);
  },
  handle: (turn, id, handler, call) => handle(asClusterTurn(turn), id, handler, call),
};

const copyInformers = (informers: Cluster["informers"]) => ({ ...informers });

/** Delivers a message to one of the informers' actors. */
export function tellInformer(
  turn: ClusterTurn,
  to: string,
  message: InformerMessage | Extract<ClusterMessage, { type: "machine.timer" }>,
): void {
  deliverInformer(turn, informerHost, to, message);
}

/** The client gives the reflector a stream that is closed already: a WATCH whose retries are used up (`cg:rest/request.go:Watch @v0.36.3`). */
export function openEmptyWatch(
  turn: ClusterTurn,
  { informer, n }: { readonly informer: string; readonly n: number },
): void {
  tellInformer(turn, `${informer}/reflector`, { type: "watch.opened", n });
  tellInformer(turn, `${informer}/reflector`, { type: "watch.ended", n });
}

/** An answer to an informer's LIST or WATCH arrives. One that was meant for the process's last life is dropped. */
export function answerInformer(turn: ClusterTurn, call: Call): void {
  const { replyTo, result } = call;
  if ((replyTo.type !== "list" && replyTo.type !== "watch") || result === undefined) return;
  const { informer, n, run } = replyTo;
  const reflector = `${informer}/reflector`;
  const isCurrent =
    processNamed(turn, processOf(informer)).runs === run && clusterOf(turn).informers[informer] !== undefined;
  if (replyTo.type === "list") {
    if (isCurrent) tellInformer(turn, reflector, { type: "list.answer", n, result: listResult(result) });
    return;
  }
  const state = isCurrent ? informerNamed(turn, informer).reflector : undefined;
  if (result.type === "stream") {
    const stream = allStreams(turn).find((each) => each.id === result.stream);
    if (state?.watch !== n || state.stopped) {
      if (stream !== undefined) leaveStream(turn, stream.id, stream);
      return;
    }
    return tellInformer(turn, reflector, { type: "watch.opened", n });
  }
  if (isCurrent) tellInformer(turn, reflector, { type: "watch.refused", n, error: errorOf(result) });
}

function request(turn: ClusterTurn, id: string, verb: "list" | "watch", n: number, options: ListOptions): void {
  const process = processOf(id);
  const watch = watchOf(turn, id);
  const selector = watch.selector === "" ? {} : { labelSelector: watch.selector };
  const namespace = watch.namespace === undefined ? {} : { namespace: watch.namespace };
  const { runs } = processNamed(turn, process);
  sendCall(turn, {
    client: process,
    request: {
      verb,
      kind: watch.kind,
      ...namespace,
      ...senderOf(turn, process),
      options: { ...options, ...selector },
    },
    replyTo: { type: verb, informer: id, n, run: runs },
  });
}

function leaveStream(
  turn: ClusterTurn,
  id: number,
  { server, client, kind }: { readonly server: string; readonly client: string; readonly kind: string },
): void {
  post(turn, {
    to: streamActor(server, client, kind),
    message: { type: "stream.gone", stream: id },
    after: oneWay(turn, client, server),
    rank: "work",
  });
}

function handle(turn: ClusterTurn, id: string, handler: string, call: HandlerCall) {
  const process = processOf(id);
  const watch = watchOf(turn, id);
  const { slowHandlers } = processNamed(turn, process);
  if (handler === QUEUE_HANDLER) feedQueue(turn, id, watch, call);
  const slowed = slowHandlers[`${watch.kind}/${handler}`];
  if (slowed !== undefined) return slowed;
  const usual = clusterOf(turn).plan.timing.handler;
  if (handler === QUEUE_HANDLER) return watch.handlerTakes ?? usual;
  return watch.handlers.find(({ name }) => name === handler)?.takes ?? usual;
}

/** The handler that feeds the queue: predicates, then the controller's own mapping from objects to keys. */
function feedQueue(turn: ClusterTurn, id: string, watch: WatchSpec, call: HandlerCall): void {
  const process = processOf(id);
  const notification = notificationOf(call);
  const actor = `${id}/handler/${QUEUE_HANDLER}`;
  const key = keyOf(call.object);
  const refused = watch.predicates.find((predicate) => !passes(predicate, notification));
  if (refused !== undefined) {
    record(turn, actor, { type: "handler.ignored", kind: watch.kind, key, reason: `predicate ${refused}` });
    return;
  }
  const { spec, memory } = processNamed(turn, process);
  const kind = defined(turn.domain.reconcilers[spec.reconciler], `reconciler ${spec.reconciler}`);
  const handled = kind.handle({
    kind: watch.kind,
    notification,
    memory,
    now: turn.world.now,
    lookUp: (other, otherKey) => {
      const informer = clusterOf(turn).informers[informerId(process, other)];
      return informer === undefined ? undefined : cachedObject(informer.store, otherKey);
    },
    list: (other, namespace) => {
      const informer = clusterOf(turn).informers[informerId(process, other)];
      return informer === undefined
        ? []
        : cachedObjects(informer.store).filter((object) => object.metadata.namespace === namespace);
    },
  });
  changeProcess(turn, process, { memory: handled.memory });
  if (!jsonEqual(memory, handled.memory))
    record(turn, actor, { type: "reconcile.remember", key, why: handled.why ?? "expectation observed" });
  if (handled.enqueue.length === 0)
    record(turn, actor, {
      type: "handler.ignored",
      kind: watch.kind,
      key,
      reason: handled.ignored ?? "nothing to wake",
    });
  const { cause } = turn;
  for (const enqueue of handled.enqueue) withCause(turn, cause, () => enqueueKey(turn, process, enqueue));
}

function notificationOf({ method, object, old, initial, tombstone }: HandlerCall): Notification {
  if (method === "OnDelete") return { type: "delete", object, tombstone };
  return method === "OnUpdate" && old !== undefined
    ? { type: "update", old, object }
    : { type: "add", object, initial };
}

/** controller-runtime's predicates; all of them look at updates only (`cr:pkg/predicate/predicate.go @v0.24.1`). */
function passes(predicate: Predicate, notification: Notification): boolean {
  if (notification.type !== "update") return true;
  const [old, object] = [notification.old.metadata, notification.object.metadata];
  switch (predicate) {
    case "GenerationChanged":
      return old.generation !== object.generation;
    case "ResourceVersionChanged":
      return old.resourceVersion !== object.resourceVersion;
    case "LabelChanged":
      return !jsonEqual(old.labels ?? {}, object.labels ?? {});
    case "AnnotationChanged":
      return !jsonEqual(old.annotations ?? {}, object.annotations ?? {});
  }
}

function watchOf(turn: ClusterTurn, id: string): WatchSpec {
  const { spec } = processNamed(turn, processOf(id));
  return defined(
    spec.watches.find((watch) => watch.kind === kindOf(id)),
    `watch of ${id}`,
  );
}

function listResult(result: CallResult): ListResult {
  if (result.type !== "response" || result.response.type !== "list") return { type: "failed", error: errorOf(result) };
  const { resourceVersion, items, continue: token = "" } = result.response;
  return { type: "page", resourceVersion, objects: items, continue: token };
}

function errorOf(result: CallResult): RequestError {
  if (result.type === "network") {
    if (result.reason === "context canceled") return { type: "cancelled" };
    return { type: "network", failure: result.reason satisfies NetworkFailure };
  }
  if (result.type === "response" && result.response.type === "status")
    return { type: "status", status: result.response.status };
  return { type: "network", failure: "EOF" };
}
