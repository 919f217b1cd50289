import type { Frame } from "../../simulation/cluster/frame.ts";
import type { ControllerSpec } from "../../simulation/cluster/plan.ts";
import { type Output, resourceOf, type Setting, table } from "./console.ts";

const VERBS = ["get", "list", "watch", "create", "update", "patch", "delete"] as const;
const STATUS_VERBS = ["get", "update", "patch"] as const;

/**
 * `kubectl auth can-i --list --as=USER` (`kk:staging/src/k8s.io/kubectl/pkg/cmd/auth/cani.go`) for what the controller watches. The model's
 * rules are about a kind with its subresources.
 */
export function permissions(frame: Frame, spec: ControllerSpec, { kinds }: Setting): Output {
  const process = frame.processes.find(({ name }) => name === spec.name);
  const isDenied = (verb: string, kind: string) =>
    frame.denied.some((each) => each.process === spec.name && each.verb === verb && each.kind === kind);
  const rows = spec.watches.flatMap(({ kind }) => {
    const allowed = (verbs: readonly string[]) => `[${verbs.filter((verb) => !isDenied(verb, kind)).join(" ")}]`;
    const resource = resourceOf(kinds, kind);
    const main = [resource, "[]", "[]", allowed(VERBS)];
    const status = [`${resource}/status`, "[]", "[]", allowed(STATUS_VERBS)];
    return kinds[kind]?.statusSubresource === true ? [main, status] : [main];
  });
  return {
    command: `kubectl auth can-i --list --as=${process?.user ?? spec.name}`,
    lines: table([["Resources", "Non-Resource URLs", "Resource Names", "Verbs"], ...rows]),
  };
}
