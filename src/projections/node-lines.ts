import type { Frame, InformerFrame, ProcessFrame } from "../simulation/cluster/frame.ts";
import type { Rect } from "./pipeline-layout.ts";

/** One line in a node's body. Heights are part of the reading, so that an edge knows where its row is. */
export type Line<Content> = {
  readonly id: string;
  readonly height: number;
  readonly content: Content;
  /** Whether this step made the line or changed it. */
  readonly changed: boolean;
};

/** Heights that depend on the size class, CSS pixels. */
export type LineMetrics = { readonly row: number; readonly header: number; readonly dense: boolean };

/** Which part of a frame the pipeline shows, and how much fits. */
export type Scope = { readonly process: string; readonly kind: string };

/** A thin line between groups of rows. */
export const RULE_HEIGHT = 7;
/** Borders, the header's hairline and the padding above and below the rows. */
const BODY_PADDING = 9;

/** The heights of a size class. */
export function lineMetrics(size: "L" | "M" | "S" | "XS"): LineMetrics {
  if (size === "XS") return { row: 22, header: 28, dense: false };
  return { row: size === "L" ? 18 : 17, header: 24, dense: size === "S" };
}

/** A line of one row's height, or of the given one. */
export function line<Content>(id: string, content: Content, height: number): Line<Content> {
  return { id, content, height, changed: false };
}

/** Room for lines in a node of the given height. */
export function bodyRoom(height: number, metrics: LineMetrics): number {
  return height - metrics.header - BODY_PADDING;
}

/** The vertical middle of a line within the pane, or the header's if the node does not show that line. */
export function lineMiddle(lines: readonly Line<unknown>[], id: string, rect: Rect, metrics: LineMetrics): number {
  let top = rect.y + metrics.header + 5;
  for (const each of lines) {
    if (each.id === id) return Math.round(top + each.height / 2);
    top += each.height;
  }
  return rect.y + Math.round(metrics.header / 2);
}

/** Marks the lines that are new or differ from the line of the same id before. */
export function withChanges<Content>(
  lines: readonly Line<Content>[],
  before: readonly Line<Content>[] | undefined,
): readonly Line<Content>[] {
  if (before === undefined) return lines;
  const old = new Map(before.map((each) => [each.id, JSON.stringify(each.content)]));
  return lines.map((each) => ({ ...each, changed: old.get(each.id) !== JSON.stringify(each.content) }));
}

/** How many of `count` lines fit into `room`, keeping a line free for "n more" when not all do. */
export function fitting(count: number, room: number, row: number): number {
  const capacity = Math.max(0, Math.floor(room / row));
  return count <= capacity ? count : Math.max(0, capacity - 1);
}

/** The process that the scope names. */
export function processOf(frame: Frame, scope: Scope): ProcessFrame | undefined {
  return frame.processes.find(({ name }) => name === scope.process);
}

/** The informer that the scope names. */
export function informerOf(frame: Frame, scope: Scope): InformerFrame | undefined {
  return processOf(frame, scope)?.informers.find(({ kind }) => kind === scope.kind);
}

/** `namespace/name` without its namespace. */
export function nameOf(key: string): string {
  return key.slice(key.indexOf("/") + 1);
}
