import { isLost, type Trail } from "../../projections/history-trail.ts";
import type { RevisionScale } from "../../projections/revision-scale.ts";

/** Width of the picture in its own units; its height is one unit a point. */
export const WIDTH = 1_000;

type Along = (scale: RevisionScale, revision: number) => number;

/** The trail as paths: areas for what is gone and what can be resumed, lines for etcd's head and for the client. */
export function trailShapes({ scale, points }: Trail, along: Along) {
  const x = (revision: number) => Math.round(along(scale, revision) * WIDTH * 10) / 10;
  const client = (lost: boolean) =>
    lineOf(points.map((point) => (point.resume > 0 && isLost(point) === lost ? x(point.resume) : undefined)));
  return {
    gone: points.map(({ compacted }, y) => (compacted === 0 ? "" : box(0, x(compacted), y))).join(""),
    window: points
      .map(({ oldest, head }, y) => (oldest === 0 || head === 0 ? "" : box(x(oldest), x(head), y)))
      .join(""),
    head: lineOf(points.map(({ head }) => (head === 0 ? undefined : x(head)))),
    held: client(false),
    lost: client(true),
    bookmarks: points.map(({ bookmark, resume }, y) => (bookmark ? `M${x(resume)} ${y + 0.5}h.01` : "")).join(""),
  };
}

function box(from: number, to: number, y: number): string {
  return to <= from ? "" : `M${from} ${y}H${to}V${y + 1}H${from}Z`;
}

/** Down through each slot and over to where the next one is; broken where there is nothing. */
function lineOf(places: readonly (number | undefined)[]): string {
  return places
    .map((at, y) => {
      if (at === undefined) return "";
      return places[y - 1] === undefined ? `M${at} ${y}V${y + 1}` : `H${at}V${y + 1}`;
    })
    .join("");
}
