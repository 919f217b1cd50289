import type { Report } from "./protocol.ts";

/** The buffers of a report that can be moved to the page. */
export function transfersOf(report: Report): ArrayBuffer[] {
  if (report.type !== "opened" && report.type !== "advanced") return [];
  const { columns } = report;
  if (columns === undefined) return [];
  const { at, step, cause, actor, type, lane, mark, band, tone, label } = columns;
  const buffers = [at, step, cause, actor, type, lane, mark, band, tone, label].map((column) => column.buffer);
  return buffers.filter((buffer) => buffer instanceof ArrayBuffer);
}
