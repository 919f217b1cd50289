import { ownValue } from "../../base/own-value.ts";
import type { ControllerSpec } from "../../simulation/cluster/plan.ts";
import type { KindRegistry } from "../../simulation/kubernetes/kind.ts";

/** What a read-out of the cluster prints: the command that one would type, and its output line by line. */
export type Output = { readonly command: string; readonly lines: readonly string[] };

/** What the run is made of, as far as read-outs need it. */
export type Setting = { readonly controllers: readonly ControllerSpec[]; readonly kinds: KindRegistry };

/** Columns as kubectl aligns them: three spaces behind the widest entry (`k8s.io/cli-runtime/pkg/printers/tabwriter.go`). */
export function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd((widths[column] ?? 0) + 3))
      .join("")
      .trimEnd(),
  );
}

/** `5s`, `4m30s`, `17m` (`am:util/duration/duration.go:HumanDuration @v0.36.3`). No run is longer than a day. */
export function humanDuration(micros: number): string {
  const seconds = Math.max(0, Math.floor(micros / 1_000_000));
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes >= 180) return withRest(Math.floor(minutes / 60), "h", minutes % 60, "m");
  return minutes >= 10 ? `${minutes}m` : withRest(minutes, "m", seconds % 60, "s");
}

function withRest(whole: number, unit: string, rest: number, small: string): string {
  return rest === 0 ? `${whole}${unit}` : `${whole}${unit}${rest}${small}`;
}

/** `pods`, `triggers.eventing.knative.dev`: how kubectl names the resource of a kind. */
export function resourceOf(kinds: KindRegistry, kind: string): string {
  const info = ownValue(kinds, kind);
  if (info === undefined) return kind.toLowerCase();
  return info.group === "" ? info.plural : `${info.plural}.${info.group}`;
}
