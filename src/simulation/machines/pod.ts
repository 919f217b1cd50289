import { assign, setup } from "xstate";

// One pod as scheduler and kubelet see it: `kk:pkg/kubelet/kubelet_pods.go:getPhase`, `pod_workers.go:SyncTerminatingPod`, back-off
// `cg:util/flowcontrol/backoff.go @v0.36.3`; what DELETE does before `as:registry/generic/registry/store.go:Delete @v0.36.3`.
// One container stands for all of them, and it takes as long as the input says. A deletion of a pod that has no node yet or whose
// containers have ended, and one with grace period 0, is finished by the API server itself, so here it is only `objectGone`.
// Left out: init containers, probes besides the first success, image pulls, preStop hooks, eviction, restart of a single container
// because of an edited image, the reset of the crash back-off after 10 quiet minutes.

export type RestartPolicy = "Always" | "OnFailure" | "Never";

/** `status.phase`. */
export type PodPhase = "Pending" | "Running" | "Succeeded" | "Failed";

/** `reason` of the container's waiting or terminated state; empty while it runs. */
export type PodReason =
  | ""
  | "ContainerCreating"
  | "CrashLoopBackOff"
  | "Completed"
  | "Error"
  /** A container that never ran, of a pod that has ended. */
  | "ContainerStatusUnknown";

/** What the pod is when it is seen for the first time. */
export type PodFirstSeen = "unscheduled" | "assigned" | "running" | "ready" | "succeeded" | "failed";

export type PodContext = {
  readonly firstSeen: PodFirstSeen;
  readonly restartPolicy: RestartPolicy;
  readonly startMs: number;
  readonly readyMs: number;
  /** From SIGTERM until the container ends by itself, counted from `terminatingSinceMs`. */
  readonly stopMs: number;
  /** Until SIGKILL, counted from `terminatingSinceMs`. */
  readonly graceMs: number;
  readonly terminatingSinceMs: number;
  readonly restarts: number;
};

/** Times in milliseconds, as XState counts. */
export type PodInput = Pick<PodContext, "firstSeen" | "restartPolicy" | "startMs" | "readyMs" | "stopMs">;

/** What happens to the pod; `nowMs` is virtual time in milliseconds. */
export type PodEvent =
  | { readonly type: "scheduled" }
  /** The object has a deletionTimestamp now, or a shorter grace period than before. */
  | { readonly type: "deletionMarked"; readonly graceMs: number; readonly nowMs: number }
  | { readonly type: "containerExited"; readonly exitCode: number }
  /** The object is no longer stored. */
  | { readonly type: "objectGone" };

/** What the kubelet does. */
export type PodEffect =
  | {
      readonly type: "reportStatus";
      readonly params: {
        readonly phase: PodPhase;
        readonly ready: boolean;
        readonly reason: PodReason;
        readonly restarts: number;
      };
    }
  | { readonly type: "sendSigterm"; readonly params: undefined }
  | { readonly type: "sendSigkill"; readonly params: undefined }
  /** DELETE with grace period 0 and the uid as precondition. */
  | { readonly type: "finalDelete"; readonly params: undefined };

/** The first restart is immediate, then 10 s, doubling up to 300 s. */
const FIRST_CRASH_BACKOFF_MS = 10_000;
const LONGEST_CRASH_BACKOFF_MS = 300_000;

type StatusReport = {
  readonly phase: PodPhase;
  readonly ready: boolean;
  readonly reason: PodReason;
  readonly restarts: number;
};

const podSetup = setup({
  types: {
    context: {} as PodContext, // XState takes types from these placeholders
    events: {} as PodEvent,
    input: {} as PodInput,
  },
  actions: {
    // Effects: performed by the owner
    reportStatus: (_, _params: StatusReport) => {},
    sendSigterm: () => {},
    sendSigkill: () => {},
    finalDelete: () => {},
    // Memory of the chart
    beginGrace: assign(({ event }) =>
      event.type === "deletionMarked" ? { graceMs: event.graceMs, terminatingSinceMs: event.nowMs } : {},
    ),
    shortenGrace: assign(({ context, event }) =>
      event.type === "deletionMarked"
        ? {
            graceMs: event.graceMs,
            stopMs: Math.max(0, context.stopMs - (event.nowMs - context.terminatingSinceMs)),
            terminatingSinceMs: event.nowMs,
          }
        : {},
    ),
    countRestart: assign({ restarts: ({ context }) => context.restarts + 1 }),
  },
  guards: {
    isAssigned: ({ context }) => context.firstSeen === "assigned",
    isRunning: ({ context }) => context.firstSeen === "running",
    isReady: ({ context }) => context.firstSeen === "ready",
    hasSucceeded: ({ context }) => context.firstSeen === "succeeded",
    hasFailed: ({ context }) => context.firstSeen === "failed",
    isRestarted: ({ context, event }) =>
      event.type === "containerExited" &&
      (context.restartPolicy === "Always" || (context.restartPolicy === "OnFailure" && event.exitCode !== 0)),
    exitedWell: ({ event }) => event.type === "containerExited" && event.exitCode === 0,
    isSooner: ({ context, event }) =>
      event.type === "deletionMarked" && event.nowMs + event.graceMs < context.terminatingSinceMs + context.graceMs,
    stopsInTime: ({ context }) => context.stopMs <= context.graceMs,
  },
  delays: {
    containerStart: ({ context }) => context.startMs,
    readiness: ({ context }) => context.readyMs,
    crashBackoff: ({ context }) =>
      context.restarts === 0
        ? 0
        : Math.min(LONGEST_CRASH_BACKOFF_MS, FIRST_CRASH_BACKOFF_MS * 2 ** (context.restarts - 1)),
    stopOrGraceEnd: ({ context }) => Math.min(context.stopMs, context.graceMs),
  },
});

const report = (phase: PodPhase, ready: boolean, reason: PodReason) =>
  ({
    type: "reportStatus",
    params: ({ context }: { readonly context: PodContext }) => ({ phase, ready, reason, restarts: context.restarts }),
  }) as const;
const beginTermination = { target: "#pod.terminating", actions: ["beginGrace", "sendSigterm"] } as const;

/** One pod, from the first time that it is seen until its object is gone. */
export const podMachine = podSetup.createMachine({
  id: "pod",
  context: ({ input }) => ({ ...input, graceMs: 0, terminatingSinceMs: 0, restarts: 0 }),
  initial: "seen",
  on: { objectGone: { target: ".gone" } },
  states: {
    seen: {
      always: [
        { guard: "isAssigned", target: "pending.starting" },
        { guard: "isRunning", target: "running.notReady" },
        { guard: "isReady", target: "running.ready" },
        { guard: "hasSucceeded", target: "succeeded" },
        { guard: "hasFailed", target: "failed" },
        { target: "pending.unscheduled" },
      ],
    },
    pending: {
      initial: "unscheduled",
      states: {
        unscheduled: {
          on: { scheduled: { target: "starting", actions: report("Pending", false, "ContainerCreating") } },
        },
        starting: {
          // Nothing runs that could get a SIGTERM.
          on: {
            deletionMarked: {
              target: "#pod.terminating.removing",
              actions: ["beginGrace", report("Failed", false, "ContainerStatusUnknown"), "finalDelete"],
            },
          },
          after: { containerStart: { target: "#pod.running", actions: report("Running", false, "") } },
        },
      },
    },
    running: {
      initial: "notReady",
      on: {
        deletionMarked: beginTermination,
        containerExited: [
          { guard: "isRestarted", target: ".backingOff", actions: report("Running", false, "CrashLoopBackOff") },
          { guard: "exitedWell", target: "succeeded", actions: report("Succeeded", false, "Completed") },
          { target: "failed", actions: report("Failed", false, "Error") },
        ],
      },
      states: {
        notReady: { after: { readiness: { target: "ready", actions: report("Running", true, "") } } },
        ready: {},
        // CrashLoopBackOff is a reason of a waiting container; the pod's phase stays Running.
        backingOff: {
          on: { containerExited: {} },
          after: {
            crashBackoff: { target: "notReady", actions: ["countRestart", report("Running", false, "")] },
          },
        },
      },
    },
    terminating: {
      initial: "sigtermSent",
      states: {
        sigtermSent: {
          // A longer grace period is ignored, a shorter one is obeyed.
          on: { deletionMarked: { guard: "isSooner", target: "sigtermSent", reenter: true, actions: "shortenGrace" } },
          after: {
            stopOrGraceEnd: [
              {
                guard: "stopsInTime",
                target: "removing",
                actions: [report("Succeeded", false, "Completed"), "finalDelete"],
              },
              { target: "removing", actions: ["sendSigkill", report("Failed", false, "Error"), "finalDelete"] },
            ],
          },
        },
        // The object stays while it has finalizers.
        removing: {},
      },
    },
    succeeded: {},
    failed: {},
    gone: { type: "final" },
  },
});
