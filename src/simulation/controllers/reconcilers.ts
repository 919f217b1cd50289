import type { ReconcilerKind } from "../cluster/reconciler.ts";
import { configMirrorReconciler } from "./config-mirror.ts";
import { databaseReconciler } from "./database.ts";
import { deploymentReconciler } from "./deployment.ts";
import { garbageCollector } from "./garbage-collector.ts";
import { replicaSetReconciler } from "./replica-set.ts";

/** Every kind of controller that a scenario can name, by that name. */
export const reconcilers: Readonly<Record<string, ReconcilerKind>> = {
  ConfigMirror: configMirrorReconciler,
  Database: databaseReconciler,
  Deployment: deploymentReconciler,
  GarbageCollector: garbageCollector,
  ReplicaSet: replicaSetReconciler,
};
