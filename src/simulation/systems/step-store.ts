import { unreachable } from "../../base/assert.ts";
import { count, objectName, readOptions, span, word } from "../cluster/options.ts";
import type { SystemDesk, SystemKind } from "../cluster/system.ts";
import { type Json, jsonAt } from "../kubernetes/object.ts";
import { type StoredStepsEffect, storedStepsMachine } from "../machines/stored-steps.ts";

// One controller on three stores. `memory`: a map of its own, and every second step an annotation on its object. `lease`: the status of its
// object, written by the holder of a Lease, which a new process must let expire (`cg:tools/leaderelection @v0.36.3`: LeaseDuration is 15 s by
// default). `replicated`: a log that peers keep, outside of the API server, with an election when its leader is gone.

const OPTIONS = {
  store: word("memory", "lease", "replicated"),
  steps: count(4, 1, 20),
  workMs: span(500, 0),
  /** How long saving a step takes. */
  saveMs: span(45, 0),
  leaseMs: span(15_000, 0),
  electionMs: span(300, 0),
  object: objectName("job"),
};
/** Of a map in memory every second step is written down. */
const MILESTONE = 2;

type Memory = {
  /** How often each step was done; what was done outside stays done. */
  readonly times: readonly number[];
  /** Saved in the process's own memory. */
  readonly own: number;
  /** What the API server holds, as far as it was written. */
  readonly written: number;
  /** What the peers hold. */
  readonly log: number;
};
type Desk = SystemDesk<Memory>;

/** A controller that works in steps. */
export const stepStoreSystem: SystemKind<Memory> = {
  machines: { "stored-steps": storedStepsMachine },
  options: OPTIONS,
  events: [],
  memory: () => ({ times: [], own: 0, written: 0, log: 0 }),
  crash: (memory) => ({ ...memory, own: 0 }),
  start(desk) {
    const { store, steps, workMs, saveMs, leaseMs, electionMs } = readOptions(OPTIONS, desk.options);
    const recoverMs = { memory: 0, lease: leaseMs / 1_000, replicated: electionMs / 1_000 }[store];
    if (store === "lease" && desk.runs === 1) holdLease(desk, desk.name, "write");
    const input = { workMs: workMs / 1_000, saveMs: saveMs / 1_000, recoverMs, steps, recovers: desk.runs > 1 };
    desk.launch(actorOf(desk), "stored-steps", input);
  },
  receive(desk, actor, message) {
    if (message.type !== "answer") return;
    if (message.tag === "hold") return lookUp(desk, actor);
    if (message.tag !== "lookUp") return;
    const { store } = readOptions(OPTIONS, desk.options);
    const { object } = message;
    const found = store === "memory" ? object?.metadata.annotations?.["step"] : jsonAt(object?.status, "step");
    recover(desk, Number(found ?? 0), store === "memory" ? "annotation" : "status");
    desk.tell(actor, { type: "found", done: Number(found ?? 0) });
  },
  perform: (desk, actor, effect) => act(desk, actor, effect as StoredStepsEffect), // its chart declares no others
  told: () => "it can only crash",
  view: ({ memory, options }) => {
    const { store, saveMs } = readOptions(OPTIONS, options);
    const { own, written, log, times } = memory;
    return {
      readings: [
        { name: "saveTakes", value: saveMs, unit: "span", from: "input" },
        { name: "stepsDone", value: times.reduce((sum, each) => sum + each, 0), unit: "count", from: "measured" },
        { name: "stepsRepeated", value: times.filter((each) => each > 1).length, unit: "count", from: "measured" },
      ],
      grids: [],
      tables: [
        {
          name: "who sees which step",
          ofActors: false,
          columns: ["place", "step"],
          rows: [
            ["process", own],
            [
              store === "memory" ? "annotation" : store === "lease" ? "status" : "API",
              store === "replicated" ? "–" : written,
            ],
            ["peers", store === "replicated" ? log : "–"],
          ],
        },
      ],
      tells: [],
    };
  },
};

function act(desk: Desk, actor: string, effect: StoredStepsEffect): void {
  switch (effect.type) {
    case "doStep": {
      const { step } = effect.params;
      const times = [...desk.memory().times];
      times[step - 1] = (times[step - 1] ?? 0) + 1;
      desk.remember({ ...desk.memory(), times });
      const done = times[step - 1] ?? 1;
      if (done > 1) desk.record(actor, { type: "system.repeated", key: desk.name, what: `step ${step}`, times: done });
      return;
    }
    case "saved":
      return save(desk, actor, effect.params.step);
    case "lookUp": {
      const { store } = readOptions(OPTIONS, desk.options);
      // Who is not the holder yet reads nothing: what it read might be changed by the one who is.
      if (store === "lease") return holdLease(desk, actor, "hold");
      if (store === "memory") return lookUp(desk, actor);
      const { log } = desk.memory();
      recover(desk, log, "log");
      return desk.tell(actor, { type: "found", done: log });
    }
    default:
      return unreachable(effect);
  }
}

function save(desk: Desk, actor: string, step: number): void {
  const { store, saveMs } = readOptions(OPTIONS, desk.options);
  const where = { memory: "memory", lease: "status", replicated: "log" }[store];
  desk.remember({ ...desk.memory(), own: step });
  desk.record(actor, { type: "system.saved", key: desk.name, what: `step ${step}`, where, took: saveMs });
  if (store === "replicated") return desk.remember({ ...desk.memory(), log: step });
  if (store === "memory" && step % MILESTONE !== 0) return;
  desk.remember({ ...desk.memory(), written: step });
  const patch = store === "memory" ? { metadata: { annotations: { step: String(step) } } } : { status: { step } };
  write(desk, patch, store === "lease" ? "status" : undefined);
}

function lookUp(desk: Desk, actor: string): void {
  const place = placeOf(desk, "StepJob");
  desk.request(actor, "lookUp", { verb: "get", ...place, options: {} });
}

/** A new process holds the lease as somebody else: its identity has a uid of its own. */
function holdLease(desk: Desk, actor: string, tag: "write" | "hold"): void {
  const body = { type: "merge", patch: { spec: { holderIdentity: `${desk.name}_${desk.runs}` } } } as const;
  desk.request(actor, tag, { verb: "patch", ...placeOf(desk, "Lease"), body, options: {} });
}

function recover(desk: Desk, step: number, where: string): void {
  desk.remember({ ...desk.memory(), own: step });
  desk.record(actorOf(desk), { type: "system.recovered", key: desk.name, what: `step ${step}`, where });
}

function write(desk: Desk, patch: Json, subresource: "status" | undefined): void {
  const body = { type: "merge", patch } as const;
  const to = subresource === undefined ? {} : { subresource };
  desk.request(desk.name, "write", { verb: "patch", ...placeOf(desk, "StepJob"), ...to, body, options: {} });
}

function placeOf(desk: Desk, kind: string) {
  const { object: name } = readOptions(OPTIONS, desk.options);
  return { kind, namespace: "demo", name, user: desk.name, client: desk.name };
}

function actorOf(desk: Desk): string {
  return `${desk.name}/steps`;
}
