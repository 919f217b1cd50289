import type { Micros } from "../../base/time.ts";
import type { ApiRequest, ListOptions } from "./server/request.ts";

/** How far a request has come (`as:apis/audit/v1/types.go @v0.36.3`). Only watches have the one in the middle. */
export type AuditStage = "RequestReceived" | "ResponseStarted" | "ResponseComplete";

/** One line of an API server's audit log at the level Metadata, as plain data. */
export type AuditEntry = {
  /** Number of the request. */
  readonly id: number;
  readonly server: string;
  readonly stage: AuditStage;
  readonly verb: ApiRequest["verb"];
  readonly kind: string;
  /** Empty for cluster-scoped and all-namespace requests; so with name and subresource. */
  readonly namespace: string;
  readonly name: string;
  readonly subresource: string;
  /** Parameters of a LIST or WATCH as they stand in the URI, without the question mark. */
  readonly query: string;
  /** Empty where authentication failed. */
  readonly user: string;
  readonly client: string;
  /** 0 while there is no answer. */
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  readonly receivedAt: Micros;
  readonly at: Micros;
};

/** Lines that are kept; a real log is a file that others rotate. */
const KEPT = 160;

/** The log with one more line, without those that are too old. */
export function withEntry(log: readonly AuditEntry[], entry: AuditEntry): readonly AuditEntry[] {
  return [...log.slice(Math.max(0, log.length + 1 - KEPT)), entry];
}

/** How a request was answered, as far as its audit tells; `code` is 0 while it was not. */
export type AuditedAnswer = { readonly code: number; readonly reason: string; readonly message: string };

/** What a line of the audit adds to its request. */
type AuditedMoment = Pick<AuditEntry, "id" | "server" | "stage" | "receivedAt" | "at"> & AuditedAnswer;

/** The line of a request. Field by field: lines that are put together by spreading would each have a hidden class of their own, and some thousand are kept. */
export function entryOf(request: ApiRequest, moment: AuditedMoment): AuditEntry {
  const { verb, kind, namespace = "", user, client } = request;
  const { id, server, stage, code, reason, message, receivedAt, at } = moment;
  const name = "name" in request ? request.name : verb === "create" ? (request.body.metadata.name ?? "") : "";
  const subresource = "subresource" in request ? (request.subresource ?? "") : "";
  const query = verb === "list" || verb === "watch" ? queryOf(verb, request.options) : "";
  return {
    id,
    server,
    stage,
    verb,
    kind,
    namespace,
    name,
    subresource,
    query,
    user,
    client,
    code,
    reason,
    message,
    receivedAt,
    at,
  };
}

/** In the order of the alphabet, as Go's `url.Values.Encode` writes them. */
function queryOf(verb: "list" | "watch", options: ListOptions): string {
  const values = { ...options, ...(verb === "watch" ? { watch: true } : {}) };
  return Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== "")
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join("&");
}
