import { controllerOf, isJsonList, isJsonObject, type Json, jsonAt, type KubeObject } from "../kubernetes/object.ts";
import type { Etcd, EtcdEvent } from "./etcd.ts";
import { logAt, logSize } from "./sliding-log.ts";

/** A condition as one write left it. `isInfo`: Ready does not depend on it (Knative's severity). */
export type StoredCondition = {
  readonly type: string;
  readonly status: "True" | "False" | "Unknown";
  readonly reason: string;
  readonly message: string;
  readonly isInfo: boolean;
};

/** What one write left of an object's generation and conditions, as plain data. */
export type StoredVersion = {
  readonly revision: number;
  readonly kind: string;
  readonly key: string;
  readonly uid: string;
  /** Whether this write removed it. */
  readonly gone: boolean;
  readonly generation: number;
  /** `status.observedGeneration`; undefined while there is none. */
  readonly observed: number | undefined;
  readonly conditions: readonly StoredCondition[];
  /** Whether the server made its name: another one of its kind takes its place, never the same. */
  readonly generated: boolean;
  /** The uid of the object that controls it. */
  readonly owner: string | undefined;
};

/** Every write in etcd's history, oldest first; what was compacted is missing. */
export function storedVersions(etcd: Etcd): readonly StoredVersion[] {
  const versions = Object.entries(etcd.kinds).flatMap(([kind, { log }]) => {
    const found: StoredVersion[] = [];
    for (let index = 0; index < logSize(log); index++) {
      const event = logAt(log, index);
      if (event !== undefined) found.push(versionOf(kind, event));
    }
    return found;
  });
  return versions.sort((a, b) => a.revision - b.revision);
}

function versionOf(kind: string, { revision, key, value, previous }: EtcdEvent): StoredVersion {
  const object = value?.object;
  const stored = object ?? previous?.object;
  const observed = jsonAt(object?.status, "observedGeneration");
  return {
    revision,
    kind,
    key,
    uid: stored?.metadata.uid ?? "",
    gone: object === undefined,
    generation: object?.metadata.generation ?? 0,
    observed: typeof observed === "number" ? observed : undefined,
    conditions: conditionsIn(object),
    generated: stored?.metadata.generateName !== undefined,
    owner: stored === undefined ? undefined : controllerOf(stored)?.uid,
  };
}

function conditionsIn(object: KubeObject | undefined): readonly StoredCondition[] {
  const list = jsonAt(object?.status, "conditions");
  return isJsonList(list) ? list.flatMap(conditionIn) : [];
}

function conditionIn(entry: Json): readonly StoredCondition[] {
  if (!isJsonObject(entry) || typeof entry.type !== "string") return [];
  const { type, status, reason, message, severity } = entry;
  return [
    {
      type,
      status: status === "True" || status === "False" ? status : "Unknown",
      reason: typeof reason === "string" ? reason : "",
      message: typeof message === "string" ? message : "",
      isInfo: severity === "Info",
    },
  ];
}
