import fc from "fast-check";
import { expect, test } from "vitest";
import type { AnyStateMachine } from "xstate";
import { createChartPlans, stepByPlan } from "../kernel/chart-plan.ts";
import { type MachineStep, startMachine, stepMachine } from "../kernel/machine.ts";
import { cloudSyncMachine } from "./cloud-sync.ts";
import { edgeNodeMachine } from "./edge-node.ts";
import { edgePhaseMachine } from "./edge-phase.ts";
import { faultSearchMachine } from "./fault-search.ts";
import { fieldPollerMachine } from "./field-poller.ts";
import { gatewayEarlyMachine } from "./gateway-early.ts";
import { gatewayPendingMachine } from "./gateway-pending.ts";
import { informerMachine } from "./informer.ts";
import { podMachine } from "./pod.ts";
import { reconcileMachine } from "./reconcile.ts";
import { reflectorMachine } from "./reflector.ts";
import { retryMachine } from "./retry.ts";
import { shardBalancerMachine } from "./shard-balancer.ts";
import { signatureRecordMachine } from "./signature-record.ts";
import { storeShardMachine } from "./store-shard.ts";
import { storedStepsMachine } from "./stored-steps.ts";
import { tenantClusterMachine } from "./tenant-cluster.ts";
import { watchConnectionMachine } from "./watch-connection.ts";
import { workerMachine } from "./worker.ts";

// Goal: what the kernel runs, with its memory of plans, equals XState step for step on every chart that we have. Method: random
// walks over each chart's own events, all with every field that any event has; plans are shared by the walks, as in a run.
const charts: readonly (readonly [AnyStateMachine, unknown])[] = [
  [gatewayEarlyMachine, undefined],
  [gatewayPendingMachine, { guardMs: 3_000 }],
  [edgeNodeMachine, undefined],
  [edgePhaseMachine, undefined],
  [faultSearchMachine, { lookMs: 20 }],
  [storeShardMachine, undefined],
  [tenantClusterMachine, undefined],
  [shardBalancerMachine, { periodMs: 5, moveMs: 3, hotAt: 2 }],
  [signatureRecordMachine, { signMs: 5, outcome: "failed" }],
  [fieldPollerMachine, { everyMs: 5 }],
  [cloudSyncMachine, undefined],
  [storedStepsMachine, { workMs: 5, saveMs: 4, recoverMs: 3, steps: 2, recovers: true }],
  [informerMachine, undefined],
  [podMachine, { firstSeen: "unscheduled", restartPolicy: "Always", startMs: 5, readyMs: 7, stopMs: 9 }],
  [reconcileMachine, undefined],
  [reflectorMachine, { watchList: true, backoffReset: "sinceLastReset", now: 0 }],
  [retryMachine, { baseMs: 3, capMs: 5, attempts: 4, generation: 0, failures: 0 }],
  [watchConnectionMachine, { allowBookmarks: true }],
  [workerMachine, undefined],
];

const payload = fc.record({
  added: fc.boolean(),
  attempt: fc.nat(3),
  code: fc.constantFrom(410, 500),
  contextEnded: fc.boolean(),
  continue: fc.constantFrom("", "more"),
  count: fc.nat(3),
  dropsLine: fc.boolean(),
  exitCode: fc.nat(1),
  failures: fc.nat(4),
  fault: fc.constantFrom("gone", "refused", "tooManyRequests", "other"),
  generation: fc.nat(2),
  graceMs: fc.nat(20),
  initial: fc.nat(2),
  jitter: fc.constantFrom(0, 0.5),
  key: fc.constantFrom("demo/a", "demo/b"),
  lasted: fc.constantFrom(10, 5_000_000),
  line: fc.nat(3),
  parts: fc.nat(2),
  outcome: fc.constantFrom("signed", "refused", "failed"),
  signMs: fc.nat(9),
  now: fc.nat(1_000_000),
  nowMs: fc.nat(30),
  paged: fc.boolean(),
  id: fc.constantFrom("request-1", "request-2"),
  protocol: fc.constantFrom("", "h2"),
  polite: fc.boolean(),
  needed: fc.nat(2),
  rateLimited: fc.boolean(),
  resourceVersion: fc.constantFrom("0", "5", "6"),
  unsent: fc.nat(2),
});

test.each(charts.map(([machine, input]) => [machine.id, machine, input] as const))(
  "the plans of the chart %s equal XState on random walks",
  (_, machine, input) => {
    const plans = createChartPlans();
    // A chart's own timers are events too.
    const types = [...new Set(machine.events.map(String))].filter((type) => type !== "*");
    const events = fc.array(fc.tuple(fc.constantFrom(...types), payload), { minLength: 20, maxLength: 60 });
    fc.assert(
      fc.property(events, (list) => {
        let { snapshot } = startMachine(machine, input);
        for (const [type, fields] of list) {
          if (snapshot.status !== "active") return;
          const event = { ...fields, type };
          const step = stepByPlan(plans, machine, snapshot, event);
          expect(plainly(step)).toEqual(plainly(stepMachine(machine, snapshot, event)));
          snapshot = step.snapshot;
        }
      }),
      { numRuns: 60 },
    );
  },
);

function plainly({ snapshot, ...step }: MachineStep) {
  return { ...step, value: snapshot.value, context: snapshot.context, status: snapshot.status };
}
