import type { ReconcilerKind } from "../cluster/reconciler.ts";
import { configMirrorReconciler } from "./config-mirror.ts";
import { databaseReconciler } from "./database.ts";
import { deploymentReconciler } from "./deployment.ts";
import { failingReconciler } from "./failing.ts";
import { garbageCollector } from "./garbage-collector.ts";
import { replicaSetReconciler } from "./replica-set.ts";
import { requeueAfterPoller } from "./requeue-after-poller.ts";
import { timestampWriter } from "./timestamp-writer.ts";

/** Every kind of controller that a scenario can name, by that name. */
export const reconcilers: Readonly<Record<string, ReconcilerKind>> = {
  ConfigMirror: configMirrorReconciler,
  Database: databaseReconciler,
  Deployment: deploymentReconciler,
  Failing: failingReconciler,
  GarbageCollector: garbageCollector,
  ReplicaSet: replicaSetReconciler,
  RequeueAfterPoller: requeueAfterPoller,
  TimestampWriter: timestampWriter,
};
