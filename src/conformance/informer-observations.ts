import { sortedValues } from "../base/persistent-map.ts";
import type { Delta } from "../simulation/cluster/informer/delta.ts";
import { refOf } from "../simulation/cluster/informer/delta.ts";
import type { InformerFact } from "../simulation/cluster/informer/facts.ts";
import { waitingDeltas } from "../simulation/cluster/informer/fifo.ts";
import type { InformerState } from "../simulation/cluster/informer/informer-state.ts";
import type { Json } from "../simulation/kubernetes/object.ts";
import type { Observation } from "./informer-vector.ts";

/** How traces are told in the recordings' words. `carried` are the lists of the ReplacedAll deltas that wait in the queue. */
export type Narrator = {
  readonly uids: ReadonlyMap<string, string>;
  readonly storeAsCount: boolean;
  readonly carried: Json[];
};

/** An object as the recordings name it: `name@rv`, with `#uid` where the script gives one; namespaces are left out. */
function nameOf(narrator: Narrator, ref: string): string {
  const short = ref.slice(ref.indexOf("/") + 1);
  const uid = narrator.uids.get(short);
  return uid === undefined ? short : `${short}#${uid}`;
}

/** The content of the cache as the recordings show it. */
export function storeItems(narrator: Narrator, state: InformerState): Json {
  const { objects } = state.store;
  if (narrator.storeAsCount) return { count: objects.size };
  return sortedValues(objects)
    .map((object) => nameOf(narrator, refOf(object)))
    .sort();
}

/** The observation that a fact is, or undefined for those that the recordings do not have. `after` is the state after its step. */
export function observationOf(
  narrator: Narrator,
  t: number,
  fact: InformerFact,
  after: InformerState,
): Observation | undefined {
  const fields =
    requestFields(narrator, fact) ?? queueFields(narrator, fact, after) ?? handlerFields(narrator, fact, after);
  return fields === undefined ? undefined : { t, ...fields };
}

/** What an observation says, beside when. */
export type Fields = { readonly type: string; readonly [field: string]: Json };

function requestFields(narrator: Narrator, fact: InformerFact): Fields | undefined {
  switch (fact.type) {
    case "list.request": {
      const { type, n, resourceVersion: rv, limit } = fact;
      return {
        type,
        n,
        rv,
        ...(limit > 0 ? { limit } : {}),
        ...(fact.continue === "" ? {} : { continue: fact.continue }),
      };
    }
    case "list.response": {
      const items = fact.objects.map((ref) => nameOf(narrator, ref));
      return {
        type: fact.type,
        n: fact.n,
        rv: fact.rv,
        items,
        ...(fact.continue === "" ? {} : { continue: fact.continue }),
      };
    }
    case "list.failed":
      return { type: "list.response", n: fact.n, error: errorJson(fact) };
    case "watch.request": {
      const { type, n, resourceVersion: rv, timeoutSeconds, sendInitialEvents } = fact;
      const streaming = sendInitialEvents ? { rvMatch: "NotOlderThan", sendInitialEvents } : {};
      return { type, n, rv, timeoutSeconds, allowWatchBookmarks: true, ...streaming };
    }
    case "watch.refused":
      return { type: "watch.response", n: fact.n, error: errorJson(fact) };
    case "watch.event":
      return { type: fact.type, watch: fact.watch, event: eventJson(narrator, fact) };
    case "transform.call":
      return { type: fact.type, object: nameOf(narrator, `${fact.key}@${fact.rv}`), ok: fact.ok };
    case "listAndWatch.return":
      return { type: fact.type, error: fact.stage === "" ? null : { ...errorJson(fact), stage: fact.stage } };
    case "errorHandler.call":
      return { type: fact.type, error: { ...errorJson(fact), stage: fact.stage } };
    case "watch.response":
    case "watch.eventDropped":
    case "watch.closed":
    case "watch.stop":
    case "reflector.rv":
    case "reflector.rvUnavailable":
    case "backoff":
      return { ...fact };
    default:
      return undefined;
  }
}

function queueFields(narrator: Narrator, fact: InformerFact, after: InformerState): Fields | undefined {
  switch (fact.type) {
    case "fifo.enqueue": {
      if (fact.delta === "ReplacedAll") narrator.carried.push(listedNames(narrator, waitingDeltas(after.fifo).at(-1)));
      const suffix = fact.tombstone ? " (tombstone)" : "";
      const text = fact.delta === "SyncAll" ? "SyncAll" : `${fact.delta} ${fact.key}@${fact.rv}${suffix}`;
      return { type: fact.type, delta: deltaJson(narrator, text, narrator.carried.at(-1)) };
    }
    case "fifo.pop": {
      const { type, initial, batch } = fact;
      const deltas = fact.deltas.map((text) => {
        return deltaJson(narrator, text, text.startsWith("ReplacedAll") ? narrator.carried.shift() : undefined);
      });
      return { type, deltas, initial, batch };
    }
    case "store.write":
      return { type: fact.type, op: fact.operation, items: storeItems(narrator, after), rv: fact.rv };
    case "distribute": {
      const { type, kind, sync, initial } = fact;
      return {
        type,
        kind,
        ...objectsJson(narrator, fact, kind === "update"),
        ...(kind === "add" ? { initial } : {}),
        sync,
        to: [...fact.to],
      };
    }
    case "resync.tick":
      return { type: fact.type, due: [...fact.due], resync: fact.resync };
    case "process.done":
    case "fifo.synced":
      return { type: fact.type };
    default:
      return undefined;
  }
}

function handlerFields(narrator: Narrator, fact: InformerFact, after: InformerState): Fields | undefined {
  switch (fact.type) {
    case "handler.call": {
      const { type, handler, n, method: fn, initial } = fact;
      const objects = objectsJson(narrator, fact, fn === "OnUpdate");
      return {
        type,
        handler,
        n,
        fn,
        ...objects,
        ...(fn === "OnAdd" ? { initial } : {}),
        store: storeItems(narrator, after),
      };
    }
    case "replay":
      return { type: fact.type, handler: fact.handler, object: nameOf(narrator, `${fact.key}@${fact.rv}`) };
    case "handler.return":
    case "handler.added":
    case "handler.removed":
    case "handler.shutdown":
    case "synced":
    case "run.return":
      return { ...fact };
    default:
      return undefined;
  }
}

type ObjectFields = { readonly key: string; readonly rv: string; readonly oldRv: string; readonly tombstone: boolean };

function objectsJson(narrator: Narrator, fact: ObjectFields, isUpdate: boolean): { readonly [field: string]: Json } {
  const object = nameOf(narrator, `${fact.key}@${fact.rv}`);
  if (isUpdate) return { old: nameOf(narrator, `${fact.key}@${fact.oldRv}`), new: object };
  return { object: fact.tombstone ? { tombstone: keyName(fact.key), object } : object };
}

/** A delta from its text in the trace. */
export function deltaJson(narrator: Narrator, text: string, carried: Json | undefined): Json {
  const [type = "", ref = "", mark] = text.split(" ");
  if (type === "SyncAll") return { type };
  const rv = ref.slice(ref.lastIndexOf("@") + 1);
  if (type === "ReplacedAll") return { type, rv, objects: carried ?? [] };
  if (type === "Bookmark") return { type, rv };
  const object = nameOf(narrator, ref);
  return {
    type,
    object: mark === undefined ? object : { tombstone: keyName(ref.slice(0, ref.lastIndexOf("@"))), object },
  };
}

/** The objects of a ReplacedAll by name. */
export function listedNames(narrator: Narrator, delta: Delta | undefined): Json {
  return delta?.type === "ReplacedAll" ? delta.objects.map((object) => nameOf(narrator, refOf(object))) : [];
}

function eventJson(narrator: Narrator, fact: Extract<InformerFact, { readonly type: "watch.event" }>): Json {
  const { event: type, key, rv, initialEventsEnd, code, reason } = fact;
  if (type === "ERROR") return { type, status: { code, reason } };
  if (type === "BOOKMARK") return { type, rv, ...(initialEventsEnd ? { initialEventsEnd } : {}) };
  return { type, object: key === "" ? { wrongType: reason } : nameOf(narrator, `${key}@${rv}`) };
}

function errorJson({
  code,
  reason,
  message,
}: {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
}) {
  if (code > 0) return { message, code, reason };
  return reason === "transform" || reason === "context" || reason === "other"
    ? { message, other: reason }
    : { message, network: reason };
}

function keyName(key: string): string {
  return key.slice(key.indexOf("/") + 1);
}
