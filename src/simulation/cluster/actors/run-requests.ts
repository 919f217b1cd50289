import type { KindRegistry } from "../../kubernetes/kind.ts";
import { kindIdOf } from "../../kubernetes/kind-registry.ts";
import type { Subresource } from "../../kubernetes/object.ts";
import { nameOfKey, namespaceOfKey, type ObjectKey } from "../../kubernetes/object-key.ts";
import type { Ask, WriteRequest } from "../reconciler.ts";
import type { ApiRequest, DeleteOptions } from "../server/request.ts";

/** Who sends. */
type Sender = { readonly client: string; readonly user: string };

/** What is asked of the API server. */
type Requesting = Extract<Ask, { readonly type: "getLive" | "listLive" | "write" }>;

/** The requests of an ask, in its order. */
export function requestsOf(ask: Requesting, sender: Sender, kinds: KindRegistry): readonly ApiRequest[] {
  switch (ask.type) {
    case "getLive":
      return [{ verb: "get", ...targetOf(ask, sender), options: {} }];
    case "listLive":
      return [{ verb: "list", kind: ask.kind, ...namespaceField(ask.namespace), ...sender, options: {} }];
    case "write":
      return ask.requests.map((request) => writeOf(request, sender, kinds));
  }
}

function writeOf(request: WriteRequest, sender: Sender, kinds: KindRegistry): ApiRequest {
  switch (request.type) {
    case "create": {
      const { metadata } = request.object;
      return {
        verb: "create",
        kind: kindIdOf(kinds, request.object),
        ...namespaceField(metadata.namespace),
        ...sender,
        body: request.object,
        options: {},
      };
    }
    case "update": {
      const { metadata } = request.object;
      const place = {
        kind: kindIdOf(kinds, request.object),
        ...namespaceField(metadata.namespace),
        name: metadata.name,
        ...subresourceField(request.subresource),
      };
      return { verb: "update", ...place, ...sender, body: request.object, options: {} };
    }
    case "patch":
      return {
        verb: "patch",
        ...targetOf(request, sender),
        ...subresourceField(request.subresource),
        body: { type: "merge", patch: request.merge },
        options: {},
      };
    case "delete":
      return {
        verb: "delete",
        ...targetOf(request, sender),
        options: deleteOptions(request),
      };
    case "deleteCollection": {
      const { kind, namespace, propagation } = request;
      const options = propagation === undefined ? {} : { propagationPolicy: propagation };
      return { verb: "deletecollection", kind, namespace, ...sender, options };
    }
  }
}

function deleteOptions(request: Extract<WriteRequest, { type: "delete" }>): DeleteOptions {
  const { uid, resourceVersion, propagation } = request;
  const preconditions = {
    ...(uid === undefined ? {} : { uid }),
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
  };
  return {
    ...(Object.keys(preconditions).length === 0 ? {} : { preconditions }),
    ...(propagation === undefined ? {} : { propagationPolicy: propagation }),
  };
}

function targetOf({ kind, key }: { readonly kind: string; readonly key: ObjectKey }, sender: Sender) {
  return { kind, ...namespaceField(namespaceOfKey(key)), name: nameOfKey(key), ...sender };
}

function namespaceField(namespace: string | undefined): { readonly namespace?: string } {
  return namespace === undefined ? {} : { namespace };
}

function subresourceField(subresource: Subresource | undefined): { readonly subresource?: Subresource } {
  return subresource === undefined ? {} : { subresource };
}
