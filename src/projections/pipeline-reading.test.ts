import { expect, test } from "vitest";
import { lineMetrics } from "./node-lines.ts";
import { type NodeSpec, type Readings, type ReadPart, readNode, type View } from "./pipeline-reading.ts";
import { shortChange } from "./read-etcd.ts";
import { frameBefore, testFrame } from "./test-frame.ts";

const scope = { process: "web", kind: "Pod" };
const view: View = { frame: testFrame, before: frameBefore, scope, metrics: lineMetrics("L") };

function read<P extends ReadPart>(part: P, height = 200, given: Partial<View> = {}): Readings[P] {
  const spec: NodeSpec<P> = { part, name: part === "server" ? "a" : "", height };
  const reading = readNode({ ...view, ...given }, spec);
  if (reading === undefined) throw new Error(`the frame has no ${part}`);
  return reading;
}

const commitOf = (kind: string) => ({ revision: 900, verb: "update", kind, key: "demo/token", change: "" }) as const;

const changedIds = (reading: { readonly lines: readonly { readonly id: string; readonly changed: boolean }[] }) =>
  reading.lines.filter(({ changed }) => changed).map(({ id }) => id);

test("only what this step changed is marked: the reflector's version and flag, the delta, the answered request", () => {
  expect(changedIds(read("reflector"))).toEqual(["lastSyncRV", "unavailable"]);
  expect(changedIds(read("fifo"))[0]).toBe("delta/ReplacedAll//900/0");
  expect(changedIds(read("server", 300))).toEqual(["request/41"]);
  expect(changedIds(read("queue"))).toEqual([]);
});

test("without a frame before, after a jump, nothing is marked", () => {
  expect(changedIds(read("reflector", 200, { before: undefined }))).toEqual([]);
});

test("a running countdown does not count as a change", () => {
  const later = { ...testFrame, at: testFrame.at + 1_000 };
  expect(changedIds(read("queue", 200, { frame: later, before: testFrame }))).toEqual([]);
  expect(changedIds(read("handlers", 200, { frame: later, before: testFrame }))).toEqual([]);
});

test("the distance between the resume point and the ring is what the server is missing: 801 − 1 − 612 = 188", () => {
  const ring = read("server", 300).lines.find(({ content }) => content.type === "ring")?.content;
  expect(ring).toMatchObject({ ring: { oldest: 801, newest: 900, resume: { revision: 612, tooOld: 188 } } });
});

test("etcd's ruler and the ring share one scale, which reaches from the resume point to the newest revision", () => {
  const ruler = read("etcd").lines[0]?.content;
  const ring = read("server", 300).lines.find(({ content }) => content.type === "ring")?.content;
  expect(ruler).toMatchObject({ type: "ruler", ruler: { lost: 612, compacted: 780 } });
  if (ruler?.type !== "ruler" || ring?.type !== "ring") throw new Error("no ruler");
  expect(ruler.ruler.scale).toEqual(ring.ring.scale);
  expect(ruler.ruler.scale.from).toBeLessThanOrEqual(612);
  expect(ruler.ruler.scale.to).toBe(900);
});

test("a commit is told by one change, the one that can be said in the fewest letters", () => {
  expect(shortChange("status.fullyLabeledReplicas – → 3, status.replicas 0 → 3, +2")).toEqual({
    long: "status.replicas 0 → 3",
    short: "replicas 0 → 3",
  });
  expect(shortChange("status.containerStatuses … → …, status.phase Pending → Running").long).toBe(
    "status.phase Pending → Running",
  );
  expect(shortChange("")).toEqual({ long: "", short: "" });
});

test("commits that no informer of the process asks for are told apart", () => {
  const commits = read("etcd").lines.flatMap(({ content }) =>
    content.type === "commit" ? [`${content.commit.key} ${content.concerned}`] : [],
  );
  expect(commits).toContain("demo/web true");
  const elsewhere = { ...testFrame, etcd: { ...testFrame.etcd, commits: [commitOf("Secret")] } };
  const foreign = read("etcd", 200, { frame: elsewhere }).lines.at(-1)?.content;
  expect(foreign).toMatchObject({ type: "commit", concerned: false });
});

test("a ReplacedAll opens into its objects with a sign against the store", () => {
  const signs = read("fifo").lines.flatMap(({ content }) =>
    content.type === "member" ? [`${content.sign} ${content.key}`] : [],
  );
  expect(signs).toEqual(["= demo/web-4kq7z", "≠ demo/web-c2xvn", "= demo/web-hb8wr", "+ demo/web-zl5jf"]);
});

test("the store shows what equals etcd, what does not, what will go, and what is not there yet", () => {
  const { lines, behind, tone } = read("store");
  const words = lines.map(({ content }) => {
    if (content.type !== "object") return content.type;
    return content.truth === content.rv ? "ok" : "stale";
  });
  expect(words).toEqual(["ok", "stale", "leaving", "stale", "ok", "ghost"]);
  expect(behind).toBe(900 - 612);
  expect(tone).toBe("stale");
});

test("a store whose objects all equal etcd is in step, however far etcd's revision has moved for other kinds", () => {
  const reading = read("store", 200, { scope: { process: "web", kind: "ReplicaSet" } });
  expect(reading.behind).toBeUndefined();
  expect(reading.tone).toBe("ok");
});

test("an object outside of the informer's namespace or labels is not missing from its store", () => {
  const withInformer = (change: { readonly namespace?: string; readonly selector?: string }) => ({
    ...testFrame,
    processes: testFrame.processes.map((each) => ({
      ...each,
      informers: each.informers.map((informer) => ({ ...informer, ...change })),
    })),
  });
  const ghosts = (change: { readonly namespace?: string; readonly selector?: string }) =>
    read("store", 200, { frame: withInformer(change) }).lines.filter(({ content }) => content.type === "ghost").length;
  expect(ghosts({ namespace: "demo" })).toBe(1);
  expect(ghosts({ namespace: "other" })).toBe(0);
  expect(ghosts({ namespace: "", selector: "app=nothing" })).toBe(0);
});

test("the queue lists what is in work, then the order of hand-out, then what waits, by time", () => {
  const reading = read("queue");
  expect(reading.lines.map(({ id }) => id)).toEqual([
    "in-work/demo/web",
    "ready/demo/jobs/0",
    "waiting/demo/api",
    "waiting/demo/cron",
  ]);
  expect(reading.ready).toBe(1);
  expect(reading.lines[0]?.content).toMatchObject({ worker: 1, dirty: true });
  expect(reading.lines[2]?.content).toMatchObject({ failures: 3, readyAt: 12_860_000 });
});

test("a classic queue shows no priorities", () => {
  const classic = {
    ...testFrame,
    processes: testFrame.processes.map((each) => ({ ...each, queue: { ...each.queue, kind: "classic" as const } })),
  };
  const lines = read("queue", 200, { frame: classic }).lines.map(({ content }) => content);
  expect(lines.every((content) => !("priority" in content) || content.priority === undefined)).toBe(true);
});

test("a worker that read behind etcd says so; one that failed has its last phase broken", () => {
  const [first, , , second] = read("workers").lines.map(({ content }) => content);
  expect(first).toMatchObject({ stale: { kind: "Pod", rv: "612" }, tone: "active" });
  expect(second).toMatchObject({ stale: undefined, tone: "failed" });
});

test("no node shows more than its height holds, and says how much it leaves out", () => {
  for (const part of ["fifo", "store", "queue", "server", "etcd", "handlers", "client"] as const) {
    for (const height of [110, 140, 170, 260]) {
      const { lines } = read(part, height);
      const used = lines.reduce((sum, line) => sum + line.height, 0);
      if (part !== "server" || height > 160)
        expect(used, `${part} at ${height}`).toBeLessThanOrEqual(height - 24 - 9 + 1);
    }
  }
  expect(read("store", 110).lines.at(-1)?.content).toEqual({ type: "more", count: 3 });
});

test("the request after a wait is the one that the reflector's state leads to", () => {
  const waiting = (connection: string, unavailable: boolean) => {
    const frame = {
      ...testFrame,
      processes: testFrame.processes.map((each) => ({
        ...each,
        informers: each.informers.map((informer) => ({
          ...informer,
          connection,
          unavailable,
          lastSyncRv: "612",
          backoff: { ...informer.backoff, waiting: { since: 0, until: 3_574_000, base: 3_200_000 } },
        })),
      })),
    };
    const line = read("reflector", 200, { frame, before: undefined }).lines.find(
      ({ content }) => content.type === "waited",
    );
    return line?.content.type === "waited" ? line.content.after : "";
  };
  expect(waiting("backingOff", false)).toBe("LIST 612");
  expect(waiting("backingOff", true)).toBe('LIST ""');
  expect(waiting("watching.backingOff", false)).toBe("WATCH 612");
});
