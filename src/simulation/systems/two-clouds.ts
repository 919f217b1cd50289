import { unreachable } from "../../base/assert.ts";
import { ownValue } from "../../base/own-value.ts";
import { objectName, readOptions, span, word, words } from "../cluster/options.ts";
import type { SystemDesk, SystemKind, SystemMessage } from "../cluster/system.ts";
import { type JsonObject, jsonAt, type KubeObject } from "../kubernetes/object.ts";
import { type CloudSyncEffect, cloudSyncMachine } from "../machines/cloud-sync.ts";
import { type FieldPollerEffect, fieldPollerMachine } from "../machines/field-poller.ts";

// One application in two clouds. `poller`: each cloud is asked again and again for `status.endpoint` of its own App object. `events`: the
// truth is one App object in the API server; clouds write it with the version that they last saw, and hear of each other's writes.

const OPTIONS = {
  mode: word("poller", "events"),
  clouds: words(["cloud-a", "cloud-b"], {
    pattern: /^[a-z0-9]([-a-z0-9]{0,30}[a-z0-9])?$/,
    called: "the name of a cloud: a-z, 0-9 and -",
    least: 1,
    most: 16,
    distinct: true,
  }),
  everyMs: span(5_000, 10),
  /** From an accepted write until the other clouds hear of it. */
  eventMs: span(200, 0),
  /** The shared App object; a poller asks for `<object>-<cloud>`. */
  object: objectName("shop"),
};

type Cloud = {
  /** The newest version and value that the cloud knows. */
  readonly version: string;
  readonly value: string;
  /** What it wants to be stored. */
  readonly wanted: string;
  readonly requests: number;
};
type Memory = Readonly<Record<string, Cloud>>;
type Desk = SystemDesk<Memory>;
const UNKNOWN: Cloud = { version: "", value: "", wanted: "", requests: 0 };

/** Two clouds, or more. It can be told `change` (`cloud-a 5`), `keepOwn` and `takeStored` (`cloud-a`). */
export const twoCloudsSystem: SystemKind<Memory> = {
  machines: { "field-poller": fieldPollerMachine, "cloud-sync": cloudSyncMachine },
  options: OPTIONS,
  events: ["change", "keepOwn", "takeStored"],
  memory: () => ({}),
  crash: () => ({}),
  start(desk) {
    const { mode, clouds, everyMs } = readOptions(OPTIONS, desk.options);
    for (const cloud of clouds) {
      const actor = `${desk.name}/${cloud}`;
      set(desk, cloud, {});
      desk.aside(() => {
        if (mode === "poller") return desk.launch(actor, "field-poller", { everyMs: everyMs / 1_000 });
        desk.launch(actor, "cloud-sync");
        get(desk, actor, "begin", sharedName(desk));
      });
    }
  },
  receive,
  perform: (desk, actor, effect) => act(desk, actor, effect as CloudSyncEffect | FieldPollerEffect), // its charts declare no others
  told(desk, event, about) {
    const [cloud = "", wanted = ""] = about.split(" ");
    const actor = `${desk.name}/${cloud}`;
    if (ownValue(desk.memory(), cloud) === undefined) return `there is no ${cloud}`;
    if (event === "change") set(desk, cloud, { wanted });
    else if (event !== "keepOwn" && event !== "takeStored") return "a cloud can be told change, keepOwn or takeStored";
    desk.tell(actor, { type: event === "change" ? "changed" : event });
    return undefined;
  },
  view: ({ memory, options, name, stateOf }) => {
    const { mode, everyMs, eventMs } = readOptions(OPTIONS, options);
    const clouds = Object.entries(memory);
    const inConflict = Object.keys(memory).filter((cloud) => stateOf(`${name}/${cloud}`) === "Conflict");
    const changes = clouds.map(([cloud, { value }]) => `${cloud} ${Number(value) + 1}`);
    const told = { change: changes, keepOwn: inConflict, takeStored: inConflict };
    return {
      readings: [
        mode === "poller"
          ? { name: "every", value: everyMs, unit: "span", from: "input" }
          : { name: "eventTakes", value: eventMs, unit: "span", from: "input" },
        {
          name: "requests",
          value: clouds.reduce((sum, [, { requests }]) => sum + requests, 0),
          unit: "count",
          from: "measured",
        },
      ],
      grids: [],
      tables: [
        {
          name: "clouds",
          ofActors: true,
          columns: ["cloud", "state", "version", "replicas", "requests"],
          rows: clouds.map(([cloud, { version, value, requests }]) => [
            cloud,
            stateOf(`${name}/${cloud}`) ?? "",
            version,
            value,
            requests,
          ]),
        },
      ],
      // A poller writes nothing: there is nothing to tell it.
      tells: mode === "poller" ? [] : Object.entries(told).map(([event, about]) => ({ event, about, ofCells: false })),
    };
  },
};

function receive(desk: Desk, actor: string, message: SystemMessage): void {
  const cloud = cloudOf(actor);
  if (message.type === "note") return hear(desk, actor, message.data);
  const { tag, code, object } = message;
  switch (tag) {
    case "poll":
      return desk.tell(actor, { type: "answered", complete: jsonAt(object?.status, "endpoint") !== undefined });
    case "begin":
      return learn(desk, cloud, object);
    case "read":
      learn(desk, cloud, object);
      return desk.tell(actor, { type: "read" });
    default:
      if (code !== 200) return desk.tell(actor, { type: "refused" });
      learn(desk, cloud, object);
      desk.aside(() => desk.tell(actor, { type: "accepted" }));
      return publish(desk, cloud);
  }
}

/** Every other cloud hears of an accepted write. */
function publish(desk: Desk, from: string): void {
  const { eventMs } = readOptions(OPTIONS, desk.options);
  const { version = "", value = "" } = desk.memory()[from] ?? {};
  for (const cloud of Object.keys(desk.memory()))
    if (cloud !== from) desk.post(`${desk.name}/${cloud}`, "event", { version, value }, eventMs);
}

/** A cloud that is writing or in conflict keeps its base: the store will tell it. */
function hear(desk: Desk, actor: string, data: unknown): void {
  const event = data as JsonObject; // as `publish` posts it
  const version = String(event["version"] ?? "");
  desk.record(actor, { type: "system.arrived", key: cloudOf(actor), what: `version ${version}` });
  if (desk.stateOf(actor) === "Synced") set(desk, cloudOf(actor), { version, value: String(event["value"] ?? "") });
  desk.tell(actor, { type: "told" });
}

function act(desk: Desk, actor: string, effect: CloudSyncEffect | FieldPollerEffect): void {
  const cloud = cloudOf(actor);
  switch (effect.type) {
    case "poll":
      return get(desk, actor, "poll", `${sharedName(desk)}-${cloud}`);
    case "readStored":
      return get(desk, actor, "read", sharedName(desk));
    case "write":
      return put(desk, actor);
    case "reportConflict": {
      const { version = "" } = desk.memory()[cloud] ?? {};
      return desk.record(actor, { type: "system.conflict", key: cloud, based: version, stored: newest(desk) });
    }
    case "adopt": {
      const { version = "" } = desk.memory()[cloud] ?? {};
      return desk.record(actor, {
        type: "system.saved",
        key: cloud,
        what: `version ${version}`,
        where: cloud,
        took: 0,
      });
    }
    default:
      return unreachable(effect);
  }
}

/** With the version in it, the write is refused if that is not the stored one. */
function put(desk: Desk, actor: string): void {
  const cloud = cloudOf(actor);
  const { version = "", wanted = "", requests = 0 } = desk.memory()[cloud] ?? {};
  set(desk, cloud, { requests: requests + 1 });
  const name = sharedName(desk);
  const metadata = { name, namespace: "demo", resourceVersion: version };
  const body = {
    apiVersion: "clouds.example.com/v1",
    kind: "App",
    metadata,
    spec: { replicas: Number(wanted), by: cloud },
  };
  const place = { kind: "App", namespace: "demo", name, user: desk.name, client: desk.name };
  desk.request(actor, "write", { verb: "update", ...place, body, options: {} });
}

function get(desk: Desk, actor: string, tag: string, name: string): void {
  const { requests = 0 } = desk.memory()[cloudOf(actor)] ?? {};
  set(desk, cloudOf(actor), { requests: requests + 1 });
  const place = { kind: "App", namespace: "demo", name, user: desk.name, client: desk.name };
  desk.request(actor, tag, { verb: "get", ...place, options: {} });
}

function learn(desk: Desk, cloud: string, object: KubeObject | undefined): void {
  if (object === undefined) return;
  const value = String(jsonAt(object.spec, "replicas") ?? "");
  set(desk, cloud, { version: object.metadata.resourceVersion, value });
}

/** The newest version that any cloud has heard of. */
function newest(desk: Desk): string {
  const versions = Object.values(desk.memory()).map(({ version }) => Number(version));
  return String(Math.max(0, ...versions));
}

function set(desk: Desk, cloud: string, by: Partial<Cloud>): void {
  const memory = desk.memory();
  desk.remember({ ...memory, [cloud]: { ...UNKNOWN, ...memory[cloud], ...by } });
}

function sharedName(desk: Desk): string {
  return readOptions(OPTIONS, desk.options).object;
}

function cloudOf(actor: string): string {
  return actor.slice(actor.indexOf("/") + 1);
}
