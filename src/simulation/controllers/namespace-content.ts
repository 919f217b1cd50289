import { defined } from "../../base/assert.ts";
import { type Micros, seconds } from "../../base/time.ts";
import type { KindInfo } from "../kubernetes/kind.ts";
import { finalizersOf, type KubeObject } from "../kubernetes/object.ts";
import { type Asking, clock, discover, failureOf, listLive, wasNotFound, write } from "./asking.ts";

/** How long upstream thinks that finalizers take, in seconds (`finalizerEstimateSeconds`). */
const FINALIZER_ESTIMATE = 15;

/** The grace period that a pod's spec has by default, in seconds. */
const GRACE = 30;

/** What is left in a namespace after all was told to go. `estimate`: seconds until it is gone, as upstream guesses. */
export type Content = {
  readonly estimate: number;
  readonly counts: ReadonlyMap<KindInfo, number>;
  readonly finalizers: ReadonlyMap<string, number>;
  readonly errors: readonly string[];
  /** Pods are left, so nothing else was touched. */
  readonly podsRemain: boolean;
};

/**
 * Deletes whatever the server has in a namespace, kind by kind: pods first, and as long as there is one, nothing else
 * (`kk:pkg/controller/namespace/deletion/namespaced_resources_deleter.go:deleteAllContent @v1.36.3`; OrderedNamespaceDeletion, locked on since 1.34).
 * Simplified: the other kinds come in the order of the registry, upstream in that of a Go map; what the server serves is known without a request.
 */
export function* deleteAllContent(namespace: string, deletedAt: Micros): Asking<Content> {
  const kinds = (yield* discover()).filter((info) => info.namespaced);
  const pods = defined(
    kinds.find(({ id }) => id === "Pod"),
    "the kind Pod",
  );
  const left = yield* deleteKind(pods, namespace, deletedAt);
  const failed =
    left.error === undefined ? [] : [`failed to delete pods for namespace: ${namespace}, err: ${left.error}`];
  if (left.items.length > 0) return { ...sum([left]), errors: failed, podsRemain: true };
  const all: Left[] = [left];
  for (const info of kinds) if (info !== pods) all.push(yield* deleteKind(info, namespace, deletedAt));
  const errors = all.slice(1).flatMap(({ error }) => (error === undefined ? [] : [error]));
  return { ...sum(all), errors: [...failed, ...errors], podsRemain: false };
}

/** What is left of one kind. */
type Left = {
  readonly info: KindInfo;
  readonly estimate: number;
  readonly items: readonly KubeObject[];
  readonly error: string | undefined;
};

/** Deletes the collection and looks what is still there (`deleteAllContentForGroupVersionResource`). Every kind here has its collection deleted. */
function* deleteKind(info: KindInfo, namespace: string, deletedAt: Micros): Asking<Left> {
  const nothing: Left = { info, estimate: 0, items: [], error: undefined };
  const guess = yield* graceOf(info, namespace, deletedAt);
  if (typeof guess === "string") return { ...nothing, error: guess };
  const target = { kind: info.id, namespace } as const;
  const deleted = yield* write({ type: "deleteCollection", ...target, propagation: "Background" });
  const error = failureOf(deleted);
  if (error !== undefined) return wasNotFound(deleted) ? nothing : { ...nothing, estimate: guess, error };
  const listed = yield* listLive(info.id, namespace);
  if (listed.type !== "list") return { ...nothing, estimate: guess, error: failureOf(listed) };
  const { items } = listed;
  if (items.length === 0) return nothing;
  if (guess !== 0) return { ...nothing, estimate: guess, items };
  if (items.some((item) => finalizersOf(item).length > 0)) return { ...nothing, estimate: FINALIZER_ESTIMATE, items };
  const { group, version, plural } = info;
  const resource = `${group}/${version}, Resource=${plural}`;
  return { ...nothing, items, error: `unexpected items still remain in namespace: ${namespace} for gvr: ${resource}` };
}

/** The longest grace period of the pods that run, in seconds; 0 once it has passed since the namespace was deleted (`estimateGracefulTermination`). */
function* graceOf(info: KindInfo, namespace: string, deletedAt: Micros): Asking<number | string> {
  if (info.id !== "Pod") return 0;
  const listed = yield* listLive(info.id, namespace);
  if (listed.type !== "list") return failureOf(listed) ?? "no list returned";
  const running = listed.items.filter(({ status }) => status?.phase !== "Succeeded" && status?.phase !== "Failed");
  const longest = Math.max(0, ...running.map(({ spec }) => Number(spec?.terminationGracePeriodSeconds ?? GRACE)));
  const passed = (yield* clock()) - deletedAt;
  return passed >= seconds(longest) ? 0 : longest;
}

function sum(all: readonly Left[]): Pick<Content, "estimate" | "counts" | "finalizers"> {
  const finalizers = new Map<string, number>();
  for (const finalizer of all.flatMap(({ items }) => items).flatMap((item) => finalizersOf(item)))
    finalizers.set(finalizer, (finalizers.get(finalizer) ?? 0) + 1);
  const remaining = all.filter(({ items }) => items.length > 0);
  return {
    estimate: Math.max(...all.map(({ estimate }) => estimate)),
    counts: new Map(remaining.map(({ info, items }) => [info, items.length])),
    finalizers,
  };
}
