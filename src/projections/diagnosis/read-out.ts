import type { Frame } from "../../simulation/cluster/frame.ts";
import type { ControllerSpec } from "../../simulation/cluster/plan.ts";
import { type CustomKind, kindRegistry } from "../../simulation/kubernetes/kind-registry.ts";
import type { ClusterFact } from "../sentences.ts";
import { auditLines } from "./audit-lines.ts";
import type { Output } from "./console.ts";
import { controllerLog } from "./controller-log.ts";
import { etcdMetrics } from "./etcd-metrics.ts";
import { hasKnativeLog, knativeLog } from "./knative-log.ts";
import { permissions } from "./permissions.ts";
import { podNameOf, podsTable } from "./pods-table.ts";

/** What one looks at when something is stuck, in the order in which one does. */
export const CHECKS = ["pods", "log", "audit", "permissions", "etcd"] as const;
export type Check = (typeof CHECKS)[number];

/** The cluster at the cursor. `events` are those before it, in their order; only the log reads them. */
export type Evidence = {
  readonly frame: Frame;
  readonly controllers: readonly ControllerSpec[];
  readonly crds: readonly CustomKind[];
  readonly events: readonly EventFields[];
};

/** An event as the page keeps it. */
export type EventFields = {
  readonly at: number;
  readonly actor: string;
  readonly fact: { readonly type: string } & Readonly<Record<string, unknown>>;
};

/** Whether a check is about one controller. */
export function isAboutController(check: Check): boolean {
  return check === "log" || check === "permissions";
}

/** What a command prints about the simulated cluster: its own words, in the formats of the real tools. */
export function readOut(check: Check, controller: string, { frame, controllers, crds, events }: Evidence): Output {
  const kinds = kindRegistry(crds);
  const spec = controllers.find(({ name }) => name === controller);
  switch (check) {
    case "pods":
      return podsTable(frame);
    case "audit":
      return {
        command: "tail -n 160 /var/log/kubernetes/audit.log",
        lines: auditLines(
          frame.servers.flatMap(({ audit }) => audit),
          kinds,
        ),
      };
    case "etcd":
      return etcdMetrics(frame.servers[0]?.etcdLatency ?? [], kinds);
    case "permissions":
      return spec === undefined ? nothing : permissions(frame, spec, { controllers, kinds });
    case "log": {
      if (spec === undefined) return nothing;
      const user = frame.processes.find(({ name }) => name === controller)?.user ?? "";
      const logged = events.map(({ at, actor, fact }) => ({ at, actor, fact: fact as ClusterFact })); // the trace of a cluster
      return {
        command: `kubectl logs -n ${user.split(":")[2] ?? "kube-system"} deployment/${controller}`,
        lines: hasKnativeLog(spec)
          ? knativeLog(logged, spec, kinds, podNameOf(controller))
          : controllerLog(logged, spec, kinds),
      };
    }
  }
}

const nothing: Output = { command: "", lines: [] };
