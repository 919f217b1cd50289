import { type Micros, seconds } from "../../base/time.ts";
import type { Json } from "../kubernetes/object.ts";
import type { ObjectKey } from "../kubernetes/object-key.ts";
import { compareResourceVersions } from "../kubernetes/resource-version.ts";
import { type Asking, recall, remember } from "./asking.ts";

/**
 * What the controller still has to see before it may scale again
 * (`kk:pkg/controller/controller_utils.go:ControlleeExpectations, UIDSet`).
 */
export type Expectation = {
  /** Creations that were not seen; below 0 when more were seen than expected. */
  readonly adds: number;
  /** Keys of pods whose deletion was not seen. */
  readonly deletes: readonly string[];
  /** When it was set. */
  readonly since: Micros;
};

/** The newest versions that the controller wrote for one ReplicaSet (`cg:tools/cache:ConsistencyStore`, Kubernetes 1.36). */
export type WrittenVersions = {
  readonly uid: string;
  /** Resource version by kind. */
  readonly versions: Readonly<Record<string, string>>;
};

/** The memory of a ReplicaSet controller, by key of the ReplicaSet. It does not survive the process. */
export type ReplicaSetMemory = {
  readonly expectations: Readonly<Record<string, Expectation>>;
  readonly written: Readonly<Record<string, WrittenVersions>>;
};

/** A fresh process knows nothing. */
export const emptyReplicaSetMemory: ReplicaSetMemory = { expectations: {}, written: {} };

/** Reads the memory of a ReplicaSet controller. */
export function replicaSetMemory(memory: Json): ReplicaSetMemory {
  // Only the functions of this file write it, beginning with the empty one.
  return memory as unknown as ReplicaSetMemory;
}

/** After this long an expectation no longer holds anything back (`ExpectationsTimeout`). */
const expectationsTimeout = seconds(300);

/** Sets what to see; an older expectation of the key is overwritten (`ExpectCreations`). */
export function expectCreations(
  memory: ReplicaSetMemory,
  key: ObjectKey,
  count: number,
  now: Micros,
): ReplicaSetMemory {
  return withExpectation(memory, key, { adds: count, deletes: [], since: now });
}

/** Sets what to see; an older expectation of the key is overwritten (`ExpectDeletions`). */
export function expectDeletions(
  memory: ReplicaSetMemory,
  key: ObjectKey,
  pods: readonly string[],
  now: Micros,
): ReplicaSetMemory {
  return withExpectation(memory, key, { adds: 0, deletes: pods, since: now });
}

/** A creation was seen, or will never be (`CreationObserved`). */
export function creationsObserved(memory: ReplicaSetMemory, key: ObjectKey, count: number): ReplicaSetMemory {
  const expectation = memory.expectations[key];
  if (expectation === undefined || count === 0) return memory;
  return withExpectation(memory, key, { ...expectation, adds: expectation.adds - count });
}

/** The deletion of a pod was seen, or will never be. Each pod counts once, and only if it was expected (`DeletionObserved`). */
export function deletionObserved(memory: ReplicaSetMemory, key: ObjectKey, pod: string): ReplicaSetMemory {
  const expectation = memory.expectations[key];
  if (expectation === undefined || !expectation.deletes.includes(pod)) return memory;
  return withExpectation(memory, key, {
    ...expectation,
    deletes: expectation.deletes.filter((each) => each !== pod),
  });
}

/** Forgets what was expected for the key (`DeleteExpectations`). */
export function dropExpectations(memory: ReplicaSetMemory, key: ObjectKey): ReplicaSetMemory {
  if (memory.expectations[key] === undefined) return memory;
  const { [key]: _dropped, ...expectations } = memory.expectations;
  return { ...memory, expectations };
}

/** `satisfied`: nothing is expected, or all of it was seen. Expiry is noticed only when somebody looks (`SatisfiedExpectations`). */
export function expectationState(
  memory: ReplicaSetMemory,
  key: ObjectKey,
  now: Micros,
): "satisfied" | "expired" | "waiting" {
  const expectation = memory.expectations[key];
  if (expectation === undefined || (expectation.adds <= 0 && expectation.deletes.length === 0)) return "satisfied";
  return now - expectation.since > expectationsTimeout ? "expired" : "waiting";
}

/** Notes a version that was written for the ReplicaSet; only a newer one counts (`ConsistencyStore.WroteAt`). */
export function wroteAt(
  memory: ReplicaSetMemory,
  key: ObjectKey,
  owner: string,
  kind: string,
  version: string,
): ReplicaSetMemory {
  const record = memory.written[key];
  const versions = record?.uid === owner ? record.versions : {};
  const known = versions[kind];
  if (known !== undefined && compareResourceVersions(known, version) >= 0) return memory;
  const next = { uid: owner, versions: { ...versions, [kind]: version } };
  return { ...memory, written: { ...memory.written, [key]: next } };
}

/** Forgets what was written for the key; with an owner, only if it was written for that one (`ConsistencyStore.Clear`). */
export function clearWritten(memory: ReplicaSetMemory, key: ObjectKey, owner?: string): ReplicaSetMemory {
  const record = memory.written[key];
  if (record === undefined || (owner !== undefined && record.uid !== owner)) return memory;
  const { [key]: _dropped, ...written } = memory.written;
  return { ...memory, written };
}

/** Changes the memory, if there is anything to change. Nothing comes between reading and writing it. */
export function* updateMemory(why: string, change: (memory: ReplicaSetMemory) => ReplicaSetMemory): Asking<void> {
  const before = replicaSetMemory(yield* recall());
  const next = change(before);
  if (next !== before) yield* remember(next, why);
}

function withExpectation(memory: ReplicaSetMemory, key: ObjectKey, expectation: Expectation): ReplicaSetMemory {
  return { ...memory, expectations: { ...memory.expectations, [key]: expectation } };
}
