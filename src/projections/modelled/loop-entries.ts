import { type Entry, entriesOf, fact, testsIn } from "./entry.ts";
import { clientGo, clientGoMaster, controllerRuntime } from "./upstream.ts";

const loop = testsIn("simulation/cluster/queue/controller-loop");
const decision = testsIn("simulation/cluster/queue/decision");
const worker = testsIn("simulation/machines/worker");
const election = testsIn("simulation/cluster/queue/leader-election");
const retry = testsIn("simulation/cluster/queue/retry-on-conflict");
const requests = testsIn("simulation/controllers/enqueue-requests");
const mirror = testsIn("simulation/controllers/config-mirror");

const loopEntries: readonly Entry[] = entriesOf("loop", [
  {
    id: "worker-turn",
    en: "A worker gets a key, calls Reconcile, decides what follows, and only then calls Done: the re-add comes before Done. Then it asks again.",
    zh: "worker 取一个 key，调用 Reconcile，决定后续，然后才调用 Done：重新加入发生在 Done 之前。之后再取下一个。",
    upstream: [controllerRuntime("pkg/internal/controller/controller.go:processNextWorkItem, reconcileHandler")],
    runs: ["C01-error-series.priority", "C01-error-series.classic"],
    tests: [
      loop("a failed key is added again before Done and runs exactly after its back-off"),
      worker("a worker holds its key until Done, and only a blocked worker can be refused"),
    ],
    facts: ["reconcile.start", "reconcile.end"],
    states: ["worker", "worker.blocked", "worker.running"],
    edges: ["worker.blocked handedOut", "worker.running done"],
    moments: ["/s/three-pods?at=c4"],
  },
  {
    id: "phases",
    en: "A run reads from the stores (fetch), compares with what is wanted (diff) and writes (apply). It is told a name, not what changed.",
    zh: "一次运行先从 store 读取（fetch），与期望比较（diff），再写入（apply）。它只被告知名字，不知道改了什么。",
    upstream: [controllerRuntime("pkg/reconcile/reconcile.go:Reconciler")],
    tests: [worker("every state is reachable and only the exited worker stays as it is")],
    facts: ["reconcile.phase", "reconcile.note", "reconcile.read"],
    states: [
      "worker.running.phase",
      "worker.running.phase.start",
      "worker.running.phase.fetch",
      "worker.running.phase.diff",
      "worker.running.phase.apply",
      "worker.running.phase.end",
      "reconcile.place.processing.phase",
      "reconcile.place.processing.phase.start",
      "reconcile.place.processing.phase.fetch",
      "reconcile.place.processing.phase.diff",
      "reconcile.place.processing.phase.apply",
      "reconcile.place.processing.phase.end",
    ],
    edges: ["worker.running.phase returned"],
    moments: ["/s/three-pods?at=c4", "/s/two-edits-one-run?at=c4"],
    leftOut: {
      en: "Upstream knows no phases: the reconciler names them for the page, and each takes a set time.",
      zh: "上游没有阶段：由 reconciler 为页面命名，每个阶段用时固定。",
    },
  },
  {
    id: "worker-waits",
    en: "While it waits for the API server or sleeps, a run keeps its worker and its key. Other keys go on with other workers, in no order.",
    zh: "等待 API server 或 sleep 期间，运行一直占着 worker 与 key。其他 key 由其他 worker 继续，没有次序。",
    upstream: [controllerRuntime("pkg/internal/controller/controller.go:Start")],
    runs: ["Z09-three-workers.priority", "Z24-long-run-and-backoff.priority"],
    tests: [loop("several workers run different keys at once and never the same one")],
    states: [
      "worker.running.activity",
      "worker.running.activity.computing",
      "worker.running.activity.awaitingAnswer",
      "worker.running.activity.sleeping",
    ],
    edges: ["worker.running.activity.computing requestsSent", "worker.running.activity.awaitingAnswer answered"],
    moments: ["/s/two-edits-one-run?at=c1"],
  },
  {
    id: "row-error",
    en: "Row 1b: an error adds the key again, rate limited. It beats the whole Result: RequeueAfter and Requeue are ignored, with a warning; only Priority counts.",
    zh: "1b 行：error 让 key 以限速方式再次加入。它压过整个 Result：RequeueAfter 与 Requeue 被忽略并告警，只有 Priority 有效。",
    upstream: [controllerRuntime("pkg/internal/controller/controller.go:reconcileHandler")],
    runs: ["C01-error-series.priority", "C01b-five-errors.priority", "Z01-error-success-error.priority"],
    tests: [
      decision("an error adds the key again, rate limited and with its priority"),
      decision("an error beats the result, with a warning, whether it is terminal or not"),
    ],
    facts: [fact("reconcile.end", { row: "1b" })],
    moments: ["/s/backoff-staircase?at=c2"],
  },
  {
    id: "row-terminal",
    en: "Row 1a: a TerminalError adds nothing and forgets nothing. The next failure goes on with the old series.",
    zh: "1a 行：TerminalError 不加入，也不忘记。下一次失败接着原来的序列。",
    upstream: [
      controllerRuntime("pkg/reconcile/reconcile.go:TerminalError"),
      controllerRuntime("pkg/internal/controller/controller.go:reconcileHandler"),
    ],
    runs: ["C05-terminal.priority", "C05-terminal.classic", "Z05-terminal-variants.priority"],
    tests: [decision("a terminal error leaves the queue and the failures alone")],
    facts: [fact("reconcile.end", { row: "1a" })],
  },
  {
    id: "row-requeue-after",
    en: "Row 2: RequeueAfter forgets the failures first and then waits exactly that long; it beats Requeue, and zero or less counts as unset.",
    zh: "2 行：RequeueAfter 先忘掉失败，然后恰好等那么久；它压过 Requeue，零或负数视为未设置。",
    upstream: [controllerRuntime("pkg/internal/controller/controller.go:reconcileHandler")],
    runs: ["C03-requeue-after.priority", "C03-requeue-after.classic", "Z04-requeue-after-resets.priority"],
    tests: [
      decision("RequeueAfter forgets the failures first and beats Requeue"),
      decision("a RequeueAfter of zero or less is unset"),
    ],
    facts: [fact("reconcile.end", { row: "2" })],
  },
  {
    id: "row-requeue",
    en: "Row 3: Requeue: true is rate limited like an error and forgets nothing; repeated, it ends at one run per 1000 s.",
    zh: "3 行：Requeue: true 像 error 一样限速，什么也不忘；一再返回它，最终每 1000 秒运行一次。",
    upstream: [controllerRuntime("pkg/internal/controller/controller.go:reconcileHandler")],
    runs: ["C04-requeue.priority", "C04-requeue.classic", "Z02-requeue-series.priority"],
    tests: [decision("Requeue is rate limited and forgets nothing")],
    facts: [fact("reconcile.end", { row: "3" })],
  },
  {
    id: "row-success",
    en: "Row 4: an empty result ends this key's turn and forgets its failures. It pauses nothing; any event brings the key back.",
    zh: "4 行：空的 result 结束这个 key 的这一轮，并忘掉失败。它不暂停任何东西；任何事件都会让 key 回来。",
    upstream: [controllerRuntime("pkg/internal/controller/controller.go:reconcileHandler")],
    runs: ["Z01-error-success-error.priority", "C01-error-series.priority"],
    tests: [decision("an empty result forgets the failures and adds nothing")],
    facts: [fact("reconcile.end", { row: "4" })],
    moments: ["/s/three-pods?at=c8"],
  },
  {
    id: "panic-recovered",
    en: "A panic is recovered by default and treated as an error with back-off. If it is not, the process dies.",
    zh: "panic 默认会被恢复，当作 error 退避。若不恢复，进程就死掉。",
    upstream: [controllerRuntime("pkg/internal/controller/controller.go:Reconcile")],
    runs: ["C10d-panic-after-deadline.priority", "C05-terminal.priority"],
    tests: [
      loop("a recovered panic is an error with back-off and counts as panic"),
      loop("a panic that is not recovered ends the process: nothing happens any more"),
    ],
    facts: [fact("reconcile.end", { outcome: "panic" })],
    leftOut: {
      en: "No reconciler of a scenario panics; the recorded runs do.",
      zh: "场景中的 reconciler 不会 panic；录制的运行会。",
    },
  },
  {
    id: "reconciliation-timeout",
    en: "ReconciliationTimeout only ends the context; nobody stops the reconciler. It is counted whatever is returned, except for a panic after it.",
    zh: "ReconciliationTimeout 只结束 context，没有人会停下 reconciler。不管返回什么都计一次，除非其后 panic。",
    upstream: [controllerRuntime("pkg/internal/controller/controller.go:Reconcile")],
    runs: [
      "C10a-timeout-returns-error.priority",
      "C10b-timeout-returns-nil.priority",
      "Z28-timeout-while-queued-behind.priority",
    ],
    tests: [loop("the timeout ends the context and nothing else; it is counted whatever is returned")],
    edges: ["worker.running contextEnded"],
    leftOut: {
      en: "Scenario files cannot set it (upstream's default is none).",
      zh: "场景文件不能设置它（上游默认没有）。",
    },
  },
  {
    id: "shutdown-in-flight",
    en: "At a stop the run in progress is waited for and its re-add is ignored. The classic queue then works off its line with cancelled contexts; with the priority queue each worker stops after its current key.",
    zh: "停止时等待进行中的运行，它的重新加入被忽略。经典队列随后用已取消的 context 把队列做完；priority queue 的每个 worker 做完手上的 key 就停。",
    upstream: [controllerRuntime("pkg/internal/controller/controller.go:Start")],
    runs: ["C11-shutdown-in-flight.classic", "C11-shutdown-in-flight.priority", "Z19-cancel-context-aware.priority"],
    tests: [
      loop("a stop in flight: classic works off its line with dead contexts, priority stops after the current key"),
      worker("a context that ends stops nobody"),
    ],
    facts: ["process.workerExit"],
    states: ["worker.exited"],
    edges: ["worker.blocked getRefused"],
    moments: ["/s/stopping?at=c5", "/s/stopping?at=c5&profile=classic"],
  },
]);

const sourceEntries: readonly Entry[] = entriesOf("sources", [
  {
    id: "predicates",
    en: "Predicates stand before the handler and all must pass. GenerationChanged, ResourceVersionChanged, LabelChanged and AnnotationChanged look at updates only; creations and deletions always pass.",
    zh: "predicate 位于 handler 之前，必须全部通过。GenerationChanged、ResourceVersionChanged、LabelChanged、AnnotationChanged 只看更新；创建与删除总是通过。",
    upstream: [controllerRuntime("pkg/predicate/predicate.go:Funcs")],
    facts: ["handler.ignored"],
    tests: [mirror("a labelled ConfigMap wakes itself, a copy wakes its owner, others nobody")],
    leftOut: { en: "Not, And, Or and custom functions are left out.", zh: "省略 Not、And、Or 与自定义函数。" },
  },
  {
    id: "initial-list-low-priority",
    en: "Objects of the initial list and resyncs enqueue at priority −100, everything else at 0. The classic queue does not know priorities.",
    zh: "初始列表与 resync 的对象以优先级 −100 入队，其余为 0。经典队列不认优先级。",
    upstream: [controllerRuntime("pkg/handler/eventhandler.go:LowPriority, isPriorityQueue")],
    runs: ["Y24-initial-list", "Z10-initial-list-and-updates.priority", "Z10-initial-list-and-updates.classic"],
    tests: [testsIn("simulation/controllers/replica-set-handlers")("the initial list wakes at low priority")],
    facts: [fact("queue.add", { priority: -100 })],
    moments: ["/s/three-pods?at=c1"],
  },
  {
    id: "enqueue-owner",
    en: "An owner is found by group, kind and name of the reference; neither version nor uid matter. An update wakes the owners of the old and of the new object, each once.",
    zh: "owner 按引用里的 group、kind 与 name 查找，与 version、uid 无关。一次更新会唤醒旧对象与新对象的 owner，各一次。",
    upstream: [controllerRuntime("pkg/handler/enqueue_owner.go:enqueueRequestForOwner")],
    tests: [
      requests("an owner is found by group, kind and name; neither version nor uid matter"),
      requests("an update wakes the owners of the old and of the new object, each once"),
    ],
  },
  {
    id: "stale-cache-after-own-write",
    en: "A controller's own write does not touch its cache. A run that starts before the watch event lands reads the old state and may do the same thing again.",
    zh: "控制器自己的写入不会更新它的缓存。在 watch 事件到达之前开始的运行读到旧状态，可能把同一件事再做一遍。",
    upstream: [controllerRuntime("pkg/client/client.go:client")],
    tests: [mirror("a copy that the store does not know yet leads to AlreadyExists, which is returned")],
    facts: ["reconcile.read"],
    moments: ["/s/three-pods?at=c6", "/s/two-edits-one-run?at=c6"],
  },
  {
    id: "create-or-update",
    en: "CreateOrUpdate reads from the cache, calls mutate for missing objects too, and makes no request when nothing changes. It retries nothing: a stale cache ends in AlreadyExists or Conflict.",
    zh: "CreateOrUpdate 从缓存读取，对象不存在时也调用 mutate，没有变化就不发请求。它从不重试：缓存陈旧的结果是 AlreadyExists 或 Conflict。",
    upstream: [controllerRuntime("pkg/controller/controllerutil/controllerutil.go:CreateOrUpdate")],
    tests: [
      testsIn("simulation/controllers/create-or-update")(
        "mutate is called for an object that does not exist yet, with nothing but its name",
      ),
      testsIn("simulation/controllers/create-or-update")("an object that mutate leaves as it is, is not written"),
      mirror("an equal copy makes no request"),
    ],
  },
]);

const processEntries: readonly Entry[] = entriesOf("process", [
  {
    id: "workers-start-after-sync",
    en: "Workers start only when every informer of the controller has synced and every handler has seen its initial list; the queue is full by then. It is looked at every 100 ms.",
    zh: "控制器的每个 informer 都同步、每个 handler 都看完初始列表之后，worker 才启动；那时队列已满。每 100 毫秒查看一次。",
    upstream: [
      controllerRuntime("pkg/internal/controller/controller.go:Start"),
      controllerRuntime("pkg/internal/source/kind.go:Start, WaitForSync"),
    ],
    runs: ["X11-waitforcachesync-poll"],
    facts: ["process.start", "process.workersStart"],
    moments: ["/s/three-pods?at=c1", "/s/stopping?at=c2"],
    leftOut: {
      en: "The 10 s retry for a kind that is not served yet is left out: scenarios only watch kinds that exist.",
      zh: "省略对尚未提供的 kind 每 10 秒重试：场景只 watch 存在的 kind。",
    },
  },
  {
    id: "stop-order",
    en: "At a stop the controller goes first: its queue is shut down and its runs are waited for. Then the informers, each waiting for the handler calls in progress.",
    zh: "停止时先停控制器：关闭队列，等待运行做完。然后停 informer，各自等待进行中的 handler 调用。",
    upstream: [controllerRuntime("pkg/manager/internal.go:engageStopProcedure")],
    runs: ["C11-shutdown-in-flight.priority", "T22-stop-drops-pending"],
    facts: ["process.stop", "process.stopped"],
    moments: ["/s/stopping?at=c3", "/s/stopping?at=c7"],
    leftOut: {
      en: "Webhook and HTTP servers, the warm-up group and several controllers in one manager are left out.",
      zh: "省略 webhook 与 HTTP 服务器、warmup 组，以及一个 manager 里的多个控制器。",
    },
  },
  {
    id: "crash",
    en: "A crash loses everything in memory: queue, cache, expectations. Requests on their way are served all the same. A restart reads everything anew and finds the same work.",
    zh: "崩溃会丢失内存中的一切：队列、缓存、expectations。在途的请求照样被处理。重启后重新读取一切，找到同样的工作。",
    upstream: [clientGo("tools/cache/shared_informer.go: no state outlives the process")],
    tests: [
      testsIn("simulation/controllers/replica-set")(
        "without expectations the same stale store leads to pods that are too many",
      ),
    ],
    facts: ["process.crash"],
    moments: ["/s/stopping?at=c7"],
  },
]);

const leaderEntries: readonly Entry[] = entriesOf("leader", [
  {
    id: "leader-acquire",
    en: "A candidate tries at once and then every 2 to 4.4 s. It takes a held lease only when 15 s have passed since it last saw it change, by its own clock; the times inside the lease are never compared.",
    zh: "候选者立刻尝试，之后每 2 到 4.4 秒一次。只有按自己的时钟、距上次看到变化已过 15 秒，才会接管被持有的 lease；lease 里的时间从不比较。",
    upstream: [clientGoMaster("tools/leaderelection/leaderelection.go:acquire, tryAcquireOrRenew")],
    runs: [
      "S03-leader-loss.seed1",
      "S04b-no-release.seed1",
      "L17-first-contact-with-old-lease",
      "L11b-half-second-renewals",
    ],
    tests: [
      election("a held lease is tried again 2 to 4.4 s later and taken when 15 s have passed unchanged"),
      election(
        "only changes that this observer sees count: a renewal restarts the 15 s, the times inside do not matter",
      ),
    ],
  },
  {
    id: "leader-renew",
    en: "A leader renews every 2 s. If it can't, it tries every 2 s and gives up 10 s after the first failing attempt began: 12 s after the last success.",
    zh: "leader 每 2 秒续约。续不上就每 2 秒再试，自第一次失败的尝试开始 10 秒后放弃，即最后一次成功的 12 秒之后。",
    upstream: [clientGoMaster("tools/leaderelection/leaderelection.go:renew")],
    runs: ["S03-leader-loss.seed1", "L01-outage-shorter-than-deadline", "L09-writes-forbidden", "L15-slow-api"],
    tests: [election("a leader that cannot renew tries every 2 s and gives up 10 s after the first failing attempt")],
  },
  {
    id: "leader-release",
    en: "With release on, a leader that stops writes an empty holder for one second, so its successor needs at most 4.4 s. Without it the successor waits out the lease.",
    zh: "开启 release 时，停下的 leader 写入空的 holder（一秒），继任者至多需要 4.4 秒。否则继任者要等 lease 过期。",
    upstream: [clientGoMaster("tools/leaderelection/leaderelection.go:release, tryRelease")],
    runs: [
      "S04-release.seed1",
      "L18-released-then-restart",
      "L05b-release-conflict-twice",
      "L19-release-impossible",
      "L21-release-forbidden",
    ],
    tests: [
      election("a cancel with release writes an empty holder for one second and keeps the transitions"),
      election("with release on, a lost lease is released too, as far as the API can be reached"),
    ],
  },
  {
    id: "leader-conflicts",
    en: "Two candidates that write at once are told apart by the resource version: one gets a conflict, and tries again as a candidate. A failing fast path is healed by reading within the same attempt.",
    zh: "同时写入的两个候选者由 resourceVersion 分出胜负：一个得到冲突，继续当候选者。快速路径失败时，会在同一次尝试里改为先读后写。",
    upstream: [clientGoMaster("tools/leaderelection/leaderelection.go:tryAcquireOrRenew")],
    runs: ["L10-two-successors-conflict", "L12-create-race", "L02-foreign-write-conflict", "L13-same-identity-restart"],
    tests: [election("a conflict on the fast path is healed by reading within the same attempt")],
  },
  {
    id: "leader-callbacks",
    en: "OnStartedLeading is launched after the first write, and OnStoppedLeading is called even for a candidate that never led.",
    zh: "OnStartedLeading 在第一次写入之后启动；即使从未当过 leader 的候选者，也会调用 OnStoppedLeading。",
    upstream: [clientGoMaster("tools/leaderelection/leaderelection.go:Run")],
    runs: ["L04-cancel-while-acquiring", "R-leader-01"],
    tests: [election("a candidate that never led calls OnStoppedLeading all the same when it is cancelled")],
  },
  {
    id: "leader-hanging-api",
    en: "A request that hangs is given up after the client's own limit of 5 s; without such a limit only the deadline ends it.",
    zh: "挂住的请求由客户端自身的 5 秒上限放弃；没有这个上限时，只有期限能结束它。",
    upstream: [clientGoMaster("tools/leaderelection/resourcelock/interface.go:NewFromKubeconfig")],
    runs: ["L06-hanging-api-with-client-timeout", "L07-hanging-api-no-timeout"],
    tests: [election("an answer after the client's own limit is ignored")],
  },
]);

const conflictEntries: readonly Entry[] = entriesOf("conflict", [
  {
    id: "retry-on-conflict",
    en: "RetryOnConflict calls a function again while it returns a conflict: five calls some 10 ms apart, then the conflict itself is returned. Any other error ends it at once.",
    zh: "RetryOnConflict 在函数返回冲突时再次调用：五次，间隔约 10 毫秒，之后返回冲突本身。其他 error 立刻结束。",
    upstream: [clientGoMaster("util/retry/util.go:OnError, DefaultRetry")],
    runs: [
      "S07-retry-default.seed1",
      "T01-third-call-succeeds",
      "T03-not-found-first",
      "T04-wrapped-conflict",
      "T08-zero-steps",
    ],
    tests: [
      retry("the default makes five calls 10 ms apart and then gives the conflict back"),
      retry("success and other errors return at once"),
    ],
  },
  {
    id: "retry-backoff-preset",
    en: "The DefaultBackoff preset makes four calls with pauses of about 10, 50 and 250 ms; each pause is stretched by up to a tenth.",
    zh: "预设 DefaultBackoff 调用四次，间隔约 10、50、250 毫秒；每次间隔最多再加十分之一。",
    upstream: [clientGoMaster("util/retry/util.go:DefaultBackoff")],
    runs: ["S07b-backoff-default.seed1", "T07-no-jitter", "T06-single-step"],
    tests: [
      retry("the back-off preset pauses 10, 50 and 250 ms"),
      retry("jitter stretches each pause by up to a tenth"),
    ],
  },
  {
    id: "retry-needs-a-live-read",
    en: "A retry that reads from the cache sends the same stale version five times within some 45 ms and fails. A live read gets past the conflict.",
    zh: "从缓存读取的重试会在约 45 毫秒内把同一个陈旧版本发送五次，然后失败。实时读取才能越过冲突。",
    upstream: [clientGoMaster("util/retry/util.go:RetryOnConflict")],
    tests: [
      mirror("a retry that reads from the store sends the same stale version five times and fails"),
      mirror("a retry that reads from the server gets past the conflict"),
    ],
  },
]);

/** The loop around Reconcile, what feeds it, its process, election and conflicts. */
export const loopEntriesOfAll: readonly Entry[] = [
  ...loopEntries,
  ...sourceEntries,
  ...processEntries,
  ...leaderEntries,
  ...conflictEntries,
];
