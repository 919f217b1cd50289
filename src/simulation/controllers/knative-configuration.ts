import type { ReconcilerKind } from "../cluster/reconciler.ts";
import { type DraftObject, jsonAt, type KubeObject, labelsOf } from "../kubernetes/object.ts";
import { type Asking, enterPhase, failureOf, listCached, note, refusalOf, write } from "./asking.ts";
import { livingConditions, whyOf } from "./knative-conditions.ts";
import { type KnativeEvent, knativeReconciler } from "./knative-reconciler.ts";
import {
  isReady,
  type KnativeResource,
  markFalse,
  markTrue,
  markUnknown,
  objectAt,
  readyOf,
  setFields,
  textAt,
} from "./knative-resource.ts";
import { itself, noTracks, wakeOwner, woken } from "./knative-tracker.ts";
import { controlledBy } from "./owner-reference.ts";
import { CONFIGURATION_LABEL, GENERATION_LABEL, SERVICE_LABEL, SERVING } from "./serving-kinds.ts";
import { findNamedRevision } from "./serving-revision-name.ts";

/**
 * Knative Serving's Configuration: one Revision per generation, never two for one, and the newest that is ready
 * (`ks:reconciler/configuration/configuration.go`). Left out: that old Revisions are deleted, and Event objects.
 */
export const knativeConfigurationReconciler: ReconcilerKind = knativeReconciler({
  name: "KnativeConfiguration",
  primary: "Configuration",
  watches: ["Configuration", "Revision"],
  options: {},
  memory: noTracks,
  conditions: livingConditions(),
  handle: (context) =>
    context.kind === "Configuration"
      ? woken(context, itself(context.notification.object), "")
      : woken(context, wakeOwner(context, "serving.knative.dev", "Configuration"), "no Configuration controls it"),
  reconcileKind,
});

function* reconcileKind(configuration: KnativeResource): Asking<KnativeEvent> {
  const { object } = configuration;
  const revisions = (yield* listCached("Revision", object.metadata.namespace ?? "")).filter(
    (revision) => labelsOf(revision)[CONFIGURATION_LABEL] === object.metadata.name,
  );
  const created = yield* latestCreated(configuration, revisions);
  if (created === undefined || created.type !== "revision") return created;
  const { name } = created.object.metadata;
  setFields(configuration, { latestCreatedRevisionName: name });
  if (textAt(configuration.status, "latestReadyRevisionName") !== name) markUnknown(configuration, "Ready", "", "");
  const ready = readyOf(created.object);
  yield* note(
    `Revision ${name} is ${ready?.status === "True" ? "ready" : ready?.status === "False" ? "failed" : "not ready yet"}`,
  );
  if (ready?.status === "False") {
    const { message } = whyOf(ready);
    markFalse(configuration, "Ready", "RevisionFailed", `Revision "${name}" failed with message: ${message}.`);
  }
  setLatestReady(configuration, [...revisions.filter(({ metadata }) => metadata.name !== name), created.object]);
  return undefined;
}

/** The Revision of this generation, made if there is none; or what ends the run (`configuration.go:latestCreatedRevision, createRevision`). */
function* latestCreated(
  configuration: KnativeResource,
  revisions: readonly KubeObject[],
): Asking<KnativeEvent | { readonly type: "revision"; readonly object: KubeObject }> {
  const { object } = configuration;
  const named = yield* findNamedRevision(object);
  if (named?.type === "found") return { type: "revision", object: named.revision };
  if (named?.type === "taken") {
    const name = textAt(object.spec, "template", "metadata", "name");
    creationFailed(configuration, `revisions.serving.knative.dev "${name}" already exists`);
    return undefined;
  }
  const generation = String(object.metadata.generation ?? 0);
  const found = revisions.find((revision) => labelsOf(revision)[GENERATION_LABEL] === generation);
  if (named === undefined && found !== undefined) return { type: "revision", object: found };
  const draft = revisionOf(object);
  yield* note(`generation ${generation} has no Revision: create ${draft.metadata.name}`);
  yield* enterPhase("apply");
  const reply = yield* write({ type: "create", object: draft });
  if (reply.type === "object") return { type: "revision", object: reply.object };
  const message = failureOf(reply) ?? "no object returned";
  // The store may only be behind: nothing to tell the user.
  if (refusalOf(reply)?.reason !== "AlreadyExists") creationFailed(configuration, message);
  return { type: "error", message: `failed to create Revision: ${message}` };
}

function creationFailed(configuration: KnativeResource, message: string): void {
  markFalse(configuration, "Ready", "RevisionFailed", `Revision creation failed with message: ${message}.`);
}

/** The newest Revision that is ready, between the last one that was and this generation (`configuration.go:findAndSetLatestReadyRevision`). */
function setLatestReady(configuration: KnativeResource, revisions: readonly KubeObject[]): void {
  const { object } = configuration;
  const before = revisions.find(
    ({ metadata }) => metadata.name === textAt(configuration.status, "latestReadyRevisionName"),
  );
  const oldest = before === undefined ? 0 : generationOf(before);
  const named = textAt(object.spec, "template", "metadata", "name");
  const newestFirst = revisions
    .filter((revision) => generationOf(revision) >= oldest || revision.metadata.name === named)
    .sort((a, b) => rank(b, named) - rank(a, named));
  const ready = newestFirst.find(isReady);
  if (ready === undefined) return;
  setFields(configuration, { latestReadyRevisionName: ready.metadata.name });
  if (ready.metadata.name === textAt(configuration.status, "latestCreatedRevisionName"))
    markTrue(configuration, "Ready");
}

function rank(revision: KubeObject, named: string): number {
  return revision.metadata.name === named ? Number.POSITIVE_INFINITY : generationOf(revision);
}

function generationOf(revision: KubeObject): number {
  return Number(labelsOf(revision)[GENERATION_LABEL] ?? 0);
}

/** `ks:reconciler/configuration/resources/revision.go:MakeRevision`: the name that the template gives, or the generation in five digits. */
function revisionOf(configuration: KubeObject): DraftObject {
  const { name, namespace = "", generation = 0 } = configuration.metadata;
  const given = textAt(configuration.spec, "template", "metadata", "name");
  const service = labelsOf(configuration)[SERVICE_LABEL];
  const annotations = objectAt(configuration.spec, "template", "metadata", "annotations");
  return {
    apiVersion: SERVING,
    kind: "Revision",
    metadata: {
      name: given === "" ? `${name}-${String(generation).padStart(5, "0")}` : given,
      namespace,
      labels: {
        [CONFIGURATION_LABEL]: name,
        [GENERATION_LABEL]: String(generation),
        ...(service === undefined ? {} : { [SERVICE_LABEL]: service }),
      },
      annotations: Object.fromEntries(Object.entries(annotations).map(([key, value]) => [key, String(value)])),
      ownerReferences: [controlledBy(configuration)],
    },
    spec: { ...objectAt(jsonAt(configuration.spec, "template"), "spec") },
  };
}
