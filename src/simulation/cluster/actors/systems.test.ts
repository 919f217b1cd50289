// Goal: what every system can rely on, whatever it is. Method: a toy system on the real engine that writes down what it hears.
import { expect, test } from "vitest";
import { milliseconds, seconds } from "../../../base/time.ts";
import { frameOf } from "../frame-of.ts";
import type { SystemDesk, SystemKind } from "../system.ts";
import { doAt, testCluster, testMap } from "./test-cluster.ts";

type Heard = readonly string[];

/** At its start it asks for the object demo/one, and posts itself a note for a second later. */
const toy: SystemKind<Heard> = {
  machines: {},
  options: {},
  events: [],
  memory: () => [],
  crash: (heard) => [...heard, "crashed"],
  start(desk) {
    hear(desk, `start ${desk.runs}`);
    const place = { kind: "ConfigMap", namespace: "demo", name: "one", user: desk.name, client: desk.name };
    desk.request(`${desk.name}/reader`, "read", { verb: "get", ...place, options: {} });
    desk.post(`${desk.name}/sleeper`, "wake", 7, seconds(1));
  },
  receive(desk, actor, message) {
    hear(
      desk,
      message.type === "answer"
        ? `${actor} ${message.tag} ${message.code} ${message.object?.metadata.name ?? message.reason}`
        : `${actor} ${message.name} ${JSON.stringify(message.data)}`,
    );
  },
  perform: () => undefined,
  told(desk, event, about) {
    hear(desk, `told ${event} ${about}`);
    return event === "nonsense" ? "it means nothing here" : undefined;
  },
  view: ({ memory }) => ({
    readings: [],
    grids: [],
    tables: [{ name: "heard", ofActors: false, columns: ["what"], rows: [memory] }],
    tells: [{ event: "sense", about: [""], ofCells: false }],
  }),
};

function hear(desk: SystemDesk<Heard>, what: string): void {
  desk.remember([...desk.memory(), what]);
}

function heardBy(cluster: ReturnType<typeof testCluster>) {
  return frameOf(cluster.world()).systems[0]?.tables[0]?.rows[0];
}

const start = { controllers: [], systems: { toy }, given: [testMap("one")] };

test("a system's requests are answered by the API server, and its notes come when they are due", () => {
  const cluster = testCluster(start);
  cluster.run(seconds(2));
  expect(heardBy(cluster)).toEqual(["start 1", "toy/reader read 200 one", "toy/sleeper wake 7"]);
  expect(cluster.facts("api.request", { client: "toy" })).toMatchObject([{ verb: "get", key: "demo/one" }]);
});

test("a refused request is an answer too", () => {
  const cluster = testCluster({ ...start, given: [] });
  cluster.run(milliseconds(500));
  expect(heardBy(cluster)).toEqual(["start 1", "toy/reader read 404 NotFound"]);
});

test("what was on its way to a crashed system never reaches its next life, and its memory is what its kind leaves", () => {
  const cluster = testCluster({
    ...start,
    script: [doAt(1, { type: "crash", process: "toy", restartAfter: milliseconds(100) })],
  });
  cluster.run(milliseconds(1_050));
  expect(heardBy(cluster)).toEqual(["start 1", "crashed", "start 2", "toy/reader read 200 one"]);
  expect(cluster.facts("system.crashed")).toEqual([{ type: "system.crashed", kind: "toy" }]);
});

test("a crashed system cannot be told anything, and crash means nothing to it", () => {
  const cluster = testCluster({
    ...start,
    script: [
      doAt(1, { type: "crash", process: "toy" }),
      doAt(2, { type: "crash", process: "toy" }),
      doAt(3, { type: "tell", system: "toy", event: "wake", about: "x" }),
      doAt(4, { type: "tell", system: "other", event: "wake", about: "x" }),
    ],
  });
  cluster.run(milliseconds(50));
  expect(cluster.facts("fault.missed").map(({ reason }) => reason)).toEqual([
    "the system does not run",
    "the system does not run",
    "no such system",
  ]);
});

test("what a system is told is in the trace, also when it means nothing to it", () => {
  const cluster = testCluster({
    ...start,
    script: [
      doAt(1, { type: "tell", system: "toy", event: "wake", about: "x" }),
      doAt(2, { type: "tell", system: "toy", event: "nonsense", about: "y" }),
    ],
  });
  cluster.run(milliseconds(3));
  expect(cluster.facts("user.tell")).toMatchObject([{ event: "wake" }, { event: "nonsense" }]);
  expect(cluster.facts("fault.missed")).toMatchObject([{ fault: "tell", reason: "it means nothing here" }]);
});
