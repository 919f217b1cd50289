import { createEngine, type Engine } from "../simulation/cluster/boot.ts";
import type { Plan } from "../simulation/cluster/plan.ts";
import type { ReconcilerKind } from "../simulation/cluster/reconciler.ts";
import type { SystemKind } from "../simulation/cluster/system.ts";
import { replicaSetReconciler } from "../simulation/controllers/replica-set.ts";

/** The controllers of `controllers/reconcilers.ts`, each loaded when a run has it: most runs have one, and the worker starts sooner. */
const LOADERS: Readonly<Record<string, () => Promise<ReconcilerKind>>> = {
  ConfigMirror: async () => (await import("../simulation/controllers/config-mirror.ts")).configMirrorReconciler,
  Database: async () => (await import("../simulation/controllers/database.ts")).databaseReconciler,
  Deployment: async () => (await import("../simulation/controllers/deployment.ts")).deploymentReconciler,
  Failing: async () => (await import("../simulation/controllers/failing.ts")).failingReconciler,
  GarbageCollector: async () => (await import("../simulation/controllers/garbage-collector.ts")).garbageCollector,
  Job: async () => (await import("../simulation/controllers/job.ts")).jobReconciler,
  KnativeBroker: async () => (await import("../simulation/controllers/knative-broker.ts")).knativeBrokerReconciler,
  KnativeChannel: async () => (await import("../simulation/controllers/knative-channel.ts")).knativeChannelReconciler,
  KnativeConfiguration: async () =>
    (await import("../simulation/controllers/knative-configuration.ts")).knativeConfigurationReconciler,
  KnativeInMemoryChannel: async () =>
    (await import("../simulation/controllers/knative-in-memory-channel.ts")).knativeInMemoryChannelReconciler,
  KnativeIngress: async () => (await import("../simulation/controllers/knative-ingress.ts")).knativeIngressReconciler,
  KnativePodAutoscaler: async () =>
    (await import("../simulation/controllers/knative-pod-autoscaler.ts")).knativePodAutoscalerReconciler,
  KnativeRevision: async () =>
    (await import("../simulation/controllers/knative-revision.ts")).knativeRevisionReconciler,
  KnativeRoute: async () => (await import("../simulation/controllers/knative-route.ts")).knativeRouteReconciler,
  KnativeService: async () => (await import("../simulation/controllers/knative-service.ts")).knativeServiceReconciler,
  KnativeSubscription: async () =>
    (await import("../simulation/controllers/knative-subscription.ts")).knativeSubscriptionReconciler,
  KnativeTrigger: async () => (await import("../simulation/controllers/knative-trigger.ts")).knativeTriggerReconciler,
  NamespaceController: async () =>
    (await import("../simulation/controllers/namespace-controller.ts")).namespaceController,
  ReplicaSet: () => Promise.resolve(replicaSetReconciler),
  RequeueAfterPoller: async () =>
    (await import("../simulation/controllers/requeue-after-poller.ts")).requeueAfterPoller,
  ResultScript: async () => (await import("../simulation/controllers/result-script.ts")).resultScript,
  Retrying: async () => (await import("../simulation/controllers/retrying.ts")).retryingReconciler,
  TimestampWriter: async () => (await import("../simulation/controllers/timestamp-writer.ts")).timestampWriter,
  TriggerMeter: async () => (await import("../simulation/controllers/trigger-meter.ts")).triggerMeter,
};

/** The systems of `systems/systems.ts`, each loaded when a run has it. */
const SYSTEMS: Readonly<Record<string, () => Promise<SystemKind>>> = {
  Fleet: async () => (await import("../simulation/systems/fleet.ts")).fleetSystem,
  Gateway: async () => (await import("../simulation/systems/gateway.ts")).gatewaySystem,
  Signer: async () => (await import("../simulation/systems/signer.ts")).signerSystem,
  StepStore: async () => (await import("../simulation/systems/step-store.ts")).stepStoreSystem,
  TenantStore: async () => (await import("../simulation/systems/tenant-store.ts")).tenantStoreSystem,
  TwoClouds: async () => (await import("../simulation/systems/two-clouds.ts")).twoCloudsSystem,
};

/** Names of the systems that a run can have. */
export const SYSTEM_NAMES: readonly string[] = Object.keys(SYSTEMS);

/** Names of the controllers that a run can have. */
export const RECONCILER_NAMES: readonly string[] = Object.keys(LOADERS);

/** The controllers of these names; unknown ones are left out. */
export async function loadReconcilers(names: readonly string[]): Promise<Readonly<Record<string, ReconcilerKind>>> {
  const kinds: Record<string, ReconcilerKind> = {};
  for (const [name, load] of Object.entries(LOADERS)) if (names.includes(name)) kinds[name] = await load();
  return kinds;
}

/** The systems of these kinds; unknown ones are left out. */
export async function loadSystems(names: readonly string[]): Promise<Readonly<Record<string, SystemKind>>> {
  const kinds: Record<string, SystemKind> = {};
  for (const [name, load] of Object.entries(SYSTEMS)) if (names.includes(name)) kinds[name] = await load();
  return kinds;
}

/** The simulated cluster with the controllers and systems that a run names. */
export async function loadEngine({ controllers, systems }: Pick<Plan, "controllers" | "systems">): Promise<Engine> {
  return createEngine(
    await loadReconcilers(controllers.map(({ reconciler }) => reconciler)),
    await loadSystems(systems.map(({ kind }) => kind)),
    (await import("../simulation/invariants/check-all.ts")).checkAll,
  );
}
