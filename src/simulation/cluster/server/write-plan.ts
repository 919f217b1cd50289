import type { Micros } from "../../../base/time.ts";
import type { KindInfo } from "../../kubernetes/kind.ts";
import { type KubeObject, withMetadata } from "../../kubernetes/object.ts";
import type { ObjectKey } from "../../kubernetes/object-key.ts";
import { formatResourceVersion, type Revision } from "../../kubernetes/resource-version.ts";
import type { Status } from "../../kubernetes/status.ts";
import { deletedStatus, type FieldError } from "../../kubernetes/status-error.ts";
import { type Etcd, type EtcdEvent, etcdDelete, etcdPut, type StoredValue } from "../etcd.ts";
import type { Admit } from "./admission.ts";
import type { FieldManager } from "./field-managers.ts";
import type { ApiResponse } from "./request.ts";
import type { RequestFact } from "./server-fact.ts";

/** Everything that a write may look at besides the request. */
export type WriteContext = {
  readonly info: KindInfo;
  readonly now: Micros;
  readonly draws: WriteDraws;
  readonly admit: Admit;
  /** Schema of a custom resource: more findings about an object that is to be stored. */
  readonly validate: (info: KindInfo, object: KubeObject) => readonly FieldError[];
  /** The definition of the kind as this server knows it; undefined for a built-in kind. */
  readonly definition: KubeObject | undefined;
  /** The object goes with its whole collection: upstream then skips what is special about a kind (`as:registry/generic/registry/store.go:DeleteCollection`). */
  readonly inCollection?: true;
  /** Whether objects may be created in a namespace. */
  readonly namespaceState: (name: string) => "active" | "terminating" | "missing";
};

/** The random values that one write may use. */
export type WriteDraws = {
  readonly uid: string;
  /** One suffix per try of a generated name; the server tries up to eight. */
  readonly nameSuffixes: readonly string[];
};

/**
 * What a write wants of etcd: compare-and-swap on one key. `putThenDelete` is how graceful kinds go with a grace period of 0.
 * `respond` says what the client gets.
 */
export type WritePlan =
  | { readonly type: "answer"; readonly response: ApiResponse; readonly facts: readonly RequestFact[] }
  | {
      readonly type: "commit";
      readonly info: KindInfo;
      readonly key: ObjectKey;
      readonly expected: Revision;
      /** The object as it will be stored, or (for a plain deletion) as it was. */
      readonly object: KubeObject;
      /** Who owns its fields from now on; undefined when that stays as it is. */
      readonly managers?: readonly FieldManager[];
      readonly steps: "put" | "delete" | "putThenDelete";
      readonly respond:
        | { readonly type: "written"; readonly code: 200 | 201 }
        | { readonly type: "status"; readonly status: Status }
        | { readonly type: "deleted" }
        | { readonly type: "submitted"; readonly object: KubeObject };
      readonly dryRun: boolean;
      readonly facts: readonly RequestFact[];
    };

/** A plan that goes to etcd. */
export type CommitPlan = Extract<WritePlan, { type: "commit" }>;

/** A plan that only answers with a failure. */
export function refuse(status: Status, facts: readonly RequestFact[] = []): WritePlan {
  return { type: "answer", response: { type: "status", status }, facts };
}

/** What committing did. `conflict` means that the key changed since the plan was made: plan again with what is there now. */
export type CommitResult =
  | {
      readonly type: "done";
      readonly etcd: Etcd;
      readonly response: ApiResponse;
      readonly facts: readonly RequestFact[];
      readonly events: readonly EtcdEvent[];
    }
  | { readonly type: "conflict"; readonly current: StoredValue | undefined };

/** Carries out a plan if its key is still as the plan saw it (`as:storage/etcd3/store.go:GuaranteedUpdate, conditionalDelete @v0.36.3`). */
export function commitPlan(etcd: Etcd, plan: CommitPlan): CommitResult {
  // A dry run ends here: the answer shows the object with the resource version it has now.
  if (plan.dryRun) return { type: "done", etcd, response: answer(plan, []), facts: plan.facts, events: [] };
  const expected = { kind: plan.info.id, key: plan.key, modRevision: plan.expected };
  const events: EtcdEvent[] = [];
  let current = etcd;
  let revision = plan.expected;
  if (plan.steps !== "delete") {
    const put = etcdPut(current, expected, plan.object, plan.managers);
    if (put.type === "compareFailed") return { type: "conflict", current: put.current };
    current = put.etcd;
    revision = put.event.revision;
    events.push(put.event);
  }
  if (plan.steps !== "put") {
    const removed = etcdDelete(current, { ...expected, modRevision: revision });
    if (removed.type === "compareFailed") return { type: "conflict", current: removed.current };
    current = removed.etcd;
    events.push(removed.event);
  }
  const committed = events.map((event) => committedFact(plan.info.id, event));
  return { type: "done", etcd: current, response: answer(plan, events), facts: [...plan.facts, ...committed], events };
}

function committedFact(kind: string, event: EtcdEvent): RequestFact {
  const change = event.value === undefined ? "deleted" : event.previous === undefined ? "created" : "updated";
  return { type: "committed", kind, key: event.key, revision: event.revision, change };
}

function answer(plan: CommitPlan, events: readonly EtcdEvent[]): ApiResponse {
  const last = events.at(-1);
  const { respond, info, object } = plan;
  switch (respond.type) {
    case "submitted":
      return { type: "object", code: 200, object: respond.object };
    case "status":
      return { type: "status", status: respond.status };
    case "written":
      return { type: "object", code: respond.code, object: last?.value?.object ?? object };
    case "deleted":
      return deletedAnswer(info, deletedObject(last) ?? object);
  }
}

/** The last state of a deleted object, with the revision of the deletion. */
function deletedObject(event: EtcdEvent | undefined): KubeObject | undefined {
  if (event?.previous === undefined) return undefined;
  return withMetadata(event.previous.object, { resourceVersion: formatResourceVersion(event.revision) });
}

/** What DELETE answers when the object is gone: a Status, or for a few kinds the object (`as:registry/generic/registry/store.go:finalizeDelete`). */
export function deletedAnswer(info: KindInfo, object: KubeObject): ApiResponse {
  if (info.deleteAnswer === "object") return { type: "object", code: 200, object };
  return { type: "status", status: deletedStatus(info, object.metadata.name, object.metadata.uid) };
}
