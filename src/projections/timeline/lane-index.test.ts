import { expect, test } from "vitest";
import { EMPTY_LANES, extendLanes, OPEN } from "./lane-index.ts";
import { columnsOf, manyColumns } from "./test-columns.ts";

const events = [
  { at: 0, lane: "watch", band: "start", tone: "active" },
  { at: 5, lane: "etcd", mark: "tick" },
  { at: 10, lane: "watch", band: "start", tone: "ok" },
  { at: 20, lane: "watch", band: "end" },
  { at: 30, lane: "watch", mark: "cross", tone: "failed" },
  { at: 40, lane: "watch", band: "start", tone: "waiting" },
] as const;

test("a band lasts until the next one starts or it is ended; the newest stays open", () => {
  const [watch] = extendLanes(EMPTY_LANES, columnsOf(events)).tracks;
  expect(watch?.name).toBe("watch");
  expect([...(watch?.bandStarts.subarray(0, watch.bandCount) ?? [])]).toEqual([0, 2, 5]);
  expect([...(watch?.bandEnds.subarray(0, watch.bandCount) ?? [])]).toEqual([2, 3, OPEN]);
});

test("a band that starts again with the same tone and text goes on", () => {
  const again = { lane: "reflector", band: "start", tone: "ok", label: "watching" } as const;
  const columns = columnsOf([
    { ...again, at: 0 },
    { ...again, at: 5 },
    { ...again, at: 9, label: "listing" },
  ]);
  const [track] = extendLanes(EMPTY_LANES, columns).tracks;
  expect([...(track?.bandStarts.subarray(0, track.bandCount) ?? [])]).toEqual([0, 2]);
});

test("lanes come in the order in which they appear, with their own events", () => {
  const { tracks } = extendLanes(EMPTY_LANES, columnsOf(events));
  expect(tracks.map(({ name, events, eventCount }) => [name, [...events.subarray(0, eventCount)]])).toEqual([
    ["watch", [0, 2, 3, 4, 5]],
    ["etcd", [1]],
  ]);
});

test("an index that grew event by event equals one made at once", () => {
  const all = manyColumns(1_000, 3);
  let grown = EMPTY_LANES;
  for (let length = 1; length <= all.length; length += 37) grown = extendLanes(grown, { ...all, length });
  grown = extendLanes(grown, all);
  const plain = (index: typeof grown) =>
    index.tracks.map((track) => ({
      name: track.name,
      events: [...track.events.subarray(0, track.eventCount)],
      starts: [...track.bandStarts.subarray(0, track.bandCount)],
      ends: [...track.bandEnds.subarray(0, track.bandCount)],
      tones: [...track.toneUnions.subarray(0, Math.ceil(track.eventCount / 16))],
    }));
  expect(plain(grown)).toEqual(plain(extendLanes(EMPTY_LANES, all)));
});
