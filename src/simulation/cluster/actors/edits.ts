import { record } from "../../kernel/turn.ts";
import { kindIdOf } from "../../kubernetes/kind-registry.ts";
import type { DraftObject } from "../../kubernetes/object.ts";
import { objectKey } from "../../kubernetes/object-key.ts";
import type { Action, ObjectReference } from "../actions.ts";
import { type Cluster, type ClusterTurn, clusterOf } from "../cluster.ts";
import { etcdGet } from "../etcd.ts";
import { programOf } from "../server/create.ts";
import type { ApiRequest } from "../server/request.ts";
import { sendCall } from "./calls.ts";
import { patchText } from "./change-text.ts";
import { namedTarget } from "./missing-target.ts";
import { USER } from "./names.ts";
import { senderOf } from "./sender.ts";

/** An action that is a request of somebody's. */
export type Edit = Extract<Action, { type: "create" | "apply" | "patch" | "delete" | "raw" }>;

type Sender = { readonly client: string; readonly user: string };

/** Sends what a person or the script wants changed, as the client `user` or as somebody else. Nobody waits for the answer. */
export function performEdit(turn: ClusterTurn, edit: Edit): void {
  const client = edit.as ?? USER;
  const { request, name, verb, change } = editOf(clusterOf(turn), edit, senderOf(turn, client));
  const { kind, namespace } = request;
  const key = namespace === undefined ? name : `${namespace}/${name}`;
  record(turn, USER, { type: "user.edit", verb, kind, key, change });
  sendCall(turn, { client, request, replyTo: { type: "nobody" } });
}

/** The request, and how the trace tells of it. */
type Told = {
  readonly request: ApiRequest;
  readonly name: string;
  readonly verb: "create" | "apply" | "update" | "patch" | "delete" | "deletecollection";
  readonly change: string;
};

function editOf(cluster: Cluster, edit: Edit, sender: Sender): Told {
  switch (edit.type) {
    case "create": {
      const { metadata } = edit.object;
      const target = { kind: kindIdOf(cluster.kinds, edit.object), ...placeOf(metadata), ...sender };
      const request: ApiRequest = { verb: "create", ...target, body: edit.object, options: {} };
      return { request, name: metadata.name ?? "", verb: "create", change: "" };
    }
    case "apply": {
      const { object, fieldManager = programOf(sender.client), force = false } = edit;
      const name = object.metadata.name ?? "";
      const target = { kind: kindIdOf(cluster.kinds, object), ...placeOf(object.metadata), name, ...sender };
      const body = { type: "apply", config: object } as const;
      return {
        request: { verb: "patch", ...target, body, options: { fieldManager, force } },
        name,
        verb: "apply",
        change: "",
      };
    }
    case "patch": {
      const target = namedTarget(cluster, edit.target) ?? edit.target;
      const { kind, namespace, name } = target;
      const subresource = edit.subresource === undefined ? {} : { subresource: edit.subresource };
      const body = { type: "merge", patch: edit.merge } as const;
      const change = patchText(etcdGet(cluster.etcd, kind, objectKey(namespace, name))?.object, edit.merge);
      return {
        request: { verb: "patch", ...target, ...sender, ...subresource, body, options: {} },
        name,
        verb: "patch",
        change,
      };
    }
    case "delete": {
      const target = namedTarget(cluster, edit.target) ?? edit.target;
      return { request: deletion(edit, target, sender), name: target.name, verb: "delete", change: "" };
    }
    case "raw":
      return rawEdit(edit, sender);
  }
}

function placeOf({ namespace }: { readonly namespace?: string }): { readonly namespace?: string } {
  return namespace === undefined ? {} : { namespace };
}

function deletion(edit: Extract<Edit, { type: "delete" }>, target: ObjectReference, sender: Sender): ApiRequest {
  const { gracePeriodSeconds, propagation } = edit;
  const grace = gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds };
  const policy = propagation === undefined ? {} : { propagationPolicy: propagation };
  return { verb: "delete", ...target, ...sender, options: { ...grace, ...policy } };
}

/** The verb follows from method and path (`as:endpoints/request/requestinfo.go:NewRequestInfo @v0.36.3`). */
function rawEdit(edit: Extract<Edit, { type: "raw" }>, sender: Sender): Told {
  const { method, kind, name = "" } = edit;
  const body: DraftObject = edit.body ?? { apiVersion: "", kind, metadata: {} };
  const target = { kind, ...placeOf(edit), ...sender };
  const part = edit.subresource === undefined ? {} : { subresource: edit.subresource };
  const change = edit.subresource === undefined ? "" : `/${edit.subresource}`;
  switch (method) {
    case "POST": {
      const request: ApiRequest = { verb: "create", ...target, ...part, body, options: {} };
      return { request, name: body.metadata.name ?? "", verb: "create", change };
    }
    case "PUT":
      return { request: { verb: "update", ...target, name, ...part, body, options: {} }, name, verb: "update", change };
    case "DELETE": {
      if (name === "")
        return {
          request: { verb: "deletecollection", ...target, options: {} },
          name,
          verb: "deletecollection",
          change,
        };
      return { request: { verb: "delete", ...target, name, ...part, options: {} }, name, verb: "delete", change };
    }
  }
}
