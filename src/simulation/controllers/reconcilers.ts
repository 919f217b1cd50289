import type { ReconcilerKind } from "../cluster/reconciler.ts";
import { configMirrorReconciler } from "./config-mirror.ts";
import { databaseReconciler } from "./database.ts";
import { deploymentReconciler } from "./deployment.ts";
import { failingReconciler } from "./failing.ts";
import { garbageCollector } from "./garbage-collector.ts";
import { jobReconciler } from "./job.ts";
import { knativeBrokerReconciler } from "./knative-broker.ts";
import { knativeChannelReconciler } from "./knative-channel.ts";
import { knativeConfigurationReconciler } from "./knative-configuration.ts";
import { knativeInMemoryChannelReconciler } from "./knative-in-memory-channel.ts";
import { knativeIngressReconciler } from "./knative-ingress.ts";
import { knativePodAutoscalerReconciler } from "./knative-pod-autoscaler.ts";
import { knativeRevisionReconciler } from "./knative-revision.ts";
import { knativeRouteReconciler } from "./knative-route.ts";
import { knativeServiceReconciler } from "./knative-service.ts";
import { knativeSubscriptionReconciler } from "./knative-subscription.ts";
import { knativeTriggerReconciler } from "./knative-trigger.ts";
import { namespaceController } from "./namespace-controller.ts";
import { replicaSetReconciler } from "./replica-set.ts";
import { requeueAfterPoller } from "./requeue-after-poller.ts";
import { resultScript } from "./result-script.ts";
import { retryingReconciler } from "./retrying.ts";
import { timestampWriter } from "./timestamp-writer.ts";
import { triggerMeter } from "./trigger-meter.ts";

/** Every kind of controller that a scenario can name, by that name. */
export const reconcilers: Readonly<Record<string, ReconcilerKind>> = {
  ConfigMirror: configMirrorReconciler,
  Database: databaseReconciler,
  Deployment: deploymentReconciler,
  Failing: failingReconciler,
  GarbageCollector: garbageCollector,
  Job: jobReconciler,
  KnativeBroker: knativeBrokerReconciler,
  KnativeChannel: knativeChannelReconciler,
  KnativeConfiguration: knativeConfigurationReconciler,
  KnativeInMemoryChannel: knativeInMemoryChannelReconciler,
  KnativeIngress: knativeIngressReconciler,
  KnativePodAutoscaler: knativePodAutoscalerReconciler,
  KnativeRevision: knativeRevisionReconciler,
  KnativeRoute: knativeRouteReconciler,
  KnativeService: knativeServiceReconciler,
  KnativeSubscription: knativeSubscriptionReconciler,
  KnativeTrigger: knativeTriggerReconciler,
  NamespaceController: namespaceController,
  ReplicaSet: replicaSetReconciler,
  RequeueAfterPoller: requeueAfterPoller,
  ResultScript: resultScript,
  Retrying: retryingReconciler,
  TimestampWriter: timestampWriter,
  TriggerMeter: triggerMeter,
};
