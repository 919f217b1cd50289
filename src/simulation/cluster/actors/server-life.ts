import { type Micros, seconds } from "../../../base/time.ts";
import { record, setTimer, withCause } from "../../kernel/turn.ts";
import { CRD } from "../../kubernetes/custom-resource-definition.ts";
import { type ClusterTurn, change, clusterOf } from "../cluster.ts";
import { etcdCompact, wasWritten } from "../etcd.ts";
import {
  listAllCaches,
  restartServer,
  stopServer,
  tickCompaction,
  trimServerSnapshots,
} from "../server/server-caches.ts";
import { allStreams, changeServer, serverOf } from "./cache-access.ts";
import { catchUpCaches } from "./caches.ts";
import { takeUpDefinitions } from "./definitions.ts";
import { cacheActor, ETCD, serverActor } from "./names.ts";
import { dropCalls } from "./serving.ts";
import { breakStream } from "./streams.ts";

const TRIM_PERIOD: Micros = seconds(15);

/** A server starts: every watch cache lists etcd, with an empty ring (fidelity B.2). */
export function startServer(turn: ClusterTurn, server: string): void {
  const { api } = serverOf(turn, server);
  const fresh = api.state === "stopped" ? restartServer(api, turn.world.now) : api;
  const { etcd } = clusterOf(turn);
  const listed = listAllCaches(fresh, etcd);
  changeServer(turn, server, { api: listed.server });
  takeUpDefinitions(turn, server);
  record(turn, serverActor(server), { type: "server.up", server });
  const { cause } = turn;
  for (const kind of shownKinds(turn)) {
    const cache = listed.server.caches[kind];
    if (cache === undefined) continue;
    const objects = cache.store.size;
    withCause(turn, cause, () =>
      record(turn, cacheActor(server, kind), { type: "cache.list", kind, revision: cache.revision, objects }),
    );
  }
  scheduleCompaction(turn, server);
}

/** A server goes down: its streams break, and nobody listens until it is started again. */
export function downServer(turn: ClusterTurn, server: string, downFor: Micros): void {
  const streams = allStreams(turn).filter((stream) => stream.server === server && stream.state !== "closed");
  record(turn, serverActor(server), { type: "server.down", server, streams: streams.length });
  const { cause } = turn;
  for (const stream of streams) withCause(turn, cause, () => breakStream(turn, stream, "restart"));
  withCause(turn, cause, () => dropCalls(turn, server));
  changeServer(turn, server, { api: stopServer(serverOf(turn, server).api, turn.world.now).server });
  setTimer(turn, { actor: serverActor(server), name: "start", after: downFor, message: { type: "server.start" } });
}

/** One round of a server's compactor: the tick is a write of its own, and compacts to where the tick before stood (fidelity A.3). */
export function compactRound(turn: ClusterTurn, server: string): void {
  const { api } = serverOf(turn, server);
  if (api.state !== "stopped") {
    catchUpCaches(turn);
    const round = tickCompaction(serverOf(turn, server).api, clusterOf(turn).etcd);
    changeServer(turn, server, { api: round.server });
    change(turn, () => ({ etcd: round.etcd }));
    record(turn, ETCD, { type: "etcd.compact", revision: round.etcd.revision, compacted: round.compactedTo ?? 0 });
    if (round.compactedTo !== undefined) trimLater(turn);
  }
  scheduleCompaction(turn, server);
}

/** Somebody compacts etcd by hand (`etcdctl compact`), up to its newest revision. */
export function compactByHand(turn: ClusterTurn): void {
  catchUpCaches(turn);
  const { etcd } = clusterOf(turn);
  change(turn, () => ({ etcd: etcdCompact(etcd, etcd.revision) }));
  record(turn, ETCD, { type: "etcd.compact", revision: etcd.revision, compacted: etcd.revision });
  trimLater(turn);
}

/** A server forgets the snapshots of what etcd has compacted. */
export function trimServer(turn: ClusterTurn, server: string): void {
  const { api } = serverOf(turn, server);
  if (api.state !== "stopped") changeServer(turn, server, { api: trimServerSnapshots(api, clusterOf(turn).etcd) });
}

/** Each server looks for the compact revision every 15 s (`as:storage/cacher/compactor.go @v0.36.3`); looking only after a compaction shows the same. */
function trimLater(turn: ClusterTurn): void {
  for (const server of Object.keys(clusterOf(turn).servers))
    setTimer(turn, { actor: serverActor(server), name: "trim", after: TRIM_PERIOD, message: { type: "server.trim" } });
}

/** Kinds that the run has to do with: what exists, and what controllers watch. Definitions count once one was touched. */
function shownKinds(turn: ClusterTurn): readonly string[] {
  const { plan, etcd } = clusterOf(turn);
  const watched = plan.controllers.flatMap((controller) => controller.watches.map((watch) => watch.kind));
  const stored = Object.keys(etcd.kinds).filter((kind) => kind !== CRD || wasWritten(etcd, CRD));
  return [...new Set([...watched, ...stored])].sort();
}

function scheduleCompaction(turn: ClusterTurn, server: string): void {
  const { compaction } = clusterOf(turn).plan.cluster;
  if (compaction === 0) return;
  setTimer(turn, {
    actor: serverActor(server),
    name: "compaction",
    after: compaction,
    message: { type: "etcd.compact" },
  });
}
