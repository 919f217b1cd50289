import { micros } from "../../base/time.ts";
import type { KindRegistry } from "../kubernetes/kind.ts";
import { kindIdOf, kindRegistry } from "../kubernetes/kind-registry.ts";
import type { DraftObject } from "../kubernetes/object.ts";
import type { Status } from "../kubernetes/status.ts";
import { GIVEN } from "./actors/names.ts";
import { emptyEtcd } from "./etcd.ts";
import type { ClusterSettings } from "./plan.ts";
import {
  defaultServerSettings,
  handleRequest,
  newApiServer,
  openSeams,
  type RequestDraws,
  type ServerSettings,
} from "./server/api-server.ts";
import { generateNameTries, nameSuffix, uidFrom } from "./server/generate-name.ts";
import type { CreateRequest } from "./server/request.ts";
import { defaultCacheSettings } from "./server/watch-cache.ts";

/**
 * How the API servers of a cluster are set up that begins with these objects. Who gives Namespaces gives all that there are; who gives none has
 * all that are named.
 */
export function serverSettings(cluster: ClusterSettings, given: readonly DraftObject[]): ServerSettings {
  const { watchCache, watchListServer, maxRequestBodyBytes, flowControl } = cluster;
  const { capacity, lower, upper, freshFor } = watchCache;
  const ring = {
    ...defaultCacheSettings.ring,
    initialCapacity: capacity,
    lowerBound: lower,
    upperBound: upper,
    freshFor,
  };
  return {
    ...defaultServerSettings,
    cache: { ...defaultCacheSettings, ring },
    watchList: watchListServer,
    checksNamespaces: given.some(({ apiVersion, kind }) => apiVersion === "v1" && kind === "Namespace"),
    maxRequestBodyBytes,
    flowControl,
  };
}

/** The request by which an object of the beginning comes about. */
export function creationOf(kinds: KindRegistry, body: DraftObject): CreateRequest {
  const { namespace } = body.metadata;
  const place = namespace === undefined ? {} : { namespace };
  return { verb: "create", kind: kindIdOf(kinds, body), ...place, user: GIVEN, client: GIVEN, body, options: {} };
}

/** An object, by its place in the list, that the API server does not take, and what it says. */
export type Refused = { readonly index: number; readonly status: Status };

/** What the API server refuses of the objects that a run would begin with, in their order. */
export function refusedObjects(settings: ClusterSettings, given: readonly DraftObject[]): readonly Refused[] {
  const kinds = kindRegistry(settings.crds);
  const server = newApiServer("a", kinds, micros(0), serverSettings(settings, given));
  let etcd = emptyEtcd();
  return given.flatMap((body, index): readonly Refused[] => {
    const call = { request: creationOf(kinds, body), now: micros(0), draws: drawsOf(index), seams: openSeams };
    const handled = handleRequest(server, etcd, { ...call, waiting: undefined });
    etcd = handled.etcd;
    const { outcome } = handled;
    return outcome.type === "response" && outcome.response.type === "status"
      ? [{ index, status: outcome.response.status }]
      : [];
  });
}

/** Draws that are another for each object, so that neither uids nor generated names meet. */
function drawsOf(index: number): RequestDraws {
  const draw = (nth: number) => (index * generateNameTries + nth) / 10_000;
  return {
    uid: uidFrom([draw(0), 0, 0, 0]),
    nameSuffixes: Array.from({ length: generateNameTries }, (_, nth) => nameSuffix(draw(nth))),
    jitter: 0,
  };
}
