import { hashText } from "../../base/digest.ts";
import type { Frame, ObjectFrame, ProcessFrame } from "../../simulation/cluster/frame.ts";
import { isJsonList, isJsonObject, type Json, jsonAt } from "../../simulation/kubernetes/object.ts";
import { parseTimestamp } from "../../simulation/kubernetes/timestamp.ts";
import { humanDuration, type Output, table } from "./console.ts";

const HEADER = ["NAMESPACE", "NAME", "READY", "STATUS", "RESTARTS", "AGE"] as const;

/**
 * `kubectl get pods -A` (`kk:pkg/printers/internalversion/printers.go:printPod`): the pods that the controllers themselves run in, which
 * nobody simulates as objects, and those of the cluster. A process that crashed waits for its next start in CrashLoopBackOff.
 */
export function podsTable(frame: Frame): Output {
  const pods = frame.truth.find(({ kind }) => kind === "Pod")?.objects ?? [];
  const rows = [
    ...frame.processes.map((process) => controllerRow(process, frame.at)),
    ...pods.map((pod) => podRow(pod, frame.at)),
  ].sort((a, b) => (`${a[0]}/${a[1]}` < `${b[0]}/${b[1]}` ? -1 : 1));
  return { command: "kubectl get pods -A", lines: table([HEADER, ...rows]) };
}

function controllerRow({ name, user, state, runs }: ProcessFrame, at: number): readonly string[] {
  const namespace = user.split(":")[2] ?? "kube-system";
  const [ready, status] = STATES[state];
  const restarts = String(Math.max(0, runs - 1));
  return [namespace, podNameOf(name), ready, status, restarts, humanDuration(at)];
}

/** A process that is paused looks well: nobody but its peers notices. */
const STATES: Readonly<Record<ProcessFrame["state"], readonly [ready: string, status: string]>> = {
  starting: ["1/1", "Running"],
  running: ["1/1", "Running"],
  paused: ["1/1", "Running"],
  stopping: ["1/1", "Terminating"],
  stopped: ["0/1", "Completed"],
  crashed: ["0/1", "CrashLoopBackOff"],
};

function podRow({ key, status, object }: ObjectFrame, at: number): readonly string[] {
  const [namespace = "", name = ""] = key.split("/");
  const containers = listAt(object.spec, "containers").length || 1;
  const statuses = listAt(object.status, "containerStatuses");
  const ready = statuses.filter((one) => jsonAt(one, "ready") === true).length;
  const restarts = statuses.reduce((sum: number, one) => sum + numberOf(jsonAt(one, "restartCount")), 0);
  const created = parseTimestamp(object.metadata.creationTimestamp ?? "") ?? at;
  return [namespace, name, `${ready}/${containers}`, status, String(restarts), humanDuration(at - created)];
}

function listAt(part: Json | undefined, name: string): readonly Json[] {
  const list = isJsonObject(part) ? part[name] : undefined;
  return isJsonList(list) ? list : [];
}

function numberOf(value: Json | undefined): number {
  return typeof value === "number" ? value : 0;
}

const LETTERS = "bcdfghjklmnpqrstvwxz2456789";

/** The name of the pod that a controller's process runs in: with what a Deployment and its ReplicaSet add. */
export function podNameOf(name: string): string {
  const letters = (seed: number, length: number) =>
    Array.from({ length }, (_, index) => LETTERS[(hashText(`${name}${index}`, seed) >>> 0) % LETTERS.length]).join("");
  return `${name}-${letters(1, 9)}-${letters(2, 5)}`;
}
