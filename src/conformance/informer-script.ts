import type { ListResult, ReceivedEvent } from "../simulation/cluster/informer/messages.ts";
import type { RequestError } from "../simulation/cluster/informer/request-error.ts";
import type { KubeObject } from "../simulation/kubernetes/object.ts";
import { failure, type Status, type StatusReason } from "../simulation/kubernetes/status.ts";
import type {
  InformerVector,
  VectorError,
  VectorEvent,
  VectorItem,
  VectorList,
  VectorStatus,
} from "./informer-vector.ts";

/** The object of a script item. Runs of the library key their objects by name alone. */
export function objectOf(item: VectorItem): KubeObject {
  const { name, rv, uid, labels, annotations } = item;
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name,
      resourceVersion: rv,
      uid: uid ?? "",
      creationTimestamp: "",
      ...(labels === undefined ? {} : { labels }),
      ...(annotations === undefined ? {} : { annotations }),
    },
  };
}

/** The event that a script puts on a stream. */
export function eventOf(event: VectorEvent): ReceivedEvent {
  const { type, object, status } = event;
  if (type === "ERROR") return { type, object: status === undefined ? NOT_A_STATUS : statusOf(status) };
  if (object === undefined) throw new SyntaxError(`event ${type} without object`);
  if ("wrongType" in object) return { type: "wrongType", name: type, goType: object.wrongType };
  switch (type) {
    case "ADDED":
    case "MODIFIED":
    case "DELETED":
      return { type, object: objectOf(object) };
    case "BOOKMARK": {
      const { annotations } = object;
      const metadata = { resourceVersion: object.rv, ...(annotations === undefined ? {} : { annotations }) };
      return { type, object: { apiVersion: "v1", kind: "Pod", metadata } };
    }
    default:
      return { type: "unknownType", name: type, object: objectOf(object) };
  }
}

/** What the reflector makes of an ERROR event that carries something else than a Status (`am:api/errors/errors.go:FromObject`). */
const NOT_A_STATUS = failure(0, "", "unexpected object");

/** The error that a script answers with. */
export function errorOf(error: VectorError): RequestError {
  return "network" in error
    ? { type: "network", failure: error.network }
    : { type: "status", status: statusOf(error.status) };
}

/** The answer that a script gives to a LIST. */
export function listResultOf(list: VectorList): ListResult {
  if (list.error !== undefined) return { type: "failed", error: errorOf(list.error) };
  return {
    type: "page",
    resourceVersion: list.rv ?? "",
    objects: (list.items ?? []).map(objectOf),
    continue: list.continue ?? "",
  };
}

/** An API Status of a script. */
function statusOf(status: VectorStatus): Status {
  const { code, reason, message, details } = status;
  const causes = details?.causes?.map((cause) => ({ ...cause, message: cause.message ?? "" }));
  const wait = details?.retryAfterSeconds;
  // Reasons beyond the library's list do not occur in scripts.
  const known = {
    ...(causes === undefined ? {} : { causes }),
    ...(wait === undefined ? {} : { retryAfterSeconds: wait }),
  };
  return failure(code, reason as StatusReason, message ?? "", details === undefined ? undefined : known);
}

/** Every object of a script by `name@rv`, to write it as the recordings do: with its uid where the script gives one. */
export function uidsOf(vector: InformerVector): ReadonlyMap<string, string> {
  const uids = new Map<string, string>();
  const note = (item: VectorItem | { readonly wrongType: string } | undefined): void => {
    if (item !== undefined && "name" in item && item.uid !== undefined) uids.set(`${item.name}@${item.rv}`, item.uid);
  };
  for (const list of vector.script.lists ?? []) list.items?.forEach(note);
  for (const watch of vector.script.watches ?? [])
    for (const entry of watch.onOpen ?? []) if ("event" in entry) note(entry.event.object);
  for (const { event, object, items } of vector.script.steps) {
    note(event?.object);
    note(object);
    items?.forEach(note);
  }
  return uids;
}
