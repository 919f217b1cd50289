import type { Micros } from "../../../base/time.ts";
import type { KindInfo } from "../../kubernetes/kind.ts";
import { KUBERNETES_FINALIZER, namespaceFinalizers } from "../../kubernetes/namespace.ts";
import {
  type DraftMeta,
  isTerminating,
  type JsonObject,
  type KubeObject,
  type Subresource,
  withMetadata,
} from "../../kubernetes/object.ts";
import type { Status } from "../../kubernetes/status.ts";
import { type FieldError, forbiddenWith } from "../../kubernetes/status-error.ts";
import { formatTimestamp } from "../../kubernetes/timestamp.ts";

// What is special about Namespace objects (`kk:pkg/registry/core/namespace/{strategy.go,storage/storage.go} @v1.36.3`).

/** Namespaces that the server itself sees to. */
export const SYSTEM_NAMESPACES: readonly string[] = ["default", "kube-node-lease", "kube-public", "kube-system"];

/** Namespaces that nobody can delete (`kk:pkg/kubeapiserver/options/plugins.go`, `lifecycle.NewLifecycle`). */
const IMMORTAL: readonly string[] = ["default", "kube-public", "kube-system"];

/** Whether the kind is Namespace itself. */
export function isNamespace(info: KindInfo): boolean {
  return info.id === "Namespace";
}

/** The labels of a namespace: its name is one of them, by default (`kk:pkg/apis/core/v1/defaults.go:SetDefaults_Namespace`). */
export function namespaceLabels({ labels }: DraftMeta, name: string): DraftMeta {
  return name === "" ? {} : { labels: { ...labels, "kubernetes.io/metadata.name": name } };
}

/** The spec of a new namespace (`PrepareForCreate`). */
export function newNamespaceSpec(spec: JsonObject | undefined): JsonObject {
  const finalizers = namespaceFinalizers(spec === undefined ? {} : { spec });
  return finalizers.includes(KUBERNETES_FINALIZER)
    ? { ...spec }
    : { ...spec, finalizers: [...finalizers, KUBERNETES_FINALIZER] };
}

/** 403 for the deletion of a namespace that has to stay (`as:admission/plugin/namespace/lifecycle/admission.go:Admit @v0.36.3`). */
export function immortalRefusal(info: KindInfo, name: string): Status | undefined {
  if (!isNamespace(info) || !IMMORTAL.includes(name)) return undefined;
  return forbiddenWith(info, name, "this namespace may not be deleted");
}

/** A namespace whose deletion begins. It gets no grace period: what is inside decides how long it takes (`storage.go:Delete`). */
export function terminatingNamespace(object: KubeObject, now: Micros): KubeObject {
  const marked = withMetadata(object, { deletionTimestamp: formatTimestamp(now) });
  return { ...marked, status: { ...marked.status, phase: "Terminating" } };
}

/** The phase follows from the deletion (`kk:pkg/apis/core/validation/validation.go:ValidateNamespaceStatusUpdate`). */
export function phaseErrors(
  info: KindInfo,
  object: KubeObject,
  subresource: Subresource | undefined,
): readonly FieldError[] {
  if (!isNamespace(info) || subresource !== "status") return [];
  const phase = object.status?.phase ?? "";
  const [only, is] = isTerminating(object)
    ? (["Terminating", "is not empty"] as const)
    : (["Active", "is empty"] as const);
  const detail = `may only be '${only}' if \`deletionTimestamp\` ${is}`;
  return phase === only ? [] : [{ type: "invalid", field: "status.Phase", value: JSON.stringify(phase), detail }];
}
