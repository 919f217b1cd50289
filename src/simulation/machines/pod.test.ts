import { expect, test } from "vitest";
import type { AnyEventObject } from "xstate";
import { startMachine, stateText, stepMachine } from "../kernel/machine.ts";
import { type PodEvent, type PodInput, podMachine } from "./pod.ts";
import { reachableStates } from "./reachable-states.ts";

const input: PodInput = {
  firstSeen: "unscheduled",
  restartPolicy: "Always",
  startMs: 1000,
  readyMs: 500,
  stopMs: 2000,
};

/** A pod in virtual time: `wait` fires the timers that are due within so many milliseconds. */
function live(options: Partial<PodInput> = {}) {
  let now = 0;
  let step = startMachine(podMachine, { ...input, ...options });
  const effects: unknown[] = [];
  const timers = new Map<string, { readonly due: number; readonly event: AnyEventObject }>();
  const take = (next: typeof step) => {
    step = next;
    effects.push(...next.effects.map(({ type, params }) => (params === undefined ? type : { type, ...params })));
    for (const timer of next.timers) {
      if (timer.type === "set") timers.set(timer.id, { due: now + timer.after / 1000, event: timer.event });
      else timers.delete(timer.id);
    }
  };
  take(step);
  const pod = {
    send: (event: PodEvent) => {
      take(stepMachine(podMachine, step.snapshot, event));
      return pod;
    },
    wait: (ms: number) => {
      const end = now + ms;
      for (;;) {
        const next = [...timers].sort(([, a], [, b]) => a.due - b.due)[0];
        if (next === undefined || next[1].due > end) break;
        timers.delete(next[0]);
        now = next[1].due;
        take(stepMachine(podMachine, step.snapshot, next[1].event));
      }
      now = end;
      return pod;
    },
    mark: (graceMs: number) => pod.send({ type: "deletionMarked", graceMs, nowMs: now }),
    state: () => stateText(step.snapshot.value),
    effects,
  };
  return pod;
}

const running = () => live().send({ type: "scheduled" }).wait(1500);
const reported = (phase: string, ready: boolean, reason: string, restarts = 0) => ({
  type: "reportStatus",
  phase,
  ready,
  reason,
  restarts,
});

test("every state is reachable and only a pod that is gone stays as it is", () => {
  const seen = ["unscheduled", "assigned", "running", "ready", "succeeded", "failed"] as const;
  const reached = reachableStates(podMachine, {
    inputs: seen.map((firstSeen) => ({ ...input, firstSeen, restartPolicy: "OnFailure" })),
    events: [
      { type: "scheduled" },
      { type: "deletionMarked", graceMs: 30_000, nowMs: 0 },
      { type: "deletionMarked", graceMs: 1000, nowMs: 0 },
      { type: "containerExited", exitCode: 0 },
      { type: "containerExited", exitCode: 1 },
      { type: "objectGone" },
    ],
    within: ({ restarts }) => Number(restarts) <= 2,
  });
  expect(reached).toMatchObject({ unreachable: [], deadEnds: [] });
});

// kk:pkg/kubelet/status/status_manager.go:TerminatePod: a container without a status gets ContainerStatusUnknown and 137, a Pending pod Failed.
test("a pod that is deleted before its container runs gets no SIGTERM: it is reported Failed and deleted for good at once", () => {
  const pod = live().send({ type: "scheduled" });
  const before = pod.effects.length;
  expect(pod.mark(30_000).state()).toBe("terminating.removing");
  expect(pod.effects.slice(before)).toEqual([reported("Failed", false, "ContainerStatusUnknown"), "finalDelete"]);
});

test("a pod is scheduled, started, running and then ready, each step reported once", () => {
  const pod = live();
  expect(pod.state()).toBe("pending.unscheduled");
  expect(pod.send({ type: "scheduled" }).state()).toBe("pending.starting");
  expect(pod.wait(1000).state()).toBe("running.notReady");
  expect(pod.wait(500).state()).toBe("running.ready");
  expect(pod.effects).toEqual([
    reported("Pending", false, "ContainerCreating"),
    reported("Running", false, ""),
    reported("Running", true, ""),
  ]);
});

// apiserver E.5: SIGTERM, SIGKILL at grace end, status update, then DELETE grace 0. D.5: the object goes after that.
test("a pod that stops in time is reported Succeeded and then deleted for good", () => {
  const pod = running().mark(30_000);
  expect(pod.state()).toBe("terminating.sigtermSent");
  expect(pod.wait(1999).state()).toBe("terminating.sigtermSent");
  expect(pod.wait(1).state()).toBe("terminating.removing");
  expect(pod.effects.slice(3)).toEqual(["sendSigterm", reported("Succeeded", false, "Completed"), "finalDelete"]);
  expect(pod.send({ type: "objectGone" }).state()).toBe("gone");
});

test("a pod that does not stop is killed when its grace period ends", () => {
  const pod = running().mark(1000).wait(1000);
  expect(pod.state()).toBe("terminating.removing");
  expect(pod.effects.slice(3)).toEqual([
    "sendSigterm",
    "sendSigkill",
    reported("Failed", false, "Error"),
    "finalDelete",
  ]);
});

// apiserver D.5: a longer grace while terminating is ignored, only shortening counts.
test("a shorter grace period is obeyed from when it is asked for, a longer one is ignored", () => {
  const killed = running().mark(30_000).wait(500).mark(1000).wait(999);
  expect(killed.state()).toBe("terminating.sigtermSent");
  expect(killed.wait(1).effects).toContain("sendSigkill");
  const inTime = running().mark(30_000).wait(500).mark(1600).wait(1500);
  expect(inTime.state()).toBe("terminating.removing");
  expect(inTime.effects).not.toContain("sendSigkill");
  expect(running().mark(1000).wait(500).mark(30_000).wait(500).effects).toContain("sendSigkill");
});

// apiserver D.5: unscheduled, finished or force-deleted pods are removed by the API server itself.
test("a pod whose object disappears is gone at once, with no word of the kubelet", () => {
  for (const pod of [live(), live({ firstSeen: "succeeded" }), live({ firstSeen: "ready" })]) {
    expect(pod.send({ type: "objectGone" }).state()).toBe("gone");
    expect(pod.effects).toEqual([]);
  }
});

test("a pod that is not scheduled yet takes no notice of its deletion mark", () => {
  expect(live().mark(0).state()).toBe("pending.unscheduled");
});

// apiserver E.5: CrashLoopBackOff is a waiting reason, the phase stays Running; first restart immediate, then 10 s, 20 s … 300 s.
test("a crashing container is restarted at once, then after 10 s, 20 s and at most 300 s, in phase Running", () => {
  const pod = running();
  const waits = [0, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000];
  for (const [restarts, wait] of waits.entries()) {
    pod.send({ type: "containerExited", exitCode: 1 });
    expect(pod.state()).toBe("running.backingOff");
    expect(pod.effects.at(-1)).toEqual(reported("Running", false, "CrashLoopBackOff", restarts));
    if (wait > 0) expect(pod.wait(wait - 1).state()).toBe("running.backingOff");
    expect(pod.wait(wait > 0 ? 1 : 0).state()).toBe("running.notReady");
  }
});

// apiserver E.5: all stopped: Always → Running; all exit 0 → Succeeded; Never → Failed; OnFailure → Running.
test.each([
  ["Always", 0, "running.backingOff"],
  ["Always", 1, "running.backingOff"],
  ["OnFailure", 0, "succeeded"],
  ["OnFailure", 1, "running.backingOff"],
  ["Never", 0, "succeeded"],
  ["Never", 1, "failed"],
] as const)(
  "with restart policy %s a container that exits with %i leaves the pod %s",
  (restartPolicy, exitCode, state) => {
    expect(live({ firstSeen: "ready", restartPolicy }).send({ type: "containerExited", exitCode }).state()).toBe(state);
  },
);

test("a pod that existed before is taken as it is, without a report", () => {
  expect(live({ firstSeen: "assigned" }).state()).toBe("pending.starting");
  expect(live({ firstSeen: "running" }).wait(500).state()).toBe("running.ready");
  expect(live({ firstSeen: "ready" }).effects).toEqual([]);
  expect(live({ firstSeen: "failed" }).state()).toBe("failed");
});
