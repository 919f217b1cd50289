import type { Reply } from "../cluster/reconciler.ts";
import { finalizersOf, isTerminating, type KubeObject, type OwnerReference } from "../kubernetes/object.ts";
import { objectKey } from "../kubernetes/object-key.ts";
import { type Asking, failureOf, getLive, note, recall, refusalOf, remember } from "./asking.ts";
import { FOREGROUND, type GarbageNode, garbageGraph, isKnownAbsent, withAbsent } from "./garbage-graph.ts";
import { kindIdOf, type TypeMeta } from "./kind-id.ts";

/** The owners of an object by what they mean for it. */
export type Owners = {
  /** They exist. */
  readonly solid: readonly OwnerReference[];
  /** They do not exist, or another object has their name, or they are in another namespace. */
  readonly dangling: readonly OwnerReference[];
  /** They are deleted in the foreground and wait for this object. */
  readonly waiting: readonly OwnerReference[];
};

/** A live read that found the very object, found that it is gone, or failed. */
export type Found =
  | { readonly type: "found"; readonly object: KubeObject }
  | { readonly type: "gone" }
  | { readonly type: "failed"; readonly error: string };

/** Reads an object from the server; one of that name with another uid is another object. */
export function* find(
  wanted: TypeMeta & { readonly name: string; readonly uid: string },
  namespace: string,
): Asking<Found> {
  const reply = yield* getLive(kindIdOf(wanted), objectKey(namespace, wanted.name));
  if (reply.type === "object") {
    return reply.object.metadata.uid === wanted.uid ? { type: "found", object: reply.object } : { type: "gone" };
  }
  if (refusalOf(reply)?.reason === "NotFound") return { type: "gone" };
  return { type: "failed", error: errorOf(reply, wanted) };
}

/**
 * Sorts the owners, asking the server about each that is not known to be missing: the graph may be behind
 * (`kk:pkg/controller/garbagecollector/garbagecollector.go:classifyReferences, isDangling`).
 */
export function* classify(
  node: GarbageNode,
  references: readonly OwnerReference[],
): Asking<Owners | { readonly error: string }> {
  const solid: OwnerReference[] = [];
  const dangling: OwnerReference[] = [];
  const waiting: OwnerReference[] = [];
  for (const owner of references) {
    if (isKnownAbsent(garbageGraph(yield* recall()), owner, node.namespace)) {
      dangling.push(owner);
      continue;
    }
    const found = yield* find(owner, node.namespace);
    if (found.type === "failed") return { error: found.error };
    if (found.type === "gone") {
      const graph = withAbsent(garbageGraph(yield* recall()), owner, node.namespace);
      yield* remember(graph, `the owner ${owner.kind} ${owner.name} is absent`);
      dangling.push(owner);
    } else if (isTerminating(found.object) && finalizersOf(found.object).includes(FOREGROUND)) waiting.push(owner);
    else solid.push(owner);
  }
  yield* note(`owners: ${names("solid", solid)}, ${names("dangling", dangling)}, ${names("waiting", waiting)}`);
  return { solid, dangling, waiting };
}

function names(what: string, owners: readonly OwnerReference[]): string {
  return owners.length === 0
    ? `none ${what}`
    : `${what} ${owners.map(({ kind, name }) => `${kind} ${name}`).join(" ")}`;
}

/** A kind that the server does not serve: it may come, so the object is tried again (`restMappingError`). */
function errorOf(reply: Reply, { apiVersion, kind }: TypeMeta): string {
  const isUnknown = refusalOf(reply)?.code === 404;
  const error = failureOf(reply) ?? "no object returned";
  return isUnknown ? `unable to get REST mapping for ${apiVersion}/${kind}.` : error;
}
