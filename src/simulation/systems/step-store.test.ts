import { expect, test } from "vitest";
import { milliseconds, seconds } from "../../base/time.ts";
import { runSystems, type SystemRun } from "./system-run.ts";

const crds = [
  {
    kind: "StepJob",
    group: "steps.example.com",
    plural: "stepjobs",
    version: "v1",
    namespaced: true,
    statusSubresource: true,
  },
] as const;
const metadata = { name: "job", namespace: "demo" };
const given = [
  { apiVersion: "steps.example.com/v1", kind: "StepJob", metadata },
  { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata },
];

/** Crashes `at` milliseconds after the start, for a second. A step takes 500 ms and 50 ms to save: step 3 is saved at 1,650 ms. */
function run(store: string, at?: number): SystemRun {
  const action = { type: "crash", process: "app", restartAfter: seconds(1) } as const;
  return runSystems({
    systems: [{ name: "app", kind: "StepStore", options: { store, saveMs: 50 } }],
    crds,
    given,
    script: at === undefined ? [] : [{ at: milliseconds(at), action }],
    until: seconds(60),
  });
}

const doneAt = (ran: SystemRun) =>
  ran.events.find(({ fact }) => fact.type === "machine.transition" && fact.to === "Done")?.at;

test("without a crash the three stores do the same work", () => {
  for (const store of ["memory", "lease", "replicated"]) {
    const ran = run(store);
    expect(doneAt(ran)).toBe(milliseconds(2_200));
    expect(ran.facts("system.repeated")).toEqual([]);
  }
});

test("a map in memory loses what was not yet written down: the step is done again", () => {
  const ran = run("memory", 1_700);
  expect(ran.facts("system.recovered")).toMatchObject([{ what: "step 2", where: "annotation" }]);
  expect(ran.facts("system.repeated")).toMatchObject([{ what: "step 3", times: 2 }]);
});

test("a status loses no saved step, but the next process waits for the lease of the last one", () => {
  const ran = run("lease", 1_700);
  expect(ran.facts("system.repeated")).toEqual([]);
  const found = ran.events.find(({ fact }) => fact.type === "system.recovered");
  // Restarted at 2.7 s; the lease lasts 15 s; taking it over is a write of 5 ms, and only its holder looks, which is a call of 4 ms.
  expect(found?.at).toBe(milliseconds(2_700 + 15_000 + 5 + 4));
  expect(ran.get("Lease", "job")?.["spec"]).toMatchObject({ holderIdentity: "app_2" });
});

test("a replicated log loses no saved step, is there after an election, and shows nothing to the API server", () => {
  const ran = run("replicated", 1_700);
  expect(ran.facts("system.repeated")).toEqual([]);
  expect(ran.events.find(({ fact }) => fact.type === "system.recovered")?.at).toBe(milliseconds(3_000));
  expect(ran.facts("api.request").filter(({ client }) => client === "app")).toEqual([]);
});

test("a step that was done and not saved is done again, whatever the store", () => {
  for (const store of ["memory", "lease", "replicated"])
    expect(run(store, 520).facts("system.repeated")).toMatchObject([{ what: "step 1", times: 2 }]);
});
