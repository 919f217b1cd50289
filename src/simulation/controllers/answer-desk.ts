import { AssertionError, assert } from "../../base/assert.ts";
import { type Micros, micros, plus } from "../../base/time.ts";
import type { Answer, Ask, ReconcileResult, ReconcilerKind, Reply, WriteRequest } from "../cluster/reconciler.ts";
import { type CustomKind, kindRegistry } from "../kubernetes/kind-registry.ts";
import type { Json, JsonObject, KubeObject } from "../kubernetes/object.ts";
import { keyOf, type ObjectKey, objectKey } from "../kubernetes/object-key.ts";
import { failure } from "../kubernetes/status.ts";
import { kindIdOf } from "./kind-id.ts";

/** What a run by hand is answered with. */
export type Desk = {
  /** The informer's stores: all objects that they hold. */
  readonly store: readonly KubeObject[];
  /** What a live read answers; by default what the store holds. */
  readonly live?: (kind: string, key: ObjectKey) => Reply;
  /** What a live list answers; by default what the store holds. */
  readonly lists?: (kind: string, namespace: string | undefined) => Reply;
  /** What the server serves beside the built-in kinds. */
  readonly crds?: readonly CustomKind[];
  /** What a write answers; `index` counts the requests of the run from 0. By default everything works. */
  readonly reply?: (request: WriteRequest, index: number) => Reply;
  readonly memory?: Json;
  readonly options?: JsonObject;
  readonly versions?: Readonly<Record<string, string>>;
  /** Kinds with an informer; by default those that the controller names, and those in the store. */
  readonly watched?: readonly string[];
  readonly now?: Micros;
};

/** What a run asked for and left behind. `said` holds the phases and notes in order. */
export type Transcript = {
  readonly asks: readonly Ask[];
  readonly said: readonly string[];
  /** Requests by the write ask that they came in. */
  readonly writes: readonly (readonly WriteRequest[])[];
  readonly slept: readonly Micros[];
  readonly memory: Json;
  readonly result: ReconcileResult;
};

/** Runs a reconciler for a key to its end, answering each ask at once from the desk. Virtual time moves only while it sleeps. */
export function runByHand(kind: ReconcilerKind, key: string, desk: Desk): Transcript {
  let now = desk.now ?? micros(0);
  let memory = desk.memory ?? kind.memory;
  const asks: Ask[] = [];
  const writes: (readonly WriteRequest[])[] = [];
  const { options = {}, store, watched = [...kind.watches, ...store.map((object) => kindIdOf(object))] } = desk;
  const run = kind.reconcile({ key: asKey(key), now, options, watched });
  let step = run.next();
  while (step.done !== true) {
    const ask = step.value;
    asks.push(ask);
    assert(asks.length < 5_000, "a run without end");
    if (ask.type === "write") writes.push(ask.requests);
    if (ask.type === "sleep") now = plus(now, ask.duration);
    if (ask.type === "remember") memory = ask.memory;
    step = run.next(answer(ask, desk, { now, memory, sent: writes.flat().length }));
  }
  const said = asks.flatMap((ask) => (ask.type === "phase" ? [ask.phase] : ask.type === "note" ? [ask.text] : []));
  const slept = asks.flatMap((ask) => (ask.type === "sleep" ? [ask.duration] : []));
  return { asks, said, writes, slept, memory, result: step.value };
}

type Moment = { readonly now: Micros; readonly memory: Json; readonly sent: number };

function answer(ask: Ask, desk: Desk, { now, memory, sent }: Moment): Answer {
  const held = (kind: string) => desk.store.filter((object) => kindIdOf(object) === kind);
  switch (ask.type) {
    case "phase":
    case "note":
    case "sleep":
    case "remember":
    case "enqueue":
      return { type: "done" };
    case "get":
      return { type: "object", object: held(ask.kind).find((object) => keyOf(object) === ask.key) };
    case "list":
      return {
        type: "objects",
        objects: held(ask.kind).filter(({ metadata }) => metadata.namespace === ask.namespace),
      };
    case "getLive":
      return { type: "reply", reply: (desk.live ?? readFrom(desk.store))(ask.kind, ask.key) };
    case "listLive":
      return { type: "reply", reply: (desk.lists ?? listFrom(desk.store))(ask.kind, ask.namespace) };
    case "discover":
      return { type: "kinds", kinds: Object.values(kindRegistry(desk.crds ?? [])) };
    case "write": {
      const first = sent - ask.requests.length;
      const reply = desk.reply ?? accept;
      return { type: "replies", replies: ask.requests.map((request, i) => reply(request, first + i)) };
    }
    case "storeVersion":
      return { type: "version", resourceVersion: desk.versions?.[ask.kind] ?? "" };
    case "clock":
      return { type: "time", now };
    case "recall":
      return { type: "memory", memory };
    case "chart":
      throw new AssertionError("a run by hand keeps no charts");
  }
}

/** A live read that finds what these objects say. */
export function readFrom(objects: readonly KubeObject[]): (kind: string, key: ObjectKey) => Reply {
  return (kind, key) => {
    const object = objects.find((each) => kindIdOf(each) === kind && keyOf(each) === key);
    return object === undefined
      ? { type: "status", status: failure(404, "NotFound", `${kind} "${key}" not found`) }
      : { type: "object", object };
  };
}

function listFrom(objects: readonly KubeObject[]): (kind: string, namespace: string | undefined) => Reply {
  return (kind, namespace) => {
    const found = objects.filter((each) => kindIdOf(each) === kind);
    const items = found.filter(({ metadata }) => namespace === undefined || metadata.namespace === namespace);
    return { type: "list", items };
  };
}

/** A server that does what it is asked; new versions are 1000 and the number of the request. */
export function accept(request: WriteRequest, index: number): Reply {
  const resourceVersion = String(1000 + index);
  switch (request.type) {
    case "create": {
      const { name, generateName = "" } = request.object.metadata;
      const metadata = {
        ...request.object.metadata,
        name: name ?? `${generateName}${index}`,
        uid: `uid-${index}`,
        resourceVersion,
        creationTimestamp: "2026-01-01T00:00:00Z",
      };
      return { type: "object", object: { ...request.object, metadata } };
    }
    case "update":
      return {
        type: "object",
        object: { ...request.object, metadata: { ...request.object.metadata, resourceVersion } },
      };
    case "patch":
    case "delete":
      return {
        type: "status",
        status: { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code: 200 },
      };
    case "deleteCollection":
      return { type: "list", items: [] };
  }
}

function asKey(text: string): ObjectKey {
  const [first = "", name] = text.split("/");
  return name === undefined ? objectKey(undefined, first) : objectKey(first, name);
}
