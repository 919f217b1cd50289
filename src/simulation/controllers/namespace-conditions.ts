import { type ConditionUpdate, conditionOf, setCondition } from "../kubernetes/condition.ts";
import type { KindInfo } from "../kubernetes/kind.ts";
import { isJsonList, type Json, type KubeObject } from "../kubernetes/object.ts";
import type { Content } from "./namespace-content.ts";

/** What a condition says while nothing is wrong (`kk:pkg/controller/namespace/deletion/status_condition_utils.go:okReasons, okMessages @v1.36.3`). */
const FINE: readonly (readonly [type: string, reason: string, message: string])[] = [
  ["NamespaceDeletionDiscoveryFailure", "ResourcesDiscovered", "All resources successfully discovered"],
  ["NamespaceDeletionGroupVersionParsingFailure", "ParsedGroupVersions", "All legacy kube types successfully parsed"],
  [
    "NamespaceDeletionContentFailure",
    "ContentDeleted",
    "All content successfully deleted, may be waiting on finalization",
  ],
  ["NamespaceContentRemaining", "ContentRemoved", "All content successfully removed"],
  ["NamespaceFinalizersRemaining", "ContentHasNoFinalizers", "All content-preserving finalizers finished"],
];

/**
 * The conditions of a namespace after a look at what is inside, or undefined when they stay as they are (`updateConditions`). While pods
 * remain upstream returns before it counts, so the conditions then say that all is well.
 */
export function namespaceConditions(namespace: KubeObject, content: Content, now: string): readonly Json[] | undefined {
  const wrong = [...failureOf(content.errors), ...(content.podsRemain ? [] : remainsOf(content))];
  const before = namespace.status?.conditions;
  let conditions: readonly Json[] = isJsonList(before) ? before : [];
  let hasChanged = false;
  for (const [type, reason, message] of FINE) {
    const next: ConditionUpdate = wrong.find((each) => each.type === type) ?? {
      type,
      status: "False",
      reason,
      message,
    };
    const old = conditionOf(namespace, type);
    if (old?.status === next.status && old.reason === next.reason && old.message === next.message) continue;
    conditions = setCondition(conditions, next, now);
    hasChanged = true;
  }
  return hasChanged ? conditions : undefined;
}

function failureOf(errors: readonly string[]): readonly ConditionUpdate[] {
  if (errors.length === 0) return [];
  const list = [...errors].sort().join(", ");
  const message = `Failed to delete all resource types, ${errors.length} remaining: ${list}`;
  return [{ type: "NamespaceDeletionContentFailure", status: "True", reason: "ContentDeletionFailed", message }];
}

function remainsOf({ counts, finalizers }: Content): readonly ConditionUpdate[] {
  const remaining = [...counts].map(([info, count]) => `${resourceText(info)} has ${count} resource instances`).sort();
  const held = [...finalizers].map(([finalizer, count]) => `${finalizer} in ${count} resource instances`).sort();
  const resources: ConditionUpdate = {
    type: "NamespaceContentRemaining",
    status: "True",
    reason: "SomeResourcesRemain",
    message: `Some resources are remaining: ${remaining.join(", ")}`,
  };
  const holders: ConditionUpdate = {
    type: "NamespaceFinalizersRemaining",
    status: "True",
    reason: "SomeFinalizersRemain",
    message: `Some content in the namespace has finalizers remaining: ${held.join(", ")}`,
  };
  return [...(remaining.length === 0 ? [] : [resources]), ...(held.length === 0 ? [] : [holders])];
}

/** `configmaps.` in the core group: the dot is always there. */
function resourceText({ plural, group }: KindInfo): string {
  return `${plural}.${group}`;
}
