// Goal: the axis says of every version where it stands and whether it can still be used. Method: the moment of `testFrame`: the ring keeps
// 801 to 900, so 800 is the oldest version to resume from (`watch_cache.go:getAllEventsSinceLocked @v0.36.3`); the client stands at 612.
import { expect, test } from "vitest";
import { type HistoryRow, historyRows } from "./history-rows.ts";
import { resumePoint } from "./revision-scale.ts";
import { testFrame } from "./test-frame.ts";

const scope = { process: "web", kind: "Pod" };
const rows = historyRows(testFrame, scope, 590);
const row = (id: string): HistoryRow | undefined => rows.find((one) => one.id === id);

test("components stand in the order in which news travels", () => {
  expect(rows.map(({ id }) => id)).toEqual(["etcd", "objects", "cache/a", "stream/a", "resume/a", "fifo", "store"]);
});

test("history up to the compaction is gone, the rest is kept", () => {
  expect(row("etcd")?.spans).toEqual([
    { from: 590, to: 780, look: "gone" },
    { from: 780, to: 900, look: "kept" },
  ]);
});

test("a client at 612 misses the stretch to 800, the oldest version that the window resumes from", () => {
  expect(row("resume/a")).toMatchObject({
    spans: [{ from: 612, to: 800, look: "missed" }],
    marks: [{ revision: 612, look: "lost" }],
    fact: { tooOld: 188 },
  });
});

test("the oldest resumable version itself can be resumed from, the one before it can not", () => {
  const at = (oldest: number) => {
    const servers = testFrame.servers.map((server) => ({
      ...server,
      caches: server.caches.map((cache) => ({ ...cache, oldest })),
    }));
    return resumePoint({ ...testFrame, servers }, "a", scope)?.tooOld;
  };
  expect([at(612), at(613)]).toEqual([0, 1]);
});

test("an object of the store that is not as in etcd is marked as stale", () => {
  const stale = row("store")
    ?.marks.filter(({ look }) => look === "stale")
    .map(({ key }) => key);
  expect(stale).toContain("demo/web-9mmtd");
  expect(stale).not.toContain("demo/web-4kq7z");
});
