import { defined } from "../../base/assert.ts";
import { emptyMap, hasKey, type PersistentMap, withEntry, withoutKey } from "../../base/persistent-map.ts";
import { type Micros, milliseconds } from "../../base/time.ts";
import { count, objectName, readOptions, span, word } from "../cluster/options.ts";
import type { SystemDesk, SystemKind } from "../cluster/system.ts";
import { type EdgeNodeEffect, type EdgeNodeEvent, edgeNodeMachine } from "../machines/edge-node.ts";
import { type EdgePhaseEffect, edgePhaseMachine } from "../machines/edge-phase.ts";
import { type FaultSearchEffect, type FaultSearchEvent, faultSearchMachine } from "../machines/fault-search.ts";
import { cellAfter, classesOf, concernedBy, namesOf, type Seen, seenIn } from "./fleet-cells.ts";

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
  /** How long a person takes to look at one part of the nodes that an alert is about. */
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
  readonly alerts: Readonly<Record<string, Alert>>;
  /** What is wrong with the parts of nodes, whatever their charts say. */
  readonly faults: Readonly<Partial<Record<Part, Fault>>>;
  /** The alert that somebody looks into. */
  readonly lookedInto: string;
  readonly reported: string;
};
type Desk = SystemDesk<FleetMemory>;
type Alert = { readonly since: Micros; readonly taken: boolean };
/** A fault begins with the first node that has it; `ill` are those that have it now. */
type Fault = {
  readonly ill: PersistentMap<string, true>;
  readonly since: Micros;
  readonly alertedAt: Micros | undefined;
  readonly foundAt: Micros | undefined;
};

/** Where one looks when the alert does not say it, in this order. */
const PARTS = ["NodeReady", "AgentHealthy"] as const;
type Part = (typeof PARTS)[number];

/** News that say that a part of a node is ill, or well again. An update is neither. */
const NEWS: Readonly<Partial<Record<EdgeNodeEvent["type"], { readonly part: Part; readonly ill: boolean }>>> = {
  nodeLost: { part: "NodeReady", ill: true },
  nodeBack: { part: "NodeReady", ill: false },
  agentFailed: { part: "AgentHealthy", ill: true },
  agentRecovered: { part: "AgentHealthy", ill: false },
};
/** The part that an alert is about. What concerns an update is expected, and sets nobody looking. */
const ALERTS_OF: Readonly<Record<string, Part>> = {
  NodeReady: "NodeReady",
  NotReady: "NodeReady",
  AgentHealthy: "AgentHealthy",
  AgentUnhealthy: "AgentHealthy",
};

/** Edge nodes. */
export const fleetSystem: SystemKind<FleetMemory> = {
  machines: { "edge-node": edgeNodeMachine, "edge-phase": edgePhaseMachine, "fault-search": faultSearchMachine },
  options: OPTIONS,
  events: EVENTS,
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
    if (asked.type === "look") return look(desk, actor, asked.params);
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
    const { cells, concerned } = memory;
    return {
      readings: [
        { name: "nodes", value: nodes, unit: "count", from: "input" },
        { name: "alertAt", value: alertAt, unit: "count", from: "input" },
        { name: "lookTakes", value: lookMs, unit: "span", from: "input" },
        ...namesOf(model).map((name) => measured(name, concerned[name] ?? 0, "count")),
        ...PARTS.flatMap((part) => timesOf(part, memory.faults[part])),
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

function timesOf(part: Part, fault: Fault | undefined) {
  if (fault === undefined) return [];
  const after = (at: Micros | undefined) => (at === undefined ? undefined : at - fault.since);
  return [
    measured(`timeToAlert ${part}`, after(fault.alertedAt), "span"),
    measured(`timeToFind ${part}`, after(fault.foundAt), "span"),
  ];
}

function emptyMemory(nodes: number): FleetMemory {
  return { cells: new Uint8Array(nodes), concerned: {}, alerts: {}, faults: {}, lookedInto: "", reported: "" };
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

/** What is really wrong with a node is not what its chart believes. */
function follow(desk: Desk, actor: string, event: EdgeNodeEvent["type"]): void {
  const news = NEWS[event];
  if (news === undefined) return;
  const { part, ill } = news;
  const known = desk.memory().faults[part];
  const before = known?.ill ?? emptyMap<string, true>();
  const goesOn = known !== undefined && before.size > 0;
  if (!ill && !goesOn) return;
  const fault = goesOn ? known : { since: desk.now, alertedAt: undefined, foundAt: undefined };
  const after = ill ? withEntry(before, actor, true as const) : withoutKey(before, actor);
  noteFault(desk, part, { ...fault, ill: after });
}

function noteFault(desk: Desk, part: Part, fault: Fault): void {
  const memory = desk.memory();
  desk.remember({ ...memory, faults: { ...memory.faults, [part]: fault } });
}

function beat(desk: Desk, actor: string): void {
  if (!isIll(desk.memory(), "AgentHealthy", actor)) return;
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
  const alert = alerts[what];
  if (alert === undefined && number >= alertAt) return alarm(desk, what, number);
  if (alert === undefined || number >= alertAt) return;
  desk.record(desk.name, { type: "system.alertEnded", what, lasted: desk.now - alert.since });
  const { [what]: _, ...rest } = alerts;
  desk.remember({ ...desk.memory(), alerts: rest });
}

function alarm(desk: Desk, what: string, number: number): void {
  desk.record(desk.name, { type: "system.alert", what, count: number });
  const part = ALERTS_OF[what];
  const memory = desk.memory();
  desk.remember({ ...memory, alerts: { ...memory.alerts, [what]: { since: desk.now, taken: part === undefined } } });
  const fault = part === undefined ? undefined : memory.faults[part];
  if (part !== undefined && fault !== undefined && fault.alertedAt === undefined)
    noteFault(desk, part, { ...fault, alertedAt: desk.now });
  takeUp(desk);
}

/** Somebody who is not looking yet takes the oldest alert that nobody has looked into. A phase does not say which part it hides. */
function takeUp(desk: Desk): void {
  const { model } = readOptions(OPTIONS, desk.options);
  const search = `${desk.name}/search`;
  const memory = desk.memory();
  const next = Object.entries(memory.alerts).find(([, { taken }]) => !taken);
  const state = desk.stateOf(search);
  if (next === undefined || state === "Looking" || state === "Judging") return;
  const [what, alert] = next;
  desk.remember({ ...memory, lookedInto: what, alerts: { ...memory.alerts, [what]: { ...alert, taken: true } } });
  desk.tell(search, { type: "alert", parts: partsOf(model, what).length } satisfies FaultSearchEvent);
}

function partsOf(model: "bits" | "phase", what: string): readonly Part[] {
  return model === "bits" ? PARTS.filter((part) => part === what) : PARTS;
}

/** One part of the nodes that the alert is about was looked at: is one of them ill in it? */
function look(desk: Desk, search: string, { nth }: FaultSearchEffect["params"]): void {
  const { model, lookMs } = readOptions(OPTIONS, desk.options);
  const memory = desk.memory();
  const part = defined(partsOf(model, memory.lookedInto)[nth - 1], "a part to look at");
  const seen = concernedBy(memory.cells, model, memory.lookedInto).some((number) =>
    isIll(memory, part, actorOf(desk, number)),
  );
  desk.record(search, { type: "system.looked", what: part, found: seen ? `${part}=False` : "", took: lookMs });
  if (seen) found(desk, part);
  desk.tell(search, { type: seen ? "seen" : "unseen" } satisfies FaultSearchEvent);
  takeUp(desk);
}

function found(desk: Desk, part: Part): void {
  const fault = desk.memory().faults[part];
  if (fault === undefined || fault.foundAt !== undefined) return;
  noteFault(desk, part, { ...fault, foundAt: desk.now });
  const what = `timeToFind ${part}`;
  desk.record(desk.name, { type: "system.measured", what, value: desk.now - fault.since, unit: "span" });
}

function isIll({ faults }: FleetMemory, part: Part, actor: string): boolean {
  const ill = faults[part]?.ill;
  return ill !== undefined && hasKey(ill, actor);
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
