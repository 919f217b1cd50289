import { emptyMap, hasKey, type PersistentMap, withEntry, withoutKey } from "../../base/persistent-map.ts";
import { type Micros, milliseconds } from "../../base/time.ts";
import { count, objectName, readOptions, span, word } from "../cluster/options.ts";
import type { SystemDesk, SystemKind } from "../cluster/system.ts";
import { type EdgeNodeEffect, type EdgeNodeEvent, edgeNodeMachine } from "../machines/edge-node.ts";
import { type EdgePhaseEffect, edgePhaseMachine } from "../machines/edge-phase.ts";
import { type FaultSearchEffect, faultSearchMachine } from "../machines/fault-search.ts";
import { cellAfter, classesOf, namesOf, type Seen, seenIn } from "./fleet-cells.ts";

// Thousands of edge nodes as the control plane knows them: each as three bits, or as one phase. A node's chart begins with the first thing
// that happens to it; before, it is in the first state. A collector writes the sums into the status of one Fleet object, since nobody
// writes 2,000 objects a second. A failed agent is reported again with every heartbeat, as long as it fails.

const OPTIONS = {
  nodes: count(2_000, 1, 5_000),
  model: word("bits", "phase"),
  /** Nodes that hear of something at once, and the time to the next such group. */
  batch: count(10, 1, 5_000),
  batchMs: span(1_000, 0),
  heartbeatMs: span(30_000, 100),
  /** How often the collector writes. */
  reportMs: span(5_000, 100),
  /** An alert begins when so many nodes are concerned. */
  alertAt: count(10, 1, 5_000),
  /** How long a person takes to look at one part of one node. */
  lookMs: span(20_000, 0),
  object: objectName("edge"),
};
const EVENTS: readonly string[] = [
  "nodeLost",
  "nodeBack",
  "agentFailed",
  "agentRecovered",
  "firmwareStarted",
  "firmwareDone",
] satisfies readonly EdgeNodeEvent["type"][];

export type FleetMemory = {
  /** Class of each node; see `fleet-cells.ts`. Replaced, never changed. */
  readonly cells: Uint8Array;
  /** Nodes with a bit that is False, or in a phase that is not Ready, by name. */
  readonly concerned: Readonly<Record<string, number>>;
  readonly alerts: Readonly<Record<string, Micros>>;
  /** Nodes whose agent fails, whatever their chart says. */
  readonly failing: PersistentMap<string, true>;
  readonly firstFailure: Micros | undefined;
  readonly alertedAt: Micros | undefined;
  readonly foundAt: Micros | undefined;
  readonly reported: string;
};
type Desk = SystemDesk<FleetMemory>;

/** Edge nodes. */
export const fleetSystem: SystemKind<FleetMemory> = {
  machines: { "edge-node": edgeNodeMachine, "edge-phase": edgePhaseMachine, "fault-search": faultSearchMachine },
  options: OPTIONS,
  memory: (options) => emptyMemory(readOptions(OPTIONS, options).nodes),
  crash: ({ cells }) => emptyMemory(cells.length),
  start(desk) {
    const { lookMs, reportMs } = readOptions(OPTIONS, desk.options);
    desk.aside(() => desk.launch(`${desk.name}/search`, "fault-search", { lookMs: lookMs / 1_000 }));
    desk.post(desk.name, "report", null, reportMs);
  },
  receive(desk, actor, message) {
    if (message.type !== "note") return;
    if (message.name === "report") return report(desk);
    if (message.name === "heartbeat") return beat(desk, actor);
    const [first = 1, last = 1] = Array.isArray(message.data) ? message.data.map(Number) : [];
    inform(desk, message.name as EdgeNodeEvent["type"], first, last); // `told` has let only these through
  },
  perform(desk, actor, effect) {
    const asked = effect as EdgeNodeEffect | EdgePhaseEffect | FaultSearchEffect; // its charts declare no others
    if (asked.type === "look") return look(desk, asked.params);
    const seen = seenIn(asked);
    settle(desk, numberOf(actor), seen);
  },
  told(desk, event, about) {
    const { nodes } = readOptions(OPTIONS, desk.options);
    const range = /^(?:node-)?(\d+)(?:-(\d+))?$/.exec(about);
    if (!EVENTS.includes(event)) return `nodes can be told ${EVENTS.join(", ")}`;
    const first = Number(range?.[1] ?? 0);
    const last = Number(range?.[2] ?? first);
    if (first < 1 || last > nodes || last < first) return `there are nodes 1 to ${nodes}`;
    spread(desk, event, first, last);
    return undefined;
  },
  view({ memory, options }) {
    const { nodes, model, lookMs, alertAt } = readOptions(OPTIONS, options);
    const { cells, concerned, firstFailure, alertedAt, foundAt } = memory;
    const since = (at: Micros | undefined) =>
      at === undefined || firstFailure === undefined ? undefined : at - firstFailure;
    return {
      readings: [
        { name: "nodes", value: nodes, unit: "count", from: "input" },
        { name: "alertAt", value: alertAt, unit: "count", from: "input" },
        { name: "lookTakes", value: lookMs, unit: "span", from: "input" },
        ...namesOf(model).map((name) => measured(name, concerned[name] ?? 0, "count")),
        measured("timeToAlert", since(alertedAt), "span"),
        measured("timeToFind", since(foundAt), "span"),
      ],
      grids: [
        {
          name: "nodes",
          columns: 64,
          classes: classesOf(model),
          cells,
          prefix: "node-",
          rowNames: [],
          columnNames: [],
          cellNames: [],
          labels: [],
          chartOf: "cell",
          machine: machineOf(model),
        },
      ],
      tables: [],
      tells: EVENTS.map((event) => ({ event, about: groupsOf(nodes), ofCells: true })),
    };
  },
};

/** The first one, some, and all. */
function groupsOf(nodes: number): readonly string[] {
  const groups = ["1", ...[10, 100, nodes].filter((last) => last > 1 && last <= nodes).map((last) => `1-${last}`)];
  return [...new Set(groups)];
}

function measured(name: string, value: number | undefined, unit: "count" | "span") {
  return { name, value, unit, from: "measured" } as const;
}

function emptyMemory(nodes: number): FleetMemory {
  const none = { firstFailure: undefined, alertedAt: undefined, foundAt: undefined, reported: "" } as const;
  return { cells: new Uint8Array(nodes), concerned: {}, alerts: {}, failing: emptyMap(), ...none };
}

function machineOf(model: "bits" | "phase"): string {
  return model === "bits" ? "edge-node" : "edge-phase";
}

/** News reaches a range of nodes group by group. */
function spread(desk: Desk, event: string, first: number, last: number): void {
  const { batch, batchMs } = readOptions(OPTIONS, desk.options);
  for (let from = first, nth = 0; from <= last; from += batch, nth++)
    desk.post(desk.name, event, [from, Math.min(last, from + batch - 1)], milliseconds((nth * batchMs) / 1_000));
}

function inform(desk: Desk, event: EdgeNodeEvent["type"], first: number, last: number): void {
  const { model, heartbeatMs } = readOptions(OPTIONS, desk.options);
  for (let number = first; number <= last; number++)
    desk.aside(() => {
      const actor = actorOf(desk, number);
      follow(desk, actor, event);
      if (desk.stateOf(actor) === undefined) desk.launch(actor, machineOf(model));
      desk.tell(actor, { type: event });
      if (event === "agentFailed") desk.post(actor, "heartbeat", null, heartbeatMs);
    });
}

/** Whether the agent of a node really fails is not what its chart believes. */
function follow(desk: Desk, actor: string, event: EdgeNodeEvent["type"]): void {
  const memory = desk.memory();
  if (event === "agentRecovered") desk.remember({ ...memory, failing: withoutKey(memory.failing, actor) });
  if (event !== "agentFailed") return;
  desk.remember({
    ...memory,
    failing: withEntry(memory.failing, actor, true),
    firstFailure: memory.firstFailure ?? desk.now,
  });
}

function beat(desk: Desk, actor: string): void {
  if (!hasKey(desk.memory().failing, actor)) return;
  desk.aside(() => desk.tell(actor, { type: "agentFailed" } satisfies EdgeNodeEvent));
  desk.post(actor, "heartbeat", null, readOptions(OPTIONS, desk.options).heartbeatMs);
}

/** A node's chart has moved: its cell, the sums, and the alerts that follow. */
function settle(desk: Desk, number: number, seen: Seen): void {
  const memory = desk.memory();
  const cells = memory.cells.slice();
  cells[number - 1] = cellAfter(cells[number - 1] ?? 0, seen);
  const concerned = { ...memory.concerned };
  if (seen.left !== undefined) concerned[seen.left] = (concerned[seen.left] ?? 0) - 1;
  if (seen.entered !== undefined) concerned[seen.entered] = (concerned[seen.entered] ?? 0) + 1;
  desk.remember({ ...memory, cells, concerned });
  for (const name of [seen.left, seen.entered]) if (name !== undefined) desk.aside(() => watchOver(desk, name));
}

function watchOver(desk: Desk, what: string): void {
  const { alertAt } = readOptions(OPTIONS, desk.options);
  const { concerned, alerts } = desk.memory();
  const number = concerned[what] ?? 0;
  const since = alerts[what];
  if (since === undefined && number >= alertAt) return alarm(desk, what, number);
  if (since === undefined || number >= alertAt) return;
  desk.record(desk.name, { type: "system.alertEnded", what, lasted: desk.now - since });
  const { [what]: _, ...rest } = alerts;
  desk.remember({ ...desk.memory(), alerts: rest });
}

/** An update in progress is expected; what concerns node or agent sets a person looking. A phase does not say which part it hides. */
function alarm(desk: Desk, what: string, number: number): void {
  const { model } = readOptions(OPTIONS, desk.options);
  desk.record(desk.name, { type: "system.alert", what, count: number });
  desk.remember({ ...desk.memory(), alerts: { ...desk.memory().alerts, [what]: desk.now } });
  if (what === "FirmwareSynced" || what === "Updating") return;
  if (desk.memory().firstFailure !== undefined && desk.memory().alertedAt === undefined)
    desk.remember({ ...desk.memory(), alertedAt: desk.now });
  desk.tell(`${desk.name}/search`, { type: "alert", needed: model === "bits" ? 1 : LOOKS.length });
}

/** Where one looks when the alert does not say it, in this order. */
const LOOKS = ["NodeReady", "AgentHealthy"] as const;

function look(desk: Desk, { nth, last }: FaultSearchEffect["params"]): void {
  const { model, lookMs } = readOptions(OPTIONS, desk.options);
  const what = model === "bits" ? "AgentHealthy" : (LOOKS[nth - 1] ?? "");
  const found = last ? `${what}=False` : "";
  desk.record(`${desk.name}/search`, { type: "system.looked", what, found, took: lookMs });
  const { firstFailure, foundAt } = desk.memory();
  if (!last || firstFailure === undefined || foundAt !== undefined) return;
  desk.remember({ ...desk.memory(), foundAt: desk.now });
  const value = desk.now - firstFailure;
  desk.record(desk.name, { type: "system.measured", what: "timeToFind", value, unit: "span" });
}

/** The collector writes the sums when they have changed. */
function report(desk: Desk): void {
  const { reportMs, object, model } = readOptions(OPTIONS, desk.options);
  const { concerned, reported } = desk.memory();
  desk.post(desk.name, "report", null, reportMs);
  const sums = Object.fromEntries(namesOf(model).map((name) => [name, concerned[name] ?? 0]));
  const said = JSON.stringify(sums);
  if (said === reported) return;
  desk.remember({ ...desk.memory(), reported: said });
  const place = { kind: "Fleet", namespace: "demo", name: object, user: desk.name, client: desk.name };
  const body = { type: "merge", patch: { status: { concerned: sums } } } as const;
  desk.request(desk.name, "report", { verb: "patch", ...place, subresource: "status", body, options: {} });
}

function actorOf(desk: Desk, number: number): string {
  return `${desk.name}/node-${number}`;
}

function numberOf(actor: string): number {
  return Number(actor.slice(actor.lastIndexOf("-") + 1));
}
