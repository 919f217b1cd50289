import { unreachable } from "../../base/assert.ts";
import { emptyMap, type PersistentMap, sortedKeys, valueAt, valuesOf, withEntry } from "../../base/persistent-map.ts";
import { milliseconds } from "../../base/time.ts";
import { count, objectName, readOptions, span, word, words } from "../cluster/options.ts";
import type { SystemDesk, SystemKind, SystemReader, SystemView } from "../cluster/system.ts";
import { type GatewayEarlyEffect, gatewayEarlyMachine } from "../machines/gateway-early.ts";
import { type GatewayPendingEffect, gatewayPendingMachine } from "../machines/gateway-pending.ts";

// Connections of clients that send as soon as TCP is up, through a gateway that runs one of two charts. It publishes the state of each
// connection in the status of a Gateway object, so the API server repeats what the gateway believes.

const OPTIONS = {
  machine: word("early", "pending"),
  /** How long ALPN may take; only the pending machine looks. */
  guardMs: span(3_000, 0),
  /** From SYN to the client's ACK. */
  tcpMs: span(40, 0),
  /** One connection a word: milliseconds from ACK until ALPN is settled, `never` when the peer stays silent, `none` without a common protocol. */
  handshakes: words(["900"], {
    pattern: /^(\d{1,7}|never|none)$/,
    called: "a number of milliseconds, never or none",
    least: 1,
    most: 100,
    distinct: false,
  }),
  /** Between two connections. */
  apartMs: span(1_000, 0),
  /** What each client sends, and how often. */
  requests: count(5, 0, 50),
  everyMs: span(200, 0),
  /** Name of the Gateway object; its status is written. */
  object: objectName("edge"),
};

type Tally = { readonly delivered: number; readonly held: number; readonly lost: number; readonly refused: number };
type Memory = PersistentMap<string, Tally>;
type Desk = SystemDesk<Memory>;
const NOTHING: Tally = { delivered: 0, held: 0, lost: 0, refused: 0 };

/** A gateway and its connections. */
export const gatewaySystem: SystemKind<Memory> = {
  machines: { "gateway-early": gatewayEarlyMachine, "gateway-pending": gatewayPendingMachine },
  options: OPTIONS,
  events: ["alpnSelected", "fin"],
  memory: () => emptyMap(),
  crash: () => emptyMap(),
  start(desk) {
    const { handshakes, apartMs, tcpMs } = readOptions(OPTIONS, desk.options);
    for (const [index, alpn] of handshakes.entries()) {
      const actor = `${desk.name}/conn-${index + 1}`;
      desk.aside(() => openConnection(desk, actor));
      desk.post(actor, "syn", null, milliseconds((index * apartMs) / 1_000));
      desk.post(actor, "ack", alpn, milliseconds((index * apartMs + tcpMs) / 1_000));
    }
  },
  receive(desk, actor, message) {
    if (message.type !== "note") return;
    switch (message.name) {
      case "ack":
        desk.aside(() => desk.tell(actor, { type: "ack" }));
        return beginTraffic(desk, actor, String(message.data));
      case "request":
        return sendRequest(desk, actor, String(message.data));
      case "alpnSelected":
        return desk.tell(actor, { type: "alpnSelected", protocol: "h2" });
      default:
        return desk.tell(actor, { type: message.name });
    }
  },
  perform: (desk, actor, effect) => act(desk, actor, effect as GatewayEarlyEffect | GatewayPendingEffect), // its charts declare no others
  told(desk, event, about) {
    const actor = `${desk.name}/${about}`;
    if (desk.stateOf(actor) === undefined) return `there is no ${about}`;
    if (event !== "fin" && event !== "alpnSelected") return "a connection can be told fin or alpnSelected";
    desk.tell(actor, event === "fin" ? { type: "fin" } : { type: "alpnSelected", protocol: "h2" });
    return undefined;
  },
  view,
};

function openConnection(desk: Desk, actor: string): void {
  const { machine, guardMs } = readOptions(OPTIONS, desk.options);
  desk.remember(withEntry(desk.memory(), connectionOf(actor), NOTHING));
  desk.launch(actor, `gateway-${machine}`, { guardMs: guardMs / 1_000 });
}

/** The client sends at once; what TLS does meanwhile takes as long as the handshake says. */
function beginTraffic(desk: Desk, actor: string, alpn: string): void {
  const { requests, everyMs } = readOptions(OPTIONS, desk.options);
  if (alpn === "none") desk.post(actor, "noCommonProtocol", null, everyMs);
  else if (alpn !== "never") desk.post(actor, "alpnSelected", null, milliseconds(Number(alpn)));
  for (let number = 1; number <= requests; number++)
    desk.post(actor, "request", `request-${number}`, milliseconds((number * everyMs) / 1_000));
}

/** A client whose connection is closed learns so and sends no more. */
function sendRequest(desk: Desk, actor: string, id: string): void {
  if (desk.stateOf(actor) === "CLOSED") return;
  desk.record(actor, { type: "system.arrived", key: connectionOf(actor), what: id });
  desk.tell(actor, { type: "request", id });
}

function act(desk: Desk, actor: string, effect: GatewayEarlyEffect | GatewayPendingEffect): void {
  const key = connectionOf(actor);
  switch (effect.type) {
    case "announce":
      return publish(desk, key, "ESTABLISHED");
    case "forward":
      add(desk, key, { delivered: 1 });
      return desk.record(actor, { type: "system.sent", key, what: effect.params.id, to: "h2" });
    case "swallow": {
      const { lost } = add(desk, key, { lost: 1 });
      return desk.record(actor, {
        type: "system.lost",
        key,
        what: effect.params.id,
        count: lost,
        reason: "no decoder",
      });
    }
    case "hold": {
      const { held } = add(desk, key, { held: 1 });
      return desk.record(actor, { type: "system.held", key, what: effect.params.id, count: held });
    }
    case "release": {
      const { count: released } = effect.params;
      add(desk, key, { held: -released, delivered: released });
      if (released > 0) desk.record(actor, { type: "system.released", key, what: "requests", count: released });
      return;
    }
    case "refuse": {
      const { reason, count: refused } = effect.params;
      add(desk, key, { held: -refused, refused });
      desk.record(actor, { type: "system.sent", key, what: reason, to: "client" });
      return publish(desk, key, "CLOSED");
    }
    default:
      return unreachable(effect);
  }
}

/** Writes what the gateway believes into the status of its object. */
function publish(desk: Desk, connection: string, state: string): void {
  const { object } = readOptions(OPTIONS, desk.options);
  const place = { kind: "Gateway", namespace: "demo", name: object, user: desk.name, client: desk.name };
  const patch = { status: { connections: { [connection]: state } } };
  const body = { type: "merge", patch } as const;
  desk.request(desk.name, connection, { verb: "patch", ...place, subresource: "status", body, options: {} });
}

function add(desk: Desk, key: string, by: Partial<Tally>): Tally {
  const before = valueAt(desk.memory(), key) ?? NOTHING;
  const after = {
    delivered: before.delivered + (by.delivered ?? 0),
    held: before.held + (by.held ?? 0),
    lost: before.lost + (by.lost ?? 0),
    refused: before.refused + (by.refused ?? 0),
  };
  desk.remember(withEntry(desk.memory(), key, after));
  return after;
}

function view({ memory, options, stateOf, name }: SystemReader<Memory>): SystemView {
  const { guardMs, machine } = readOptions(OPTIONS, options);
  const rows = sortedKeys(memory).map((key) => {
    const { delivered, held, lost, refused } = valueAt(memory, key) ?? NOTHING;
    return [key, stateOf(`${name}/${key}`) ?? "", delivered, held, lost, refused];
  });
  const connections = sortedKeys(memory).filter((key) => !["", "CLOSED"].includes(stateOf(`${name}/${key}`) ?? ""));
  const sum = (field: keyof Tally) => valuesOf(memory).reduce((total, tally) => total + tally[field], 0);
  return {
    readings: [
      ...(machine === "pending" ? [{ name: "alpnGuard", value: guardMs, unit: "span", from: "input" } as const] : []),
      { name: "delivered", value: sum("delivered"), unit: "count", from: "measured" },
      { name: "lost", value: sum("lost"), unit: "count", from: "measured" },
      { name: "refused", value: sum("refused"), unit: "count", from: "measured" },
    ],
    grids: [],
    tables: [
      {
        name: "connections",
        ofActors: true,
        columns: ["connection", "state", "delivered", "held", "lost", "refused"],
        rows,
      },
    ],
    tells: ["alpnSelected", "fin"].map((event) => ({ event, about: connections, ofCells: false })),
  };
}

function connectionOf(actor: string): string {
  return actor.slice(actor.indexOf("/") + 1);
}
