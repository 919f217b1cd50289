import { entriesOf, type PersistentMap, valueAt } from "../../../base/persistent-map.ts";
import { type Micros, micros } from "../../../base/time.ts";
import { pinnedName } from "../../kubernetes/field-selector.ts";
import type { KindInfo } from "../../kubernetes/kind.ts";
import type { KubeObject } from "../../kubernetes/object.ts";
import { keyOf, type ObjectKey, objectKey } from "../../kubernetes/object-key.ts";
import {
  formatResourceVersion,
  parseResourceVersion,
  type Revision,
  revision,
} from "../../kubernetes/resource-version.ts";
import type { Status } from "../../kubernetes/status.ts";
import {
  badRequest,
  continueExpired,
  listExpired,
  notFound,
  tooLargeResourceVersion,
  unwrappedError,
} from "../../kubernetes/status-error.ts";
import { type Etcd, etcdGet, etcdRange } from "../etcd.ts";
import { notReadyStatus } from "./cache-readiness.ts";
import { type ContinueToken, decodeContinue, encodeContinue } from "./continue-token.ts";
import { refusedListOptions } from "./list-options.ts";
import {
  type ApiResponse,
  filterOf,
  type GetRequest,
  hasSelector,
  isStatus,
  type ListRequest,
  type Waiting,
} from "./request.ts";
import type { RequestFact } from "./server-fact.ts";
import { snapshotAt, type WatchCache } from "./watch-cache.ts";
import { invalidVersion } from "./watch-start.ts";
import { type ObjectFilter, passes } from "./watcher.ts";

/** What a read needs: both stores, the time, and what an earlier call returned when it had to wait. */
export type ReadView = {
  readonly etcd: Etcd;
  readonly cache: WatchCache;
  readonly now: Micros;
  readonly waiting: Waiting | undefined;
};

/** An answer, or the request to ask again when the cache has the revision or at the deadline. */
export type ReadResult =
  | { readonly type: "answer"; readonly response: ApiResponse; readonly facts: readonly RequestFact[] }
  | { readonly type: "wait"; readonly waiting: Waiting; readonly facts: readonly RequestFact[] };

/** Answers a GET: "" from etcd, "0" from the cache as it is, N from the cache once it has N (fidelity B.8; `as:storage/cacher/delegator.go:Get @v0.36.3`). */
export function readObject(view: ReadView, request: GetRequest): ReadResult {
  const { cache, etcd } = view;
  const key = objectKey(cache.info.namespaced ? request.namespace : undefined, request.name);
  const version = parseResourceVersion(request.options.resourceVersion);
  if (version.type === "unset" || cache.state.type === "notReady") {
    return objectAnswer(cache.info, request.name, etcdGet(etcd, cache.info.id, key)?.object, "etcd", etcd.revision);
  }
  if (version.type === "invalid") return failed(unwrappedError(invalidVersion(version.text)));
  const required = version.type === "at" ? version.revision : revision(0);
  if (cache.revision < required) return waitOrTooLarge(view, required);
  return objectAnswer(cache.info, request.name, valueAt(cache.store, key), "cache", cache.revision);
}

function objectAnswer(
  info: KindInfo,
  name: string,
  object: KubeObject | undefined,
  from: "etcd" | "cache",
  at: Revision,
): ReadResult {
  const facts: readonly RequestFact[] = [{ type: "readServed", from, revision: at }];
  if (object === undefined)
    return { type: "answer", response: { type: "status", status: notFound(info, name) }, facts };
  return { type: "answer", response: { type: "object", code: 200, object }, facts };
}

/** Answers a LIST (fidelity B.8, B.9; `as:storage/cacher/delegator.go:GetList, watch_cache.go:waitUntilFreshAndList @v0.36.3`). */
export function readList(view: ReadView, request: ListRequest): ReadResult {
  const { options } = request;
  const refused = refusedListOptions(options) ?? refusedContinue(options.continue, options.resourceVersion);
  if (refused !== undefined) return failed(refused);
  const version = parseResourceVersion(options.resourceVersion);
  if (version.type === "invalid")
    return failed(badRequest(`invalid resource version: ${invalidVersion(version.text)}`));
  const filter = filterOf(view.cache.info, request.namespace, options);
  if (isStatus(filter)) return failed(filter);
  const limit = version.type === "any" ? 0 : Math.max(0, options.limit ?? 0);
  const ignored: readonly RequestFact[] =
    limit === 0 && (options.limit ?? 0) > 0 ? [{ type: "limitIgnored", limit: options.limit ?? 0 }] : [];
  const list: ListDemand = { view, filter, limit, selective: hasSelector(options), after: "", facts: ignored };
  const token = tokenOf(options.continue);
  if (token !== undefined) {
    const rest = { ...list, after: token.after };
    return token.at === "latest" ? listLatest(rest) : listExact(rest, token.at, token);
  }
  if (version.type === "unset") return listLatest(list);
  if (version.type === "any") return listCached(list, revision(0));
  const exact = options.resourceVersionMatch === "Exact" || ((options.resourceVersionMatch ?? "") === "" && limit > 0);
  return exact ? listExact(list, version.revision, undefined) : listCached(list, version.revision);
}

type ListDemand = {
  readonly view: ReadView;
  readonly filter: ObjectFilter;
  /** 0 for no limit. */
  readonly limit: number;
  /** Whether a selector was given: then nobody counts the rest. */
  readonly selective: boolean;
  /** The key (relative to the list's prefix) after which the page starts. */
  readonly after: string;
  readonly facts: readonly RequestFact[];
};

function refusedContinue(token: string | undefined, version: string | undefined): Status | undefined {
  if ((token ?? "") === "") return undefined;
  if ((version ?? "") !== "" && version !== "0") {
    return badRequest("specifying resource version is not allowed when using continue");
  }
  const decoded = decodeContinue(token ?? "");
  return decoded.type === "invalid" ? badRequest(`invalid continue token: ${decoded.message}`) : undefined;
}

function tokenOf(text: string | undefined): ContinueToken | undefined {
  const decoded = (text ?? "") === "" ? undefined : decodeContinue(text ?? "");
  return decoded?.type === "token" ? decoded.token : undefined;
}

/** The most recent state: asks etcd for its revision, waits for the cache to have it, and reads etcd itself if that takes too long. */
function listLatest(list: ListDemand): ReadResult {
  const { etcd, cache, waiting, now } = list.view;
  if (cache.state.type === "notReady") return listNotReady(list);
  const required = waiting?.required ?? etcd.revision;
  if (cache.revision >= required) return listCached(list, required);
  if (waiting !== undefined && now >= waiting.until) return listEtcd(list, etcd.revision, undefined);
  return waitOrTooLarge(list.view, required);
}

function listCached(list: ListDemand, required: Revision): ReadResult {
  const { cache } = list.view;
  if (cache.state.type === "notReady") return listNotReady(list);
  if (cache.revision < required) return waitOrTooLarge(list.view, required);
  return page(list, namedEntries(cache.store, list.filter), cache.revision, "cache");
}

/** Only a LIST with a limit and without selectors may go to etcd while the cache lists (`delegator.go:shouldDelegateListOnNotReadyCache`). */
function listNotReady(list: ListDemand): ReadResult {
  const { cache, etcd, now } = list.view;
  if (list.limit > 0 && !list.selective) return listEtcd(list, etcd.revision, undefined);
  return failed(notReadyStatus(cache.state.type === "notReady" ? cache.state.since : now, now));
}

function listExact(list: ListDemand, at: Revision, token: ContinueToken | undefined): ReadResult {
  const { cache } = list.view;
  if (cache.state.type === "notReady") return listNotReadyExact(list, at, token);
  if (cache.revision < at) return waitOrTooLarge(list.view, at);
  const snapshot = snapshotAt(cache, at);
  if (snapshot !== undefined) return page(list, namedEntries(snapshot, list.filter), at, "snapshot");
  return listEtcd(list, at, token);
}

function listNotReadyExact(list: ListDemand, at: Revision, token: ContinueToken | undefined): ReadResult {
  return list.limit > 0 && !list.selective ? listEtcd(list, at, token) : listNotReady(list);
}

function listEtcd(list: ListDemand, at: Revision, token: ContinueToken | undefined): ReadResult {
  const range = etcdRange(list.view.etcd, list.view.cache.info.id, at);
  switch (range.type) {
    case "values":
      return page(
        list,
        range.values.map(({ object }) => [keyOf(object), object] as const),
        at,
        "etcd",
      );
    case "compacted":
      return failed(token === undefined ? listExpired() : continueExpired(encodeContinue({ ...token, at: "latest" })));
    case "futureRevision":
      return failed(tooLargeResourceVersion(at, range.current, 0));
  }
}

type Entry = readonly [key: ObjectKey, object: KubeObject];

/** The objects to filter: the one that `metadata.name=x` pins, or all. */
function namedEntries(store: PersistentMap<ObjectKey, KubeObject>, filter: ObjectFilter): readonly Entry[] {
  const name = pinnedName(filter.fields);
  if (name === undefined || filter.namespace === undefined) return [...entriesOf(store)];
  const key = objectKey(filter.namespace, name);
  const only = valueAt(store, key);
  return only === undefined ? [] : [[key, only]];
}

function page(
  list: ListDemand,
  entries: readonly Entry[],
  at: Revision,
  from: "etcd" | "cache" | "snapshot",
): ReadResult {
  const { filter, limit, after } = list;
  const scope = filter.namespace === undefined ? "" : `${filter.namespace}/`;
  const scanned = entries
    .filter(([key]) => key.startsWith(scope) && key.slice(scope.length) > after)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const items: KubeObject[] = [];
  let seen = 0;
  let last = "";
  for (const [key, object] of scanned) {
    if (limit > 0 && items.length === limit) break;
    seen++;
    if (!passes(filter, object)) continue;
    items.push(object);
    last = key.slice(scope.length);
  }
  const more = limit > 0 && items.length === limit && seen < scanned.length;
  const response: ApiResponse = {
    type: "list",
    code: 200,
    resourceVersion: formatResourceVersion(at),
    items,
    ...(more ? { continue: encodeContinue({ after: last, at }) } : {}),
    ...(more && !list.selective ? { remainingItemCount: scanned.length - seen } : {}),
  };
  return { type: "answer", response, facts: [...list.facts, { type: "readServed", from, revision: at }] };
}

function waitOrTooLarge({ cache, now, waiting }: ReadView, required: Revision): ReadResult {
  const until = waiting?.until ?? micros(now + cache.settings.waitForFresh);
  if (now >= until) return failed(tooLargeResourceVersion(required, cache.revision, 1));
  const fact: RequestFact = { type: "requestWaits", kind: cache.info.id, revision: required, until };
  return { type: "wait", waiting: { required, until }, facts: waiting === undefined ? [fact] : [] };
}

function failed(status: Status): ReadResult {
  return { type: "answer", response: { type: "status", status }, facts: [] };
}
