import { valueAt } from "../../base/persistent-map.ts";
import type { ClusterEvent, ClusterWorld, Violation } from "../cluster/cluster.ts";
import { type EtcdEvent, etcdGet } from "../cluster/etcd.ts";
import type { ApiRequest } from "../cluster/server/request.ts";
import { jsonAt } from "../kubernetes/object.ts";
import { commitsOf } from "./commits.ts";
import type { Check } from "./violation.ts";

/**
 * A write is stored over the version that etcd held: each commit follows the value that was there before it, and an update that names a
 * version follows that very one (fidelity apiserver I.4).
 */
export const commitsOverStored: Check = (before, after, events) => {
  const held = new Map<string, number>();
  for (const { kind, event } of commitsOf(before, after)) {
    const key = `${kind} ${event.key}`;
    const stored = held.get(key) ?? etcdGet(before.shared.etcd, kind, event.key)?.modRevision ?? 0;
    const over = event.previous?.modRevision ?? 0;
    const broken = over === stored ? namedVersion(before, events, key, event) : overOther(key, event, stored);
    if (broken !== undefined) return broken;
    held.set(key, event.value === undefined ? 0 : event.revision);
  }
  return undefined;
};

function overOther(key: string, event: EtcdEvent, stored: number): Violation {
  const over = event.previous?.modRevision ?? 0;
  const message = `${key}@${event.revision} was written over ${over}, but ${stored} was stored`;
  return { invariant: "commitsOverStored", message };
}

/** The update that this step answers, if it named another version than the one that it replaced. */
function namedVersion(
  before: ClusterWorld,
  events: readonly ClusterEvent[],
  key: string,
  { previous, revision }: EtcdEvent,
): Violation | undefined {
  const answer = events.find(({ fact }) => fact.type === "api.response")?.fact;
  if (answer?.type !== "api.response" || previous === undefined) return undefined;
  const request = valueAt(before.shared.calls, String(answer.request))?.request;
  const named = request === undefined ? "" : versionIn(request);
  if (named === "" || named === previous.object.metadata.resourceVersion) return undefined;
  const message = `${key}@${revision} was meant for version ${named}, but replaced ${previous.modRevision}`;
  return { invariant: "commitsOverStored", message };
}

/** The version that an update names as its precondition; empty if it names none. */
function versionIn(request: ApiRequest): string {
  if (request.verb === "update") return request.body.metadata.resourceVersion ?? "";
  if (request.verb !== "patch") return "";
  const { body } = request;
  if (body.type === "apply") return body.config.metadata.resourceVersion ?? "";
  const version = body.type === "json" ? undefined : jsonAt(body.patch, "metadata", "resourceVersion");
  return typeof version === "string" ? version : "";
}
