import type { ListResult, ReceivedEvent } from "../simulation/cluster/informer/messages.ts";
import {
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonAt,
  type KubeObject,
  type StringMap,
} from "../simulation/kubernetes/object.ts";
import { failure, type Status, type StatusReason } from "../simulation/kubernetes/status.ts";

/** Cuts complete JSON objects off the front of a body; `isBroken` when what follows cannot become one. */
export function splitDocuments(body: string): {
  readonly documents: readonly JsonObject[];
  readonly rest: string;
  readonly isBroken: boolean;
} {
  const documents: JsonObject[] = [];
  let rest = body.trimStart();
  while (rest !== "") {
    const length = documentLength(rest);
    if (length === "broken") return { documents, rest, isBroken: true };
    if (length === "incomplete") break;
    const document = parse(rest.slice(0, length));
    if (!isJsonObject(document)) return { documents, rest, isBroken: true };
    documents.push(document);
    rest = rest.slice(length).trimStart();
  }
  return { documents, rest, isBroken: false };
}

/**
 * The event of one document of a watch stream; undefined for one that the client cannot decode: an event type that the API does not have, or an
 * object whose kind it does not know (`cg:rest/watch/decoder.go:Decode @v0.36.3`).
 */
export function decodeEvent(document: JsonObject): ReceivedEvent | undefined {
  const { type } = document;
  const object = jsonAt(document, "object");
  const kind = kindOf(object);
  if (kind === undefined || !isEventType(type)) return undefined;
  if (type === "ERROR") return { type, object: statusFrom(object, 0) };
  if (kind !== "PartialObjectMetadata") return { type: "wrongType", name: type, goType: kind };
  return { type, object: objectFrom(object) };
}

type EventType = "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK" | "ERROR";
const EVENT_TYPES: readonly unknown[] = ["ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR"] satisfies EventType[];

function isEventType(type: unknown): type is EventType {
  return EVENT_TYPES.includes(type);
}

const KINDS: ReadonlySet<string> = new Set(["PartialObjectMetadata", "PartialObjectMetadataList", "Status"]);

/** The kind of an object that the client can decode. */
function kindOf(object: Json | undefined): string | undefined {
  const kind = jsonAt(object, "kind");
  const metadata = jsonAt(object, "metadata") ?? {};
  return typeof kind === "string" && KINDS.has(kind) && isJsonObject(metadata) ? kind : undefined;
}

/** The body of an answer to a LIST with a code of success. A Status in it can still be a failure (`cg:rest/request.go:transformResponse`). */
export function decodeList(body: string): ListResult {
  const list = parse(body);
  const items = jsonAt(list, "items");
  const kind = jsonAt(list, "kind");
  if (kind === "Status" && jsonAt(list, "status") === "Failure")
    return { type: "failed", error: { type: "status", status: statusFrom(list, 0) } };
  if (typeof kind !== "string" || !kind.endsWith("List"))
    return { type: "failed", error: { type: "unreadable", message: "not a list" } };
  return {
    type: "page",
    resourceVersion: text(jsonAt(list, "metadata", "resourceVersion")),
    objects: isJsonList(items) ? items.map(objectFrom) : [],
    continue: text(jsonAt(list, "metadata", "continue")),
  };
}

/** The body of an answer that is not 200; without a Status in it the HTTP code has to do. A write is never among these requests. */
export function decodeStatus(code: number, body: string): Status {
  return statusFrom(parse(body), code);
}

/** Where the first object in `source` ends. Braces decide; what is between them is left to the JSON parser. */
function documentLength(source: string): number | "incomplete" | "broken" {
  if (!source.startsWith("{")) return "broken";
  const next = source.slice(1).trimStart();
  if (next !== "" && !next.startsWith('"') && !next.startsWith("}")) return "broken";
  let depth = 0;
  let isText = false;
  for (let index = 0; index < source.length; index++) {
    const letter = source[index];
    if (isText && letter === "\\") index++;
    else if (letter === '"') isText = !isText;
    else if (!isText && letter === "{") depth++;
    else if (!isText && letter === "}" && --depth === 0) return index + 1;
  }
  return "incomplete";
}

function parse(source: string): Json | undefined {
  try {
    return JSON.parse(source) as Json; // JSON.parse gives nothing else
  } catch {
    return undefined;
  }
}

function statusFrom(value: Json | undefined, code: number): Status {
  if (isJsonObject(value) && value.kind === "Status") return { code: 0, ...value } as unknown as Status; // the kind vouches for the shape
  return failure(code, reasonOf(code), `the server answered ${code}`);
}

const REASONS: Readonly<Record<number, StatusReason>> = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  405: "MethodNotAllowed",
  406: "NotAcceptable",
  409: "Conflict",
  415: "UnsupportedMediaType",
  422: "Invalid",
  429: "TooManyRequests",
  503: "ServiceUnavailable",
  504: "Timeout",
};

/** The reason that the client makes up from a bare HTTP code (`am:api/errors/errors.go:NewGenericServerResponse @v0.36.3`). */
function reasonOf(code: number): StatusReason {
  return REASONS[code] ?? (code >= 500 ? "InternalError" : "");
}

function objectFrom(value: Json | undefined): KubeObject {
  const metadata = jsonAt(value, "metadata");
  const namespace = jsonAt(metadata, "namespace");
  const labels = jsonAt(metadata, "labels");
  const annotations = jsonAt(metadata, "annotations");
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name: text(jsonAt(metadata, "name")),
      ...(typeof namespace === "string" ? { namespace } : {}),
      resourceVersion: text(jsonAt(metadata, "resourceVersion")),
      uid: text(jsonAt(metadata, "uid")),
      creationTimestamp: "",
      ...(isJsonObject(labels) ? { labels: strings(labels) } : {}),
      ...(isJsonObject(annotations) ? { annotations: strings(annotations) } : {}),
    },
  };
}

function strings(map: JsonObject): StringMap {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, text(value)]));
}

function text(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
