import { type Micros, micros } from "../../base/time.ts";
import type { JsonObject, KubeObject, OwnerReference, StringMap } from "../kubernetes/object.ts";
import { formatTimestamp } from "../kubernetes/timestamp.ts";

/** What tests vary about a ReplicaSet. */
export type SampleReplicaSet = {
  readonly name?: string;
  readonly uid?: string;
  readonly replicas?: number;
  readonly spec?: JsonObject;
  readonly status?: JsonObject;
  readonly generation?: number;
  readonly resourceVersion?: string;
  readonly owner?: OwnerReference;
  readonly deletionTimestamp?: string;
};

/** A ReplicaSet `demo/web` that selects `app: web`. */
export function sampleReplicaSet(options: SampleReplicaSet = {}): KubeObject {
  const { name = "web", uid = "rs-1", replicas = 3, generation = 1, resourceVersion = "10", owner } = options;
  return {
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    metadata: {
      name,
      namespace: "demo",
      uid,
      resourceVersion,
      generation,
      creationTimestamp: formatTimestamp(micros(0)),
      ...(owner === undefined ? {} : { ownerReferences: [owner] }),
      ...(options.deletionTimestamp === undefined ? {} : { deletionTimestamp: options.deletionTimestamp }),
    },
    spec: {
      replicas,
      selector: { matchLabels: { app: "web" } },
      template: {
        metadata: { labels: { app: "web" }, annotations: { note: "x" }, finalizers: ["demo/hold"] },
        spec: { containers: [{ name: "main", image: "web:1" }] },
      },
      ...options.spec,
    },
    status: options.status ?? { replicas: 0 },
  };
}

/** What tests vary about a pod. */
export type SamplePod = {
  readonly uid?: string;
  readonly labels?: StringMap;
  readonly annotations?: StringMap;
  /** Its controller; by default the ReplicaSet with uid rs-1. `undefined`: an orphan. */
  readonly owner?: OwnerReference | undefined;
  readonly node?: string;
  readonly phase?: string;
  /** Since when it is ready. */
  readonly ready?: Micros;
  readonly created?: Micros;
  readonly restarts?: number;
  readonly deletionTimestamp?: string;
  readonly resourceVersion?: string;
};

/** A running pod `demo/<name>` of the ReplicaSet `web`. */
export function samplePod(name: string, options: SamplePod = {}): KubeObject {
  const owner = "owner" in options ? options.owner : ownedBy("web", "rs-1");
  const { ready, node = "node-1", phase = "Running", restarts = 0 } = options;
  const readyCondition =
    ready === undefined
      ? { type: "Ready", status: "False" }
      : { type: "Ready", status: "True", lastTransitionTime: formatTimestamp(ready) };
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name,
      namespace: "demo",
      uid: options.uid ?? `uid-${name}`,
      resourceVersion: options.resourceVersion ?? "20",
      creationTimestamp: formatTimestamp(options.created ?? micros(0)),
      labels: options.labels ?? { app: "web" },
      ...(options.annotations === undefined ? {} : { annotations: options.annotations }),
      ...(owner === undefined ? {} : { ownerReferences: [owner] }),
      ...(options.deletionTimestamp === undefined ? {} : { deletionTimestamp: options.deletionTimestamp }),
    },
    spec: node === "" ? {} : { nodeName: node },
    status: { phase, conditions: [readyCondition], containerStatuses: [{ name: "main", restartCount: restarts }] },
  };
}

/** A controlling owner reference to a ReplicaSet. */
export function ownedBy(name: string, uid: string, kind = "ReplicaSet"): OwnerReference {
  return { apiVersion: "apps/v1", kind, name, uid, controller: true, blockOwnerDeletion: true };
}
