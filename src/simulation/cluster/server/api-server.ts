import { defined } from "../../../base/assert.ts";
import { ownValue } from "../../../base/own-value.ts";
import { valueAt } from "../../../base/persistent-map.ts";
import type { Micros } from "../../../base/time.ts";
import { CRD } from "../../kubernetes/custom-resource-definition.ts";
import type { KindInfo, KindRegistry } from "../../kubernetes/kind.ts";
import { isTerminating, type KubeObject } from "../../kubernetes/object.ts";
import { objectKey } from "../../kubernetes/object-key.ts";
import { failure, type Status } from "../../kubernetes/status.ts";
import {
  badRequest,
  type FieldError,
  forbidden,
  pathNotFound,
  serviceUnavailable,
} from "../../kubernetes/status-error.ts";
import type { WatchEvent } from "../../kubernetes/watch-event.ts";
import { type Compactor, type Etcd, type EtcdEvent, etcdGet, newCompactor } from "../etcd.ts";
import { type Admit, admitAll } from "./admission.ts";
import { type Authorize, authorizeAll } from "./answer-fault.ts";
import { definitionKey } from "./definition.ts";
import { type FlowControl, type FlowControlSettings, newFlowControl } from "./flow-control.ts";
import { SYSTEM_NAMESPACES } from "./namespace.ts";
import { type ReadResult, readList, readObject } from "./read.ts";
import type { ApiRequest, ApiResponse, ListRequest, Waiting } from "./request.ts";
import type { ServerFact, WatchId } from "./server-fact.ts";
import { sizeRefusal, unservedStatus } from "./unread-request.ts";
import { type CacheSettings, defaultCacheSettings, newWatchCache, type WatchCache } from "./watch-cache.ts";
import { startWatch } from "./watch-start.ts";
import { executeDeleteCollection, executeWrite, type WriteOutcome, type WriteView } from "./write.ts";
import type { WriteDraws } from "./write-plan.ts";

/** How an API server is set up. */
export type ServerSettings = {
  readonly cache: CacheSettings;
  /** Feature gate WatchList, on since 1.34. */
  readonly watchList: boolean;
  /** Whether a create needs its Namespace object; those of the system are always there. */
  readonly checksNamespaces: boolean;
  /** Most bytes of a request's body (`as:server/config.go:Config.MaxRequestBodyBytes @v0.36.3`). */
  readonly maxRequestBodyBytes: number;
  /** Priority and fairness; undefined: every request is worked on at once. */
  readonly flowControl: FlowControlSettings | undefined;
};

/** Upstream's values; namespaces are checked. */
export const defaultServerSettings: ServerSettings = {
  cache: defaultCacheSettings,
  watchList: true,
  checksNamespaces: true,
  maxRequestBodyBytes: 3 * 1024 * 1024,
  flowControl: undefined,
};

/**
 * One API server process. It answers from etcd and from a watch cache per kind; several servers share one etcd and lag each by itself.
 * While `shuttingDown` it refuses new requests; once `stopped` nobody listens.
 */
export type ApiServer = {
  readonly id: string;
  readonly kinds: KindRegistry;
  readonly settings: ServerSettings;
  readonly state: "running" | "shuttingDown" | "shuttingDownWithRetryAfter" | "stopped";
  readonly caches: { readonly [kind: string]: WatchCache };
  /** Custom kinds whose definition this server saw go. */
  readonly unserved: readonly string[];
  readonly compactor: Compactor;
  readonly flowControl: FlowControl | undefined;
  readonly nextWatch: number;
};

/** A server that just started: its caches have not listed yet. */
export function newApiServer(
  id: string,
  kinds: KindRegistry,
  now: Micros,
  settings: ServerSettings = defaultServerSettings,
): ApiServer {
  const caches: Record<string, WatchCache> = {};
  for (const info of Object.values(kinds)) caches[info.id] = newWatchCache(info, now, settings.cache);
  const flowControl = settings.flowControl === undefined ? undefined : newFlowControl(settings.flowControl);
  return {
    id,
    kinds,
    settings,
    state: "running",
    caches,
    unserved: [],
    compactor: newCompactor,
    flowControl,
    nextWatch: 1,
  };
}

/** What surrounds the handlers: who may do what, admission, and the schemas of custom resources. */
export type ServerSeams = {
  readonly authorize: Authorize;
  readonly admit: Admit;
  readonly validate: (info: KindInfo, object: KubeObject) => readonly FieldError[];
};

/** Everybody may, nothing intervenes, every custom object is valid. */
export const openSeams: ServerSeams = { authorize: authorizeAll, admit: admitAll, validate: () => [] };

/** The random values that one request may use: `jitter` in [0, 1) spreads the deadline of a watch. */
export type RequestDraws = WriteDraws & { readonly jitter: number };

/** One request, when it came, and what an earlier call returned if it had to wait. */
export type Call = {
  readonly request: ApiRequest;
  readonly now: Micros;
  readonly draws: RequestDraws;
  readonly seams: ServerSeams;
  readonly waiting: Waiting | undefined;
};

/**
 * What becomes of a request. `wait`: call again when the kind's cache reached `waiting.required`, or at `waiting.until`.
 * `stream`: HTTP 200, then whatever `takeFromServerWatch` gives. `errorStream`: HTTP 200, this one event, end.
 * `noAnswer`: nobody listens, the connection is refused.
 */
export type Outcome =
  | { readonly type: "response"; readonly response: ApiResponse }
  | { readonly type: "wait"; readonly waiting: Waiting }
  | { readonly type: "stream"; readonly watch: WatchId; readonly deadline: Micros }
  | { readonly type: "errorStream"; readonly event: WatchEvent }
  | { readonly type: "noAnswer"; readonly how: "connectionRefused" };

/** The outcome and the state after it. `events` are the writes that the caches still have to be told of. */
export type Handled = {
  readonly server: ApiServer;
  readonly etcd: Etcd;
  readonly outcome: Outcome;
  readonly facts: readonly ServerFact[];
  readonly events: readonly EtcdEvent[];
};

/** Handles one request at one instant: state of the server, authorization, then the verb. */
export function handleRequest(server: ApiServer, etcd: Etcd, call: Call): Handled {
  const closed = closedOutcome(server);
  if (closed !== undefined) return { server, etcd, outcome: closed, facts: [], events: [] };
  const info = ownValue(server.kinds, call.request.kind);
  if (info === undefined || server.unserved.includes(info.id)) return answered(server, etcd, pathNotFound());
  if (!call.seams.authorize(call.request, info)) return answered(server, etcd, forbiddenStatus(info, call.request));
  return handleVerb(server, etcd, info, call);
}

function closedOutcome(server: ApiServer): Outcome | undefined {
  switch (server.state) {
    case "running":
      return undefined;
    case "stopped":
      return { type: "noAnswer", how: "connectionRefused" };
    case "shuttingDown":
      return statusOutcome(serviceUnavailable("apiserver is shutting down", 1));
    case "shuttingDownWithRetryAfter": {
      const message = "The apiserver is shutting down, please try again later.";
      return statusOutcome(failure(429, "", message, { retryAfterSeconds: 5 }));
    }
  }
}

function forbiddenStatus(info: KindInfo, request: ApiRequest): Status {
  const { user, verb, namespace } = request;
  return forbidden(info, {
    user,
    verb,
    ...("name" in request ? { name: request.name } : {}),
    ...(info.namespaced && namespace !== undefined ? { namespace } : {}),
    ...("subresource" in request && request.subresource !== undefined ? { subresource: request.subresource } : {}),
  });
}

function handleVerb(server: ApiServer, etcd: Etcd, info: KindInfo, call: Call): Handled {
  const cache = cacheOf(server, info.id);
  const { request, now, waiting } = call;
  const unread = unservedStatus(info, request) ?? sizeRefusal(request, server.settings.maxRequestBodyBytes);
  if (unread !== undefined) return answered(server, etcd, unread);
  switch (request.verb) {
    case "get":
      return readHandled(server, etcd, readObject({ etcd, cache, now, waiting }, request));
    case "list":
      return readHandled(server, etcd, readList({ etcd, cache, now, waiting }, request));
    case "watch":
      return handleWatch(server, etcd, cache, call, request);
    case "create":
      if (info.namespaced && (request.namespace ?? "") === "") {
        return answered(server, etcd, badRequest("an empty namespace may not be set during creation"));
      }
      return written(server, executeWrite(writeView(server, etcd, cache, call), request));
    case "update":
    case "patch":
    case "delete":
      return written(server, executeWrite(writeView(server, etcd, cache, call), request));
    case "deletecollection":
      return written(server, executeDeleteCollection(writeView(server, etcd, cache, call), request));
  }
}

function handleWatch(server: ApiServer, etcd: Etcd, cache: WatchCache, call: Call, request: ListRequest): Handled {
  // The id is only taken when the watch opens.
  const id = `${server.id}-watch-${server.nextWatch}` as WatchId;
  const start = startWatch(cache, {
    request,
    id,
    now: call.now,
    etcdRevision: etcd.revision,
    watchList: server.settings.watchList,
    jitter: call.draws.jitter,
    waiting: call.waiting,
  });
  switch (start.type) {
    case "refused":
      return answered(server, etcd, start.status);
    case "failed":
      return { server, etcd, outcome: { type: "errorStream", event: start.event }, facts: [], events: [] };
    case "wait":
      return { server, etcd, outcome: { type: "wait", waiting: start.waiting }, facts: start.facts, events: [] };
    case "opened": {
      const opened = { ...withCache(server, start.cache), nextWatch: server.nextWatch + 1 };
      const outcome: Outcome = { type: "stream", watch: id, deadline: start.watcher.deadline };
      return { server: opened, etcd, outcome, facts: start.facts, events: [] };
    }
  }
}

/** What a write looks at, for callers that plan and commit at different instants (`planWrite`, `commitPlan`). */
export function writeView(server: ApiServer, etcd: Etcd, cache: WatchCache, call: Call): WriteView {
  const { now, draws, seams } = call;
  const { admit, validate } = seams;
  const namespaces = defined(server.kinds.Namespace, "the kind Namespace");
  const { checksNamespaces } = server.settings;
  const namespaceState = (name: string) => stateOfNamespace(etcd, namespaces, name, checksNamespaces);
  const { info } = cache;
  const definition = info.custom ? valueAt(cacheOf(server, CRD).store, definitionKey(info)) : undefined;
  return { etcd, cache, context: { info, now, draws, admit, validate, definition, namespaces, namespaceState } };
}

function stateOfNamespace(
  etcd: Etcd,
  namespaces: KindInfo,
  name: string,
  checks: boolean,
): "active" | "terminating" | "missing" {
  const stored = etcdGet(etcd, namespaces.id, objectKey(undefined, name));
  if (stored === undefined) return !checks || SYSTEM_NAMESPACES.includes(name) ? "active" : "missing";
  return isTerminating(stored.object) ? "terminating" : "active";
}

/** The cache of a kind that the server serves. */
export function cacheOf(server: ApiServer, kind: string): WatchCache {
  return defined(server.caches[kind], `watch cache of ${kind} on ${server.id}`);
}

/** The server with one cache replaced. */
export function withCache(server: ApiServer, cache: WatchCache): ApiServer {
  return { ...server, caches: { ...server.caches, [cache.info.id]: cache } };
}

function written(server: ApiServer, { etcd, response, facts, events }: WriteOutcome): Handled {
  return { server, etcd, outcome: { type: "response", response }, facts, events };
}

function readHandled(server: ApiServer, etcd: Etcd, read: ReadResult): Handled {
  const outcome: Outcome =
    read.type === "answer" ? { type: "response", response: read.response } : { type: "wait", waiting: read.waiting };
  return { server, etcd, outcome, facts: read.facts, events: [] };
}

function answered(server: ApiServer, etcd: Etcd, status: Status): Handled {
  return { server, etcd, outcome: statusOutcome(status), facts: [], events: [] };
}

function statusOutcome(status: Status): Outcome {
  return { type: "response", response: { type: "status", status } };
}
