import { cloudSyncMachine } from "../../simulation/machines/cloud-sync.ts";
import { edgeNodeMachine } from "../../simulation/machines/edge-node.ts";
import { edgePhaseMachine } from "../../simulation/machines/edge-phase.ts";
import { faultSearchMachine } from "../../simulation/machines/fault-search.ts";
import { fieldPollerMachine } from "../../simulation/machines/field-poller.ts";
import { gatewayEarlyMachine } from "../../simulation/machines/gateway-early.ts";
import { gatewayPendingMachine } from "../../simulation/machines/gateway-pending.ts";
import { informerMachine } from "../../simulation/machines/informer.ts";
import { podMachine } from "../../simulation/machines/pod.ts";
import { reconcileMachine } from "../../simulation/machines/reconcile.ts";
import { reflectorMachine } from "../../simulation/machines/reflector.ts";
import { retryMachine } from "../../simulation/machines/retry.ts";
import { shardBalancerMachine } from "../../simulation/machines/shard-balancer.ts";
import { signatureRecordMachine } from "../../simulation/machines/signature-record.ts";
import { storeShardMachine } from "../../simulation/machines/store-shard.ts";
import { storedStepsMachine } from "../../simulation/machines/stored-steps.ts";
import { tenantClusterMachine } from "../../simulation/machines/tenant-cluster.ts";
import { watchConnectionMachine } from "../../simulation/machines/watch-connection.ts";
import { workerMachine } from "../../simulation/machines/worker.ts";
import type { MachineLike } from "./chart-structure.ts";

/** Every machine that the page draws. Only the layout tool and the tests read them: the page has their drawings. */
export const drawnMachines: readonly MachineLike[] = [
  gatewayEarlyMachine,
  gatewayPendingMachine,
  edgeNodeMachine,
  edgePhaseMachine,
  faultSearchMachine,
  storeShardMachine,
  tenantClusterMachine,
  shardBalancerMachine,
  signatureRecordMachine,
  fieldPollerMachine,
  cloudSyncMachine,
  storedStepsMachine,
  informerMachine,
  podMachine,
  reconcileMachine,
  reflectorMachine,
  retryMachine,
  watchConnectionMachine,
  workerMachine,
];
