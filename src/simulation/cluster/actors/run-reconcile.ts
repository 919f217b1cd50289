import { assert, defined, unreachable } from "../../../base/assert.ts";
import { sortedValues } from "../../../base/persistent-map.ts";
import { micros } from "../../../base/time.ts";
import { assignTo, chartOf, dispatch, launch, own, post, record, withCause } from "../../kernel/turn.ts";
import type { KindInfo } from "../../kubernetes/kind.ts";
import {
  type ActiveRun,
  type Call,
  type CallResult,
  type ClusterTurn,
  clusterOf,
  type Process,
  type ReplyTo,
} from "../cluster.ts";
import { cachedObject } from "../informer/indexer.ts";
import { newestRevision } from "../newest-revision.ts";
import type { ReconcileOutcome } from "../queue/decision.ts";
import type { Answer, Ask, ReconcileResult, Reply, Run } from "../reconciler.ts";
import type { ApiRequest } from "../server/request.ts";
import { serverOf } from "./cache-access.ts";
import { storeOf, storeVersion, uncachedRead } from "./cached-read.ts";
import { keyText, subresourceFact } from "./call-store.ts";
import { homeOf, sendCall } from "./calls.ts";
import { driveLoop, enqueueKey, tellWorker } from "./controller.ts";
import { clientActor, ownChartActor, workerActor } from "./names.ts";
import { changeProcess, processNamed } from "./processes.ts";
import { requestsOf } from "./run-requests.ts";
import { senderOf } from "./sender.ts";
import { tellKey } from "./tell-queue.ts";

/** Begins the run of a worker. */
export function beginRun(turn: ClusterTurn, process: string, worker: number): void {
  const run = createRun(turn, process, worker);
  goOn(turn, { process, worker }, run, run.next());
}

/** Time has passed for a run: its phase, or its sleep, is over. */
export function wakeRun(turn: ClusterTurn, process: string, worker: number): void {
  const run = processNamed(turn, process).active[worker];
  if (run === undefined) return;
  const chart = chartOf(turn, workerActor(process, worker));
  if (chart?.snapshot.matches({ running: { activity: "sleeping" } }))
    tellWorker(turn, process, worker, { type: "sleepEnded" });
  answerAsk(turn, process, worker, { type: "done" });
}

/** A write or a live read of a run was answered; when it was the last one of its ask, the run goes on. */
export function takeReply(turn: ClusterTurn, replyTo: Extract<ReplyTo, { type: "worker" }>, call: Call): void {
  const { process, worker, position } = replyTo;
  if (processNamed(turn, process).runs !== replyTo.run || call.result === undefined) return;
  const { result, request, id, sentAt } = call;
  const { code, reason } = codeOf(result);
  const place = { request: id, verb: request.verb, kind: request.kind, key: keyText(request) };
  const told = { ...place, ...subresourceFact(request), code, reason };
  record(turn, clientActor(process), { type: "client.response", ...told, took: turn.world.now - sentAt });
  const run = processNamed(turn, process).active[worker];
  if (run === undefined) return;
  const replies = run.replies.map((reply, index) => (index === position ? result : reply));
  keep(turn, process, worker, { replies });
  tellWorker(turn, process, worker, { type: "answered" });
  const received = replies.filter((reply) => reply !== undefined);
  if (received.length < replies.length) return;
  const answers = received.map(replyOf);
  if (run.awaiting === "reply")
    answerAsk(turn, process, worker, { type: "reply", reply: defined(answers[0], "reply") });
  else answerAsk(turn, process, worker, { type: "replies", replies: answers });
}

type Place = { readonly process: string; readonly worker: number };

/** The run goes on with an answer that took time. */
function answerAsk(turn: ClusterTurn, process: string, worker: number, answer: Answer): void {
  const { journal } = activeRun(turn, process, worker);
  const run = takePaused(turn, journal) ?? replayed(turn, process, worker);
  keep(turn, process, worker, { journal: [...journal, answer], replies: [] });
  goOn(turn, { process, worker }, run, run.next(answer));
}

/** The reconciler asks on until something takes time or it returns. */
function goOn(turn: ClusterTurn, place: Place, run: Run, first: ReturnType<Run["next"]>): void {
  const { process, worker } = place;
  let step = first;
  while (step.done !== true) {
    const uncached = uncachedRead(turn, process, step.value);
    // Reconcilers return the error of a read as it is.
    if (uncached !== undefined) return finish(turn, place, { error: { message: uncached } });
    const answer = perform(turn, place, step.value);
    const { journal } = activeRun(turn, process, worker);
    if (answer === undefined) return void turn.domain.paused.set(journal, run);
    keep(turn, process, worker, { journal: [...journal, answer] });
    step = run.next(answer);
  }
  finish(turn, place, step.value);
}

/** A run cannot go back to an answer, so whoever goes on with it takes it away: the next one who comes to this place replays. */
function takePaused({ domain }: ClusterTurn, journal: readonly Answer[]): Run | undefined {
  const run = domain.paused.get(journal);
  domain.paused.delete(journal);
  return run;
}

/** The run, brought to where it stands by giving it the answers of its journal again. */
function replayed(turn: ClusterTurn, process: string, worker: number): Run {
  const run = createRun(turn, process, worker);
  run.next();
  for (const answer of activeRun(turn, process, worker).journal) run.next(answer);
  return run;
}

function createRun(turn: ClusterTurn, process: string, worker: number): Run {
  const { spec } = processNamed(turn, process);
  const kind = defined(turn.domain.reconcilers[spec.reconciler], `reconciler ${spec.reconciler}`);
  const { key, startedAt } = activeRun(turn, process, worker);
  const watched = spec.watches.map((watch) => watch.kind);
  return kind.reconcile({ key, now: startedAt, options: spec.options, watched });
}

/** Performs an ask. Returns its answer, or undefined when the answer takes time. */
function perform(turn: ClusterTurn, place: Place, ask: Ask): Answer | undefined {
  const { process, worker } = place;
  const { key, reconcile } = activeRun(turn, process, worker);
  const actor = workerActor(process, worker);
  switch (ask.type) {
    case "phase":
      return beginPhase(turn, place, ask.phase);
    case "get": {
      const object = cachedObject(storeOf(turn, process, ask.kind), ask.key);
      noteRead(turn, place, ask.kind, object === undefined ? 0 : 1, object?.metadata.uid);
      return { type: "object", object };
    }
    case "list": {
      const objects = sortedValues(storeOf(turn, process, ask.kind).objects).filter(
        (object) => object.metadata.namespace === ask.namespace,
      );
      noteRead(turn, place, ask.kind, objects.length);
      return { type: "objects", objects };
    }
    case "getLive":
    case "listLive":
      return send(turn, place, "reply", requestsOf(ask, senderOf(turn, process), clusterOf(turn).kinds));
    case "write":
      return send(turn, place, "replies", requestsOf(ask, senderOf(turn, process), clusterOf(turn).kinds));
    case "discover":
      return { type: "kinds", kinds: servedKinds(turn) };
    case "sleep":
      tellWorker(turn, process, worker, { type: "sleepBegan" });
      post(turn, { to: actor, message: { type: "worker.resume" }, after: ask.duration, rank: "work" });
      return undefined;
    case "remember":
      changeProcess(turn, process, { memory: ask.memory });
      record(turn, actor, { type: "reconcile.remember", key, why: ask.why });
      return { type: "done" };
    case "storeVersion":
      return { type: "version", resourceVersion: storeVersion(turn, process, ask.kind) };
    case "enqueue": {
      const { cause } = turn;
      withCause(turn, cause, () => enqueueKey(turn, process, ask.enqueue));
      return { type: "done" };
    }
    case "clock":
      return { type: "time", now: turn.world.now };
    case "recall":
      return { type: "memory", memory: processNamed(turn, process).memory };
    case "chart":
      return tellOwnChart(turn, process, ask);
    case "note":
      record(turn, actor, { type: "reconcile.note", reconcile, key, text: ask.text });
      return { type: "done" };
    default:
      return unreachable(ask);
  }
}

/** The chart decides, so what the run does next is caused by its step. */
function tellOwnChart(turn: ClusterTurn, process: string, ask: Extract<Ask, { type: "chart" }>): Answer {
  const actor = ownChartActor(process, ask.chart, ask.key);
  if (chartOf(turn, actor) === undefined) launch(turn, actor, ask.chart, ask.input);
  dispatch(turn, actor, ask.event);
  const { text, snapshot } = defined(chartOf(turn, actor), `chart of ${actor}`);
  return { type: "chart", state: text, context: snapshot.context };
}

function beginPhase(turn: ClusterTurn, { process, worker }: Place, phase: "fetch" | "diff" | "apply"): undefined {
  const { key, reconcile } = activeRun(turn, process, worker);
  keep(turn, process, worker, { phase });
  record(turn, workerActor(process, worker), { type: "reconcile.phase", reconcile, key, phase });
  tellKey(turn, process, key, { type: `${phase}Began` });
  tellWorker(turn, process, worker, { type: `${phase}Began` });
  post(turn, {
    to: workerActor(process, worker),
    message: { type: "worker.resume" },
    after: clusterOf(turn).plan.timing.reconcilePhase,
    rank: "work",
  });
  return undefined;
}

/** What the discovery of the server says that clients talk to. */
function servedKinds(turn: ClusterTurn): readonly KindInfo[] {
  const { kinds, unserved } = serverOf(turn, homeOf(turn)).api;
  return Object.values(kinds).filter(({ id }) => !unserved.includes(id));
}

function send(
  turn: ClusterTurn,
  place: Place,
  awaiting: ActiveRun["awaiting"],
  requests: readonly ApiRequest[],
): Answer | undefined {
  const { process, worker } = place;
  if (requests.length === 0) return { type: "replies", replies: [] };
  if (hasContextEnded(turn, place)) return refuseAll(turn, place, awaiting, requests);
  keep(turn, process, worker, { awaiting, replies: requests.map(() => undefined) });
  tellWorker(turn, process, worker, { type: "requestsSent", count: requests.length });
  const { cause } = turn;
  const run = processNamed(turn, process).runs;
  for (const [position, request] of requests.entries()) {
    withCause(turn, cause, () => {
      const call = clusterOf(turn).nextCall;
      record(turn, clientActor(process), {
        type: "client.request",
        request: call,
        verb: request.verb,
        kind: request.kind,
        key: keyText(request),
        ...subresourceFact(request),
      });
      sendCall(turn, { client: process, request, replyTo: { type: "worker", process, worker, position, run } });
    });
  }
  return undefined;
}

/** With an ended context the client sends nothing (`cg:rest/request.go:request @v0.36.3`); every reconciler here hands its context on. */
function refuseAll(
  turn: ClusterTurn,
  { process, worker }: Place,
  awaiting: ActiveRun["awaiting"],
  requests: readonly ApiRequest[],
): Answer {
  const { reconcile, key } = activeRun(turn, process, worker);
  const what = requests.map((request) => `${request.verb.toUpperCase()} ${request.kind}`).join(", ");
  record(turn, workerActor(process, worker), {
    type: "reconcile.note",
    reconcile,
    key,
    text: `not sent: ${what}: context canceled`,
  });
  const reply: Reply = { type: "network", reason: "context canceled" };
  return awaiting === "reply" ? { type: "reply", reply } : { type: "replies", replies: requests.map(() => reply) };
}

function hasContextEnded(turn: ClusterTurn, { process, worker }: Place): boolean {
  const running = processNamed(turn, process).loop.workers.find(({ id }) => id === `worker-${worker}`);
  return running?.type === "running" && running.context.type === "ended";
}

function finish(turn: ClusterTurn, { process, worker }: Place, result: ReconcileResult): void {
  const { panic, error, requeue = false, requeueAfter = micros(0), priority } = result;
  const outcomes = { ...processNamed(turn, process).outcomes, [worker]: panic ?? error?.message ?? "" };
  changeProcess(turn, process, { outcomes });
  keep(turn, process, worker, { phase: "end" });
  const returned: ReconcileOutcome = {
    type: "returned",
    result: { requeueAfterUs: requeueAfter, requeue, priority },
    error: error === undefined ? undefined : { message: error.message, isTerminal: error.terminal === true },
  };
  const outcome: ReconcileOutcome = panic === undefined ? returned : { type: "panicked", message: panic };
  driveLoop(turn, process, { type: "reconcileReturned", worker: `worker-${worker}`, outcome });
}

/** Records what was read from a store, and how many revisions the store was behind. */
function noteRead(turn: ClusterTurn, { process, worker }: Place, kind: string, count: number, uid = ""): void {
  const run = activeRun(turn, process, worker);
  const rv = storeVersion(turn, process, kind);
  const behind = Math.max(0, newestRevision(clusterOf(turn).etcd, kind) - (Number(rv) || 0));
  const { reconcile, key } = run;
  record(turn, workerActor(process, worker), { type: "reconcile.read", reconcile, key, kind, count, uid, rv, behind });
  const others = run.reads.filter((read) => read.kind !== kind);
  keep(turn, process, worker, { reads: [...others, { kind, rv, count }] });
}

function activeRun(turn: ClusterTurn, process: string, worker: number): ActiveRun {
  return defined(processNamed(turn, process).active[worker], `run of worker ${worker} in ${process}`);
}

function keep(turn: ClusterTurn, process: string, worker: number, by: Partial<ActiveRun>): void {
  const active = own(turn, processNamed(turn, process).active, copyActive);
  const run = own(turn, activeRun(turn, process, worker), copyRun);
  assignTo<ActiveRun>(run, by);
  active[worker] = run;
  changeProcess(turn, process, { active });
}

const copyActive = (active: Process["active"]) => ({ ...active });
const copyRun = (run: ActiveRun) => ({ ...run });

/** What came back as a code and a reason; code 0 when no server answered. */
function codeOf(result: CallResult): { readonly code: number; readonly reason: string } {
  if (result.type === "network") return { code: 0, reason: result.reason };
  if (result.type === "stream") return { code: 200, reason: "" };
  if (result.response.type !== "status") return { code: result.response.code, reason: "" };
  const { code, reason = "" } = result.response.status;
  return { code, reason };
}

function replyOf(result: CallResult): Reply {
  if (result.type === "network") return { type: "network", reason: result.reason };
  assert(result.type === "response", "a worker opens no streams");
  const { response } = result;
  switch (response.type) {
    case "object":
      return { type: "object", object: response.object };
    case "list":
      return { type: "list", items: response.items };
    case "status":
      return { type: "status", status: response.status };
  }
}
