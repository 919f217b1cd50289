import { ok, problems, type Result } from "../base/result.ts";
import type { RunSpec } from "../scenarios/run-spec.ts";
import { type ViewId, viewIdOf } from "../scenarios/view-ids.ts";
import type { Target } from "../session/protocol.ts";

/** What a link or a file opens. */
export type Opened = {
  readonly spec: RunSpec;
  readonly at?: Target;
  readonly digest?: string;
  readonly view?: ViewId;
};

/** A whole address with a `#`, or what stands behind it; a scenario has several lines or a space. */
const wholeLink = /^\S*#(\S+)$/;
const bareLink = /^(\/[sv]\/\S+|[1-9][\w-]{8,})$/;

/** Reads a link, whole or its part behind `#`, or takes the text for a scenario, which the worker will check. */
export async function readLink(text: string): Promise<Result<Opened>> {
  const trimmed = text.trim();
  const link = wholeLink.exec(trimmed)?.[1] ?? bareLink.exec(trimmed)?.[1];
  if (link === undefined) return ok({ spec: { scenario: { type: "inline", text }, inputs: [] } });
  const { decodeLink } = await import("../sharing/link.ts");
  const result = decodeLink(link);
  if (result.type === "problems") return problems(result.problems.problems);
  const { spec, cursor, digest, engine } = result.value;
  // A link by hand that names no place opens where its scenario opens.
  const isOpen = engine === undefined && cursor.type === "start";
  // A newer page may know views that this one does not; the run is the same without them.
  const view = viewIdOf(result.value.view.view);
  return ok({
    spec,
    ...(!isOpen && { at: cursor }),
    ...(digest !== undefined && { digest }),
    ...(view !== undefined && { view }),
  });
}
