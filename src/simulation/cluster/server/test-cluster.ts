import { type Micros, micros, seconds } from "../../../base/time.ts";

import { type CustomKind, kindRegistry } from "../../kubernetes/kind-registry.ts";
import type { DraftMeta, DraftObject, JsonObject, KubeObject } from "../../kubernetes/object.ts";
import type { Status } from "../../kubernetes/status.ts";
import type { WatchEvent } from "../../kubernetes/watch-event.ts";
import { type Etcd, emptyEtcd } from "../etcd.ts";
import {
  type ApiServer,
  cacheOf,
  defaultServerSettings,
  type Handled,
  handleRequest,
  newApiServer,
  openSeams,
  type ServerSeams,
  type ServerSettings,
} from "./api-server.ts";
import type { ApiRequest, ListOptions, Waiting } from "./request.ts";
import { advanceServer, listAllCaches, progressServer, type ServerStep, takeFromServerWatch } from "./server-caches.ts";
import type { ServerFact, WatchId } from "./server-fact.ts";

/** The custom kinds of the test cluster: with status subresource, and without. */
const customKinds: readonly CustomKind[] = [
  { kind: "Database", group: "example.com", plural: "databases", statusSubresource: true },
  { kind: "Widget", group: "example.com", plural: "widgets" },
];

/** What a test may set. */
export type TestOptions = {
  readonly settings?: Partial<ServerSettings>;
  readonly seams?: Partial<ServerSeams>;
  /** What spreads the deadlines of watches; 0 unless it is named. */
  readonly jitter?: number;
  /** False leaves the caches behind until `sync` is called. */
  readonly syncs?: boolean;
};

/** One etcd and one API server that a test drives by hand. Holds the current state between calls. */
export function testCluster(options: TestOptions = {}) {
  const settings = { ...defaultServerSettings, checksNamespaces: false, ...options.settings };
  const seams = { ...openSeams, ...options.seams };
  let etcd: Etcd = emptyEtcd();
  let server: ApiServer = newApiServer("a", kindRegistry(customKinds), micros(0), settings);
  let now: Micros = micros(0);
  let uids = 0;
  let facts: readonly ServerFact[] = [];
  let syncs = options.syncs !== false;

  function apply(step: ServerStep): readonly ServerFact[] {
    server = step.server;
    facts = [...facts, ...step.facts];
    return step.facts;
  }

  function sync(): void {
    for (const kind of Object.keys(server.kinds)) apply(progressServer(server, kind, etcd, etcd.revision, now));
  }

  function handle(request: ApiRequest, waiting?: Waiting): Handled {
    uids++;
    const nameSuffixes = ["aaaaa", "bbbbb", "ccccc", "ddddd", "fffff", "ggggg", "hhhhh", "jjjjj", "kkkkk"];
    const draws = { uid: `uid-${uids}`, nameSuffixes, jitter: options.jitter ?? 0 };
    const handled = handleRequest(server, etcd, { request, now, draws, seams, waiting });
    server = handled.server;
    etcd = handled.etcd;
    facts = handled.facts;
    if (syncs) sync();
    return handled;
  }

  apply(listAllCaches(server, etcd));
  return {
    handle,
    sync,
    apply,
    /** Facts of the last request and of what followed it. */
    facts: () => facts,
    etcd: () => etcd,
    server: () => server,
    now: () => now,
    cache: (kind: string) => cacheOf(server, kind),
    setEtcd: (next: Etcd) => {
      etcd = next;
    },
    setServer: (next: ApiServer) => {
      server = next;
    },
    setSyncs: (next: boolean) => {
      syncs = next;
    },
    advance: (kind: string) => apply(advanceServer(server, kind, etcd, etcd.revision, now)),
    pass: (time: number) => {
      now = micros(now + seconds(time));
    },
    take: (kind: string, watch: WatchId, max = 10_000) => {
      const taken = takeFromServerWatch(server, kind, watch, max, now);
      apply(taken);
      return { events: taken.events, ended: taken.ended };
    },
  };
}

/** The cluster that a test drives. */
export type TestCluster = ReturnType<typeof testCluster>;

const who = { user: "u", client: "c" };

/** A ConfigMap to send. */
export function configMap(name: string, data: JsonObject = {}, metadata: DraftMeta = {}): DraftObject {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace: "ns", ...metadata }, data };
}

/** A Database (custom kind with status subresource) to send. */
export function database(name: string, fields: Partial<DraftObject> = {}): DraftObject {
  return {
    apiVersion: "example.com/v1",
    kind: "Database",
    metadata: { name, namespace: "ns" },
    spec: { size: 1 },
    ...fields,
  };
}

/** A request in namespace `ns`. */
export function createRequest(body: DraftObject, kind: string = body.kind): ApiRequest {
  return { verb: "create", kind, namespace: "ns", body, options: {}, ...who };
}

/** A PUT in namespace `ns`. */
export function updateRequest(body: DraftObject, subresource?: "status"): ApiRequest {
  const name = body.metadata.name ?? "";
  const target = subresource === undefined ? {} : { subresource };
  return { verb: "update", kind: body.kind, namespace: "ns", name, ...target, body, options: {}, ...who };
}

/** A merge patch in namespace `ns`. */
export function patchRequest(kind: string, name: string, patch: JsonObject, subresource?: "status"): ApiRequest {
  const target = subresource === undefined ? {} : { subresource };
  return { verb: "patch", kind, namespace: "ns", name, ...target, body: { type: "merge", patch }, options: {}, ...who };
}

/** A DELETE in namespace `ns`. */
export function deleteRequest(
  kind: string,
  name: string,
  options: Extract<ApiRequest, { verb: "delete" }>["options"] = {},
): ApiRequest {
  return { verb: "delete", kind, namespace: "ns", name, options, ...who };
}

/** A GET in namespace `ns`. */
export function getRequest(kind: string, name: string, options: ListOptions = {}): ApiRequest {
  return { verb: "get", kind, namespace: "ns", name, options, ...who };
}

/** A LIST of all namespaces. */
export function listRequest(kind: string, options: ListOptions = {}): ApiRequest {
  return { verb: "list", kind, options, ...who };
}

/** A WATCH of all namespaces. */
export function watchRequest(kind: string, options: ListOptions = {}): ApiRequest {
  return { verb: "watch", kind, options, ...who };
}

/** The object of an answer that must carry one. */
export function objectIn(handled: Handled): KubeObject {
  const { outcome } = handled;
  if (outcome.type === "response" && outcome.response.type === "object") return outcome.response.object;
  throw new Error(`no object in ${JSON.stringify(outcome)}`);
}

/** The Status of an answer that must carry one. */
export function statusIn(handled: Handled): Status {
  const { outcome } = handled;
  if (outcome.type === "response" && outcome.response.type === "status") return outcome.response.status;
  throw new Error(`no status in ${JSON.stringify(outcome)}`);
}

/** The list of an answer that must carry one. */
export function listIn(handled: Handled) {
  const { outcome } = handled;
  if (outcome.type === "response" && outcome.response.type === "list") return outcome.response;
  throw new Error(`no list in ${JSON.stringify(outcome)}`);
}

/** The watch that an answer must have opened. */
export function watchIn(handled: Handled): WatchId {
  if (handled.outcome.type === "stream") return handled.outcome.watch;
  throw new Error(`no stream in ${JSON.stringify(handled.outcome)}`);
}

/** An event in one short line: `ADDED a@5`, `BOOKMARK @7`, `ERROR 410`. */
export function line(event: WatchEvent): string {
  if (event.type === "ERROR") return `ERROR ${event.object.code}`;
  if (event.type === "BOOKMARK") {
    const end = event.object.metadata.annotations === undefined ? "" : " end";
    return `BOOKMARK @${event.object.metadata.resourceVersion}${end}`;
  }
  return `${event.type} ${event.object.metadata.name}@${event.object.metadata.resourceVersion}`;
}
