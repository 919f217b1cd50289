import { ownValue } from "../../base/own-value.ts";
import { emptyMap } from "../../base/persistent-map.ts";
import type { Entry } from "../kernel/agenda.ts";
import { createChartPlans } from "../kernel/chart-plan.ts";
import { perform, type Stepped, step } from "../kernel/step.ts";
import { post, record, withCause } from "../kernel/turn.ts";
import { createWorld } from "../kernel/world.ts";
import { kindRegistry } from "../kubernetes/kind-registry.ts";
import { podMachine } from "../machines/pod.ts";
import { reconcileMachine } from "../machines/reconcile.ts";
import { watchConnectionMachine } from "../machines/watch-connection.ts";
import { workerMachine } from "../machines/worker.ts";
import type { Action } from "./actions.ts";
import { createAgents } from "./actors/agents.ts";
import { seedObjects } from "./actors/given.ts";
import { USER } from "./actors/names.ts";
import { startNoise } from "./actors/noise.ts";
import { performAction } from "./actors/perform-action.ts";
import { newProcess } from "./actors/process-life.ts";
import { followScript, startScript } from "./actors/script.ts";
import { startServer } from "./actors/server-life.ts";
import { newSystem } from "./actors/systems.ts";
import { choices } from "./choices.ts";
import {
  asClusterTurn,
  type Cluster,
  type ClusterDomain,
  type ClusterEvent,
  type ClusterWorld,
  change,
  type Violation,
} from "./cluster.ts";
import { seedDefinitions } from "./definitions-given.ts";
import { deliver } from "./deliver.ts";
import { emptyEtcd, etcdNoise } from "./etcd.ts";
import type { ClusterFact } from "./facts.ts";
import { serverSettings } from "./given.ts";
import { informerMachines } from "./informer/informer.ts";
import type { ClusterMessage } from "./messages.ts";
import type { Plan } from "./plan.ts";
import type { ReconcilerKind } from "./reconciler.ts";
import { newApiServer } from "./server/api-server.ts";
import type { SystemKind } from "./system.ts";

/** The charts of the cluster, by the names under which actors run them. */
const clusterMachines = {
  ...informerMachines,
  "watch-connection": watchConnectionMachine,
  reconcile: reconcileMachine,
  worker: workerMachine,
  pod: podMachine,
} as const;

/** A step of the cluster: the world after it, and what happened. */
export type ClusterStep = Stepped<Cluster, ClusterMessage, ClusterFact>;

/** The simulated cluster as functions over its world. */
export type Engine = {
  /** The world at time 0: servers up, given objects stored, processes about to start. */
  boot(plan: Plan): ClusterStep;
  /** The next step, or undefined when nothing will ever happen by itself. */
  step(world: ClusterWorld): ClusterStep | undefined;
  /** A step in which somebody does something. */
  act(world: ClusterWorld, action: Action): ClusterStep;
};

/** Looks at one step: the world before it, the world after it, and what happened in it. Returns what must never happen and did. */
export type Inspect = (
  before: ClusterWorld,
  after: ClusterWorld,
  events: readonly ClusterEvent[],
) => readonly Violation[];

/** Builds the engine for a set of controllers and of systems, each by the name of its kind. Each step is inspected; what is broken becomes an event of it. */
export function createEngine(
  reconcilers: Readonly<Record<string, ReconcilerKind>>,
  systems: Readonly<Record<string, SystemKind>>,
  inspect: Inspect,
): Engine {
  const domain: ClusterDomain = {
    machines: Object.assign(
      {},
      clusterMachines,
      ...[...Object.values(systems), ...Object.values(reconcilers)].map(({ machines }) => machines),
    ),
    plans: createChartPlans(),
    reconcilers,
    systems,
    paused: new WeakMap(),
    deliver: (turn, to, message) => deliver(asClusterTurn(turn), to, message),
  };
  return {
    boot: (plan) => boot(domain, plan),
    step: (world) => {
      const stepped = step(domain, world);
      return stepped === undefined ? undefined : inspected(domain, inspect, world, stepped);
    },
    act: (world, action) => inspected(domain, inspect, world, act(domain, world, action)),
  };
}

function inspected(domain: ClusterDomain, inspect: Inspect, before: ClusterWorld, stepped: ClusterStep): ClusterStep {
  const broken = inspect(before, stepped.world, stepped.events);
  if (broken.length === 0) return stepped;
  const last = stepped.events.at(-1);
  const told = perform(domain, stepped.world, (turn) => {
    const cluster = asClusterTurn(turn);
    for (const violation of broken)
      withCause(turn, last?.seq, () => record(turn, last?.actor ?? USER, { type: "invariant.broken", ...violation }));
    change(cluster, ({ violations }) => ({ violations: [...violations, ...broken] }));
  });
  return { world: told.world, events: [...stepped.events, ...told.events] };
}

function act(domain: ClusterDomain, world: ClusterWorld, action: Action): ClusterStep {
  if (action.type === "deliver") {
    const choice: Entry<ClusterMessage> | undefined = choices(world)[action.choice];
    const taken = choice === undefined ? undefined : step(withChoice(domain), world, choice);
    if (taken !== undefined) return taken;
  }
  return perform(domain, { ...world, step: world.step + 1 }, (turn) => {
    performAction(asClusterTurn(turn), action);
    followScript(asClusterTurn(turn), 0);
  });
}

/** The domain for a step that somebody chose: the choice is part of the trace. */
function withChoice(domain: ClusterDomain): ClusterDomain {
  return {
    ...domain,
    deliver(turn, to, message) {
      const { cause } = turn;
      withCause(turn, undefined, () => record(turn, USER, { type: "user.choice", to, message: message.type }));
      turn.cause = cause;
      domain.deliver(turn, to, message);
    },
  };
}

function boot(domain: ClusterDomain, plan: Plan): ClusterStep {
  const world = createWorld<Cluster, ClusterMessage>(emptyCluster(domain, plan), {
    seed: plan.seed,
    jitter: plan.jitter,
  });
  return perform(domain, world, (turn) => {
    const cluster = asClusterTurn(turn);
    seedObjects(cluster);
    turn.cause = undefined;
    for (const server of plan.cluster.apiServers) withCause(turn, undefined, () => startServer(cluster, server));
    for (const agent of Object.keys(cluster.world.shared.agents))
      post(turn, { to: agent, message: { type: "agent.watch" } });
    for (const { name } of plan.controllers) post(turn, { to: name, message: { type: "process.start" } });
    for (const { name } of plan.systems) post(turn, { to: name, message: { type: "system.start" } });
    startScript(cluster);
    startNoise(cluster);
    followScript(cluster, 0);
  });
}

function emptyCluster(domain: ClusterDomain, plan: Plan): Cluster {
  const { apiServers, crds, nodes, revision, rbac } = plan.cluster;
  const kinds = kindRegistry(crds);
  const settings = serverSettings(plan.cluster, plan.given);
  const zero = createWorld<undefined, never>(undefined, { seed: 0 }).now;
  const servers = apiServers.map((id) => [id, { api: newApiServer(id, kinds, zero, settings), frozen: {} }] as const);
  const processes = plan.controllers.flatMap((spec) => {
    const kind = ownValue(domain.reconcilers, spec.reconciler);
    return kind === undefined ? [] : [[spec.name, newProcess(spec, plan, kind)] as const];
  });
  const systems = plan.systems.flatMap((spec) => {
    const kind = ownValue(domain.systems, spec.kind);
    return kind === undefined ? [] : [[spec.name, newSystem(spec, kind)] as const];
  });
  return {
    plan,
    kinds,
    etcd: seedDefinitions(etcdNoise(emptyEtcd(), Math.max(0, revision - 1)), kinds),
    servers: Object.fromEntries(servers),
    links: {},
    calls: emptyMap(),
    callOrder: [],
    streams: emptyMap(),
    streamsByWatch: emptyMap(),
    processes: Object.fromEntries(processes),
    informers: {},
    agents: createAgents(nodes),
    systems: Object.fromEntries(systems),
    faults: [],
    denied: rbac,
    revokedTokens: [],
    webhookCalls: {},
    audit: [],
    etcdLatency: [],
    awaited: [],
    nextCall: 1,
    nextStream: 1,
    nextFault: 1,
    violations: [],
    isLossy: false,
  };
}
