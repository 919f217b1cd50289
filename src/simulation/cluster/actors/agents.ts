import { defined } from "../../../base/assert.ts";
import { ownValue } from "../../../base/own-value.ts";
import { emptyMap, sortedKeys, valueAt, withEntry, withoutKey } from "../../../base/persistent-map.ts";
import { type Micros, seconds } from "../../../base/time.ts";
import { jitter, post } from "../../kernel/turn.ts";
import { jsonAt, type KubeObject } from "../../kubernetes/object.ts";
import { keyOf, nameOfKey, namespaceOfKey, type ObjectKey, objectKey } from "../../kubernetes/object-key.ts";
import type { WatchEvent } from "../../kubernetes/watch-event.ts";
import { type Agent, type Call, type ClusterTurn, change, clusterOf } from "../cluster.ts";
import { etcdGet } from "../etcd.ts";
import type { ApiRequest } from "../server/request.ts";
import { sendCall } from "./calls.ts";
import { kubeletOf, SCHEDULER } from "./names.ts";
import { podSeen } from "./pods.ts";
import { senderOf } from "./sender.ts";

/** The version that an agent has seen before it has seen any. */
const UNSEEN = "0";

/** How long an agent waits after a failure. */
const PAUSE: Micros = seconds(1);

/** Scheduler and kubelets of a cluster with `nodes` nodes. We do not look into them: each is one watch and a rule. */
export function createAgents(nodes: number): Readonly<Record<string, Agent>> {
  const agents: Record<string, Agent> = { [SCHEDULER]: newAgent(SCHEDULER, { type: "scheduler", assigned: 0 }) };
  for (let number = 1; number <= nodes; number++) {
    const node = `node-${number}`;
    agents[kubeletOf(node)] = newAgent(kubeletOf(node), { type: "kubelet", node });
  }
  return agents;
}

/**
 * Opens the agent's watch on pods as a reflector does: a streaming list first, then changes; later from where the last one ended, and each
 * time for 5 to 10 min (`cg:tools/cache/reflector.go:watchList, watch @v0.36.3`). The agents do so in every generation.
 */
export function watchPods(turn: ClusterTurn, name: string): void {
  const { role, lastRv } = agentNamed(turn, name);
  const selector = role.type === "kubelet" ? { fieldSelector: `spec.nodeName=${role.node}` } : {};
  const timeoutSeconds = Math.floor(300 + jitter(turn, "watchTimeout", name) * 300);
  const start =
    lastRv === UNSEEN
      ? { resourceVersion: "", sendInitialEvents: true, resourceVersionMatch: "NotOlderThan" }
      : { resourceVersion: lastRv };
  const options = { ...start, allowWatchBookmarks: true, timeoutSeconds, ...selector };
  const request: ApiRequest = { verb: "watch", kind: "Pod", ...senderOf(turn, name), options };
  sendCall(turn, { client: name, request, replyTo: { type: "agentWatch", agent: name } });
}

/** An answer to one of the agent's requests. What failed is tried again, but for writes about a pod that is gone or another one. */
export function agentAnswered(turn: ClusterTurn, name: string, call: Call): void {
  const { result, request } = call;
  if (request.verb === "watch") {
    if (result?.type !== "stream") post(turn, { to: name, message: { type: "agent.watch" }, after: PAUSE });
    else if (agentNamed(turn, name).lastRv === UNSEEN) forgetGonePods(turn, name);
    return;
  }
  const status = result?.type === "response" && result.response.type === "status" ? result.response.status : undefined;
  const isFinal =
    status === undefined
      ? result?.type === "response"
      : status.status === "Success" || status.code === 404 || status.code === 409;
  const key = statusKey(request);
  const reported = ownValue(clusterOf(turn).agents, name)?.reported;
  if (isFinal && key !== undefined && reported !== undefined && valueAt(reported, key) === call.id)
    changeAgent(turn, name, { reported: withoutKey(reported, key) });
  if (isFinal) return;
  post(turn, { to: name, message: { type: "agent.retry", request, call: call.id }, after: PAUSE });
}

/** Tries a write again, unless a newer one says something else about the same status. */
export function retryWrite(turn: ClusterTurn, name: string, request: ApiRequest, call: number): void {
  const key = statusKey(request);
  const reported = ownValue(clusterOf(turn).agents, name)?.reported;
  if (key === undefined || reported === undefined || valueAt(reported, key) === call) agentWrites(turn, name, request);
}

/** A frame of the agent's watch. */
export function agentSaw(turn: ClusterTurn, name: string, event: WatchEvent): void {
  if (event.type === "ERROR") {
    changeAgent(turn, name, { lastRv: UNSEEN });
    return;
  }
  const { lastRv, pods } = agentNamed(turn, name);
  const rv = event.object.metadata.resourceVersion;
  changeAgent(turn, name, { lastRv: String(Math.max(Number(lastRv), Number(rv))) });
  if (event.type === "BOOKMARK") return;
  const pod = event.object;
  const key = keyOf(pod);
  if (event.type === "DELETED") {
    changeAgent(turn, name, { pods: withoutKey(pods, key) });
    return;
  }
  const before = valueAt(pods, key);
  changeAgent(turn, name, { pods: withEntry(pods, key, pod) });
  if (before?.metadata.resourceVersion !== rv) react(turn, name, pod, before);
}

/** The agent's stream ended: it watches on from where it was. */
export function agentStreamEnded(turn: ClusterTurn, name: string): void {
  const hurry = agentNamed(turn, name).lastRv !== UNSEEN;
  post(turn, { to: name, message: { type: "agent.watch" }, ...(hurry ? {} : { after: PAUSE }) });
}

/**
 * The scheduler binds a pod to the next node in turn, unless it was deleted or bound meanwhile: a POST to the pod's binding with its uid
 * (`kk:pkg/scheduler/framework/plugins/defaultbinder/default_binder.go:Bind`, Kubernetes 1.36).
 */
export function bindPod(turn: ClusterTurn, key: ObjectKey): void {
  const agent = agentNamed(turn, SCHEDULER);
  const { nodes } = clusterOf(turn).plan.cluster;
  const pod = valueAt(agent.pods, key);
  if (pod === undefined || agent.role.type !== "scheduler" || nodes === 0 || !isUnscheduled(pod)) return;
  const { assigned } = agent.role;
  changeAgent(turn, SCHEDULER, { role: { type: "scheduler", assigned: assigned + 1 } });
  const namespace = namespaceOfKey(key) ?? "default";
  const metadata = { name: nameOfKey(key), namespace, uid: pod.metadata.uid };
  const target = { kind: "Node", name: `node-${(assigned % nodes) + 1}` };
  const body = { apiVersion: "v1", kind: "Binding", metadata, target };
  const place = { kind: "Pod", namespace, subresource: "binding", ...senderOf(turn, SCHEDULER) } as const;
  agentWrites(turn, SCHEDULER, { verb: "create", ...place, body, options: {} });
}

/** An agent writes. */
export function agentWrites(turn: ClusterTurn, name: string, request: ApiRequest): void {
  const call = sendCall(turn, { client: name, request, replyTo: { type: "agentWrite", agent: name } });
  const key = statusKey(request);
  const agent = ownValue(clusterOf(turn).agents, name);
  if (key !== undefined && agent !== undefined)
    // nodes that are not ours have kubelets that nobody follows
    changeAgent(turn, name, { reported: withEntry(agent.reported, key, call) });
}

/** The pod whose status a request writes: of several such writes only the newest is tried again (`kk:pkg/kubelet/status/status_manager.go`). */
function statusKey(request: ApiRequest): ObjectKey | undefined {
  if (request.verb !== "patch" || request.subresource !== "status") return undefined;
  return objectKey(request.namespace, request.name);
}

/** After a new start of its watch an agent's view holds pods that nobody will tell it the end of. */
function forgetGonePods(turn: ClusterTurn, name: string): void {
  const { etcd } = clusterOf(turn);
  let { pods } = agentNamed(turn, name);
  for (const key of sortedKeys(pods)) if (etcdGet(etcd, "Pod", key) === undefined) pods = withoutKey(pods, key);
  changeAgent(turn, name, { pods });
}

function isUnscheduled(pod: KubeObject): boolean {
  return jsonAt(pod.spec, "nodeName") === undefined && pod.metadata.deletionTimestamp === undefined;
}

function react(turn: ClusterTurn, name: string, pod: KubeObject, before: KubeObject | undefined): void {
  const { role } = agentNamed(turn, name);
  if (role.type === "kubelet") return podSeen(turn, pod, before);
  if (!isUnscheduled(pod)) return;
  const { schedule } = clusterOf(turn).plan.timing.pod;
  post(turn, { to: name, message: { type: "agent.bind", pod: keyOf(pod) }, after: schedule, rank: "work" });
}

function newAgent(name: string, role: Agent["role"]): Agent {
  return { name, role, lastRv: UNSEEN, pods: emptyMap(), reported: emptyMap() };
}

function agentNamed(turn: ClusterTurn, name: string): Agent {
  return defined(ownValue(clusterOf(turn).agents, name), `agent ${name}`);
}

function changeAgent(turn: ClusterTurn, name: string, by: Partial<Agent>): void {
  change(turn, ({ agents }) => ({ agents: { ...agents, [name]: { ...defined(agents[name], name), ...by } } }));
}
