import { assert } from "../../../base/assert.ts";
import { valueAt } from "../../../base/persistent-map.ts";
import { type Micros, micros, milliseconds, seconds } from "../../../base/time.ts";
import { post, record, withCause } from "../../kernel/turn.ts";
import { CLEANUP_FINALIZER, CRD, kindDefinedBy } from "../../kubernetes/custom-resource-definition.ts";
import type { KindInfo } from "../../kubernetes/kind.ts";
import { finalizersOf, type KubeObject, withMetadata } from "../../kubernetes/object.ts";
import { objectKey } from "../../kubernetes/object-key.ts";
import { type ClusterTurn, change, clusterOf } from "../cluster.ts";
import { etcdGet, etcdRange } from "../etcd.ts";
import type { ClusterMessage } from "../messages.ts";
import { handleRequest, openSeams } from "../server/api-server.ts";
import { definitionKey, withTerminating } from "../server/definition.ts";
import type { ApiRequest, ApiResponse } from "../server/request.ts";
import { cacheOf, changeServer, serverOf } from "./cache-access.ts";
import { recordCommits } from "./commits.ts";
import { isBeingCleaned } from "./definition-news.ts";
import { drawsFor } from "./draws.ts";
import { cacheActor, serverActor } from "./names.ts";

/** How often and for how long the finalizer looks whether all is gone (`ax:controller/finalizer/crd_finalizer.go:deleteInstances @v0.36.3`). */
const POLL = seconds(5);
const PATIENCE = seconds(60);

/** How long a kind's storage outlives its definition, for requests that are on their way (`ax:apiserver/customresource_handler.go:tearDown`). */
const DRAIN = seconds(1);

/** The queue's delays for a definition that failed (`cg:util/workqueue/default_rate_limiters.go`). */
const FIRST_DELAY = milliseconds(5);
const MOST_DELAY = seconds(1000);

/** The server's own identity, with which it asks itself. */
const LOOPBACK = { user: "system:apiserver", client: "apiserver" } as const;

/**
 * One sync of the finalizer of definitions that each API server runs: says that it begins, deletes all objects of the kind, and looks whether they
 * are gone (`crd_finalizer.go:sync`). Of several servers the first one gets its status through; the others meet a conflict and leave it.
 * Simplified: it takes no time, and neither webhooks nor the audit log hear of its requests.
 */
export function cleanUpDefinition(turn: ClusterTurn, server: string, name: string, failures: number): void {
  const { api } = serverOf(turn, server);
  const key = objectKey(undefined, name);
  const known = valueAt(cacheOf(turn, server, CRD).store, key);
  const info = kindDefinedBy(api.kinds, name);
  if (api.state !== "running" || known === undefined || info === undefined || !isBeingCleaned(known)) return;
  const message = "CustomResource deletion is in progress";
  const begun = putStatus(turn, server, terminating(turn, known, "True", "InstanceDeletionInProgress", message));
  if (begun === undefined) return;
  const found = leftOf(turn, info);
  if (found > 0) ask(turn, server, { verb: "deletecollection", kind: info.id, ...LOOPBACK, options: {} });
  record(turn, serverActor(server), { type: "api.emptied", kind: info.id, name, found, left: leftOf(turn, info) });
  look(turn, server, { name, version: begun.metadata.resourceVersion, since: turn.world.now, failures });
}

type Look = Pick<Extract<ClusterMessage, { type: "definition.look" }>, "name" | "version" | "since" | "failures">;

/** Whether the objects are gone. If not, another look follows; after a minute it gives up and begins anew, later and later. */
export function look(turn: ClusterTurn, server: string, at: Look): void {
  const { name, version, since, failures } = at;
  const { api } = serverOf(turn, server);
  const info = kindDefinedBy(api.kinds, name);
  const stored = etcdGet(clusterOf(turn).etcd, CRD, objectKey(undefined, name))?.object;
  if (api.state !== "running" || info === undefined || stored === undefined) return;
  const definition = withMetadata(stored, { resourceVersion: version });
  if (leftOf(turn, info) === 0) {
    const done = terminating(turn, definition, "False", "InstanceDeletionCompleted", "removed all instances");
    const finalizers = finalizersOf(done).filter((finalizer) => finalizer !== CLEANUP_FINALIZER);
    return void putStatus(turn, server, withMetadata(done, { finalizers }));
  }
  const left = micros(since + PATIENCE - turn.world.now);
  if (left > 0) {
    const after = micros(Math.min(POLL, left));
    const message = { type: "definition.look", name, version, since, failures } as const;
    return post(turn, { to: serverActor(server), message, after, rank: "work" });
  }
  const text = "could not confirm zero CustomResources remaining: context deadline exceeded";
  putStatus(turn, server, terminating(turn, definition, "True", "InstanceDeletionCheck", text));
  post(turn, {
    to: serverActor(server),
    message: { type: "definition.cleanUp", name, failures: failures + 1 },
    after: delayAfter(failures),
    rank: "work",
  });
}

function delayAfter(failures: number): Micros {
  return micros(Math.min(MOST_DELAY, FIRST_DELAY * 2 ** failures));
}

/** A definition is gone: its paths are, at once; its watches end when the storage goes, a second later. */
export function stopServing(turn: ClusterTurn, server: string, name: string): void {
  const { api } = serverOf(turn, server);
  const info = kindDefinedBy(api.kinds, name);
  if (info === undefined || api.state === "stopped" || api.unserved.includes(info.id)) return;
  changeServer(turn, server, { api: { ...api, unserved: [...api.unserved, info.id] } });
  const watches = cacheOf(turn, server, info.id).watchers.length;
  const gone = record(turn, serverActor(server), { type: "api.unserved", kind: info.id, watches });
  const to = cacheActor(server, info.id);
  withCause(turn, gone, () =>
    post(turn, { to, message: { type: "cache.dissolve", kind: info.id }, after: DRAIN, rank: "work" }),
  );
}

/** A server that starts takes up what is being deleted; what has no definition it does not serve. */
export function takeUpDefinitions(turn: ClusterTurn, server: string): void {
  const { api } = serverOf(turn, server);
  const { etcd } = clusterOf(turn);
  const custom = Object.values(api.kinds).filter((info) => info.custom);
  const defined = (info: KindInfo) => etcdGet(etcd, CRD, definitionKey(info))?.object;
  const unserved = custom.filter((info) => defined(info) === undefined).map(({ id }) => id);
  if (unserved.length > 0) changeServer(turn, server, { api: { ...api, unserved } });
  for (const info of custom) {
    const definition = defined(info);
    if (definition === undefined || !isBeingCleaned(definition)) continue;
    const message = { type: "definition.cleanUp", name: definition.metadata.name, failures: 0 } as const;
    post(turn, { to: serverActor(server), message, rank: "work" });
  }
}

function terminating(turn: ClusterTurn, of: KubeObject, status: "True" | "False", reason: string, message: string) {
  return withTerminating(of, status, reason, message, turn.world.now);
}

function leftOf(turn: ClusterTurn, info: KindInfo): number {
  const range = etcdRange(clusterOf(turn).etcd, info.id);
  return range.type === "values" ? range.values.length : 0;
}

/** Writes the status of a definition. Undefined when it has changed or gone meanwhile. */
function putStatus(turn: ClusterTurn, server: string, body: KubeObject): KubeObject | undefined {
  const { name } = body.metadata;
  const target = { kind: CRD, name, subresource: "status", ...LOOPBACK } as const;
  const response = ask(turn, server, { verb: "update", ...target, body, options: {} });
  return response.type === "object" ? response.object : undefined;
}

/** The server asks itself: nothing comes between. */
function ask(turn: ClusterTurn, server: string, request: ApiRequest): ApiResponse {
  const call = { request, now: turn.world.now, draws: drawsFor(turn, request), seams: openSeams, waiting: undefined };
  const { etcd, outcome, events } = handleRequest(serverOf(turn, server).api, clusterOf(turn).etcd, call);
  assert(outcome.type === "response", "writes are answered at once");
  change(turn, () => ({ etcd }));
  const { cause } = turn;
  withCause(turn, cause, () => recordCommits(turn, events));
  return outcome.response;
}
