import { hashText } from "../../base/digest.ts";
import { ownValue } from "../../base/own-value.ts";
import { micros } from "../../base/time.ts";
import type { AuditEntry } from "../../simulation/cluster/audit.ts";
import type { KindInfo, KindRegistry } from "../../simulation/kubernetes/kind.ts";
import { formatMicroTime } from "../../simulation/kubernetes/timestamp.ts";

/** An audit log as the API server writes it to a file: one `audit.k8s.io/v1` Event at the level Metadata a line (`as:apis/audit/v1/types.go @v0.36.3`). */
export function auditLines(entries: readonly AuditEntry[], kinds: KindRegistry): readonly string[] {
  return entries.map((entry) => JSON.stringify(eventOf(entry, ownValue(kinds, entry.kind))));
}

function eventOf(entry: AuditEntry, info: KindInfo | undefined) {
  const { stage, verb, user, client, code } = entry;
  return {
    kind: "Event",
    apiVersion: "audit.k8s.io/v1",
    level: "Metadata",
    auditID: auditId(entry),
    stage,
    requestURI: uriOf(entry, info),
    verb,
    user: user === "" ? {} : { username: user, groups: groupsOf(user) },
    userAgent: client,
    objectRef: referenceOf(entry, info),
    ...(code === 0 ? {} : { responseStatus: statusOf(entry) }),
    requestReceivedTimestamp: microTime(entry.receivedAt),
    stageTimestamp: microTime(entry.at),
    ...(code === 0 || user === ""
      ? {}
      : { annotations: { "authorization.k8s.io/decision": isForbidden(entry) ? "forbid" : "allow" } }),
  };
}

function referenceOf({ namespace, name, subresource }: AuditEntry, info: KindInfo | undefined) {
  return {
    resource: info?.plural ?? "",
    ...(namespace === "" ? {} : { namespace }),
    ...(name === "" ? {} : { name }),
    ...(info === undefined || info.group === "" ? {} : { apiGroup: info.group }),
    apiVersion: info?.version ?? "v1",
    ...(subresource === "" ? {} : { subresource }),
  };
}

function statusOf({ code, reason, message, user }: AuditEntry) {
  if (user === "") return { metadata: {}, message, code };
  if (code < 400) return { metadata: {}, code };
  return { metadata: {}, status: "Failure", message, ...(reason === "" ? {} : { reason }), code };
}

/** RBAC's 403 names the user; an admission plugin's does not. */
function isForbidden({ code, message }: AuditEntry): boolean {
  return code === 403 && message.includes('User "');
}

function uriOf({ namespace, name, subresource, query }: AuditEntry, info: KindInfo | undefined): string {
  const root = info === undefined || info.group === "" ? "/api" : `/apis/${info.group}`;
  const parts = [
    root,
    info?.version ?? "v1",
    ...(namespace === "" ? [] : ["namespaces", namespace]),
    info?.plural ?? "",
  ];
  const path = [...parts, name, subresource].filter((part) => part !== "").join("/");
  return query === "" ? path : `${path}?${query}`;
}

/** The groups that authentication adds to a user (`as:authentication/user/user.go`). */
function groupsOf(user: string): readonly string[] {
  const [system, kind, namespace] = user.split(":");
  if (system !== "system") return ["system:authenticated"];
  if (kind === "node") return ["system:nodes", "system:authenticated"];
  if (kind !== "serviceaccount") return ["system:authenticated"];
  return ["system:serviceaccounts", `system:serviceaccounts:${namespace}`, "system:authenticated"];
}

/** An id per request in the form of a UUID, the same in every stage. */
function auditId({ id, server }: AuditEntry): string {
  const hex = [1, 2, 3, 4]
    .map((seed) => (hashText(`${server}/${id}`, seed) >>> 0).toString(16).padStart(8, "0"))
    .join("");
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20)].join("-");
}

function microTime(at: number): string {
  return formatMicroTime(micros(at));
}
