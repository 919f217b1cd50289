import { layoutAxis } from "../src/projections/timeline/axis.ts";
import { buildScene, plotWidth } from "../src/projections/timeline/scene.ts";
import type { TimelineColumns } from "../src/projections/timeline/timeline-columns.ts";
import { sizeTimeline } from "../src/projections/timeline/timeline-size.ts";
import { indexTrace } from "../src/projections/timeline/trace-index.ts";
import { fitAll, panBy, zoomAt } from "../src/projections/timeline/view-moves.ts";
import { drawTimeline, type Kept } from "../src/views/timeline/draw-timeline.ts";
import { readPaint } from "../src/views/timeline/timeline-paint.ts";
import "../src/views/tokens.css";

/** Draws the timeline of a made-up run again and again while it is panned, and gives the milliseconds of each drawing. */
function drawTimes(events: number, frames: number): readonly number[] {
  const canvas = document.body.appendChild(document.createElement("canvas"));
  const size = sizeTimeline({ width: 1_400, height: 420, ratio: 1 });
  canvas.width = size.scene.width;
  canvas.height = size.scene.height;
  const context = canvas.getContext("2d", { alpha: false });
  if (context === null) return [];
  const columns = madeUpColumns(events);
  const index = indexTrace(undefined, "1/0", columns);
  const input = { columns, gaps: index.gaps, width: plotWidth(size.scene), foldWidth: size.foldWidth };
  const lanes = index.lanes.tracks.map((track) => ({ track, title: track.name, hasBreakpoint: false }));
  const paint = readPaint(canvas, context, 1);
  let view = zoomAt(fitAll("order", input), input.width / 2, 4, input);
  let kept: Kept | undefined;
  const times: number[] = [];
  for (let frame = 0; frame < frames; frame++) {
    const start = performance.now();
    view = panBy(view, frame % 40 < 20 ? 9 : -9, input);
    const scene = buildScene({
      size: size.scene,
      axis: layoutAxis(view, input),
      columns,
      lanes,
      cursor: events >> 1,
      now: columns.at[events >> 1] ?? 0,
      active: events >> 1,
      pickedLane: undefined,
      why: false,
      filter: undefined,
      hits: [],
      stoppedAt: [],
      branches: [],
      isAsRecorded: undefined,
      difference: undefined,
      widthOf: paint.widthOf,
    });
    kept = drawTimeline(context, scene, paint, { wholeRun: "" }, kept);
    // Reading a pixel waits until everything is drawn.
    context.getImageData(0, 0, 1, 1);
    times.push(performance.now() - start);
  }
  canvas.remove();
  return times;
}

const LANES = 12;

/** Bursts of events in twelve lanes, a tenth of them with a mark, bands of all tones. */
function madeUpColumns(length: number): TimelineColumns {
  const columns = {
    length,
    at: new Float64Array(length),
    step: new Uint32Array(length),
    cause: new Int32Array(length),
    actor: new Uint32Array(length),
    type: new Uint32Array(length),
    lane: new Uint32Array(length),
    mark: new Uint8Array(length),
    band: new Uint8Array(length),
    tone: new Uint8Array(length),
    label: new Uint32Array(length),
    strings: ["", ...Array.from({ length: LANES }, (_, lane) => `web/Pod/part-${lane}`), "store.write"],
  };
  for (let event = 0; event < length; event++) {
    const lane = 1 + ((event * 7 + (event >> 3)) % LANES);
    columns.at[event] = (event >> 5) * 40_000 + (event % 32) * 300;
    columns.step[event] = event >> 1;
    columns.cause[event] = event - 1;
    columns.actor[event] = lane;
    columns.lane[event] = lane;
    columns.type[event] = LANES + 1;
    columns.mark[event] = event % 10 === 0 ? 1 : 0;
    columns.band[event] = event % 3;
    columns.tone[event] = event % 7;
  }
  return columns;
}

Object.assign(globalThis, { drawTimes });
