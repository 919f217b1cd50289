import { micros } from "../base/time.ts";
import type { Input } from "../scenarios/run-spec.ts";
import type { Action } from "../simulation/cluster/actions.ts";
import type { SharedRun } from "./shared-run.ts";

/** A stock scenario at an event, as the share button makes it. */
export function momentOf(id: string, inputs: readonly Input[] = []): SharedRun {
  return {
    engine: "0.1.0",
    spec: { scenario: { type: "stock", id }, seed: 7, inputs },
    cursor: { type: "event", seq: 432 },
    digest: "0123456789abcd",
    view: {},
  };
}

/** Inputs as a curious person makes them: edits, deletions of pods with generated names, and faults, some of them again and again. */
export function someInputs(count: number): readonly Input[] {
  const pods = Array.from({ length: 24 }, (_, index) => `web-${suffix(index)}`);
  let step = 0;
  return Array.from({ length: count }, (_, index) => {
    step += 3 + ((index * 37) % 90);
    return { step, action: pick(index, pods) };
  });
}

function suffix(index: number): string {
  const letters = "bcdfghjklmnpqrstvwxz2456789";
  let rest = (index + 11) * 7_919_777;
  let text = "";
  for (let at = 0; at < 5; at++) {
    text += letters[rest % 27];
    rest = Math.floor(rest / 27);
  }
  return text;
}

function pick(index: number, pods: readonly string[]): Action {
  const web = { kind: "ReplicaSet", namespace: "demo", name: "web" };
  switch ((index * 7) % 10) {
    case 0:
    case 4:
      return { type: "patch", target: web, merge: { spec: { replicas: 1 + (index % 6) } } };
    case 1:
    case 7:
      return { type: "delete", target: { kind: "Pod", namespace: "demo", name: pods[index % pods.length] ?? "" } };
    case 2:
      return { type: "endWatch", client: "web", kind: "Pod", mode: index % 2 === 0 ? 410 : "eof" };
    case 3:
      return { type: "cutLink", process: "web", server: "a", duration: micros(5_000_000) };
    case 5:
      return { type: "mendLink", process: "web", server: "a" };
    case 6:
      return {
        type: "answer",
        match: { client: "web", verb: "create", kind: "Pod" },
        mode: 500,
        extent: { type: "times", count: 1 + (index % 3) },
      };
    case 8:
      return {
        type: "slowHandler",
        process: "web",
        kind: "Pod",
        handler: "audit",
        takes: micros((1 + (index % 4)) * 1_000_000),
      };
    default:
      return { type: "patch", target: web, merge: { metadata: { labels: { note: `n${index % 5}` } } } };
  }
}
