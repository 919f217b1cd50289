import { type Entry, entriesOf, fact, testsIn } from "./entry.ts";
import { clientGo, controllerRuntime } from "./upstream.ts";

const life = testsIn("simulation/cluster/actors/process-life");
const order = testsIn("simulation/cluster/actors/manager-order");
const sync = testsIn("simulation/cluster/actors/cache-sync");
const runs = testsIn("simulation/cluster/actors/run-reconcile");
const small = testsIn("simulation/controllers/small-controllers");
const loop = testsIn("simulation/cluster/queue/controller-loop");
const decision = testsIn("simulation/cluster/queue/decision");
const worker = testsIn("simulation/machines/worker");
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
    id: "reconcile-id",
    en: "Every attempt has an id of its own, a new uuid that the log calls reconcileID, also when the same key runs again. The request holds only namespace and name: the uid is known once the object has been read.",
    zh: "每次尝试都有自己的 id：一个新的 uuid，日志里叫 reconcileID；同一个 key 再次运行也会换新。请求里只有 namespace 与 name：读到对象之后才知道 uid。",
    upstream: [controllerRuntime("pkg/internal/controller/controller.go:reconcileHandler")],
    tests: [runs("every attempt has an id of its own, and a read of one object says which uid it has")],
    facts: ["reconcile.start"],
    moments: ["/s/three-pods?at=c4"],
  },
  {
    id: "worker-waits",
    en: "While it waits for the API server or sleeps, a run keeps its worker and its key. Other keys go on with other workers, in no order.",
    zh: "等待 API server 或 sleep 期间，运行一直占着 worker 与 key。其他 key 由其他 worker 继续，没有次序。",
    upstream: [controllerRuntime("pkg/internal/controller/controller.go:Start")],
    runs: ["Z09-three-workers.priority", "Z24-long-run-and-backoff.priority"],
    tests: [
      runs("two workers never run one key at the same time"),
      loop("several workers run different keys at once and never the same one"),
    ],
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
      small("an error is tried again after 5 ms, 10 ms, and twice as long each time"),
      decision("an error adds the key again, rate limited and with its priority"),
      decision("an error beats the result, with a warning, whether it is terminal or not"),
    ],
    facts: [fact("reconcile.end", { row: "1b" }), "reconcile.resultIgnored"],
    moments: ["/s/backoff-staircase?at=c2", "/s/every-result?at=c4"],
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
    tests: [
      small("a terminal error is not tried again"),
      decision("a terminal error leaves the queue and the failures alone"),
    ],
    facts: [fact("reconcile.end", { row: "1a" })],
    moments: ["/s/every-result?at=c3"],
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
    moments: ["/s/every-result?at=c5"],
  },
  {
    id: "row-requeue",
    en: "Row 3: Requeue: true is rate limited like an error and forgets nothing; repeated, it ends at one run per 1000 s.",
    zh: "3 行：Requeue: true 像 error 一样限速，什么也不忘；一再返回它，最终每 1000 秒运行一次。",
    upstream: [controllerRuntime("pkg/internal/controller/controller.go:reconcileHandler")],
    runs: ["C04-requeue.priority", "C04-requeue.classic", "Z02-requeue-series.priority"],
    tests: [
      small("Requeue: true backs off like an error and counts as none"),
      decision("Requeue is rate limited and forgets nothing"),
    ],
    facts: [fact("reconcile.end", { row: "3" })],
    moments: ["/s/requeue-true?at=c2", "/s/every-result?at=c6"],
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
      small("a panic is recovered and tried again"),
      loop("a recovered panic is an error with back-off and counts as panic"),
      loop("a panic that is not recovered ends the process: nothing happens any more"),
    ],
    facts: [fact("reconcile.end", { outcome: "panic" })],
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
    tests: [
      runs("a read says how many revisions of the kind its store lacks"),
      mirror("a copy that the store does not know yet leads to AlreadyExists, which is returned"),
    ],
    facts: ["reconcile.read"],
    moments: ["/s/three-pods?at=c6", "/s/two-edits-one-run?at=c6"],
  },
  {
    id: "uncached-read",
    en: "A read of a kind that nothing watches finds no cache. With ReaderFailOnMissingInformer it returns an error that names the kind, such as /v1, Kind=Secret is not cached, and the run fails with it until a watch is added.",
    zh: "读取没有任何 watch 的 kind 时没有缓存可读。设置 ReaderFailOnMissingInformer 后，读取返回一个指出该 kind 的错误，例如 /v1, Kind=Secret is not cached；在加上 watch 之前，这次运行总以它失败。",
    upstream: [controllerRuntime("pkg/cache/informer_cache.go:getInformerForKind, ErrResourceNotCached")],
    tests: [runs("a read of a kind without an informer is an error of the run: %j")],
    leftOut: {
      en: "By default the first read starts an informer and waits for it. A scenario file has to name what its reconcilers read.",
      zh: "默认情况下，第一次读取会启动一个 informer 并等待它。场景文件必须写明 reconciler 读取的 kind。",
    },
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
    tests: [
      life(
        "informers start first, handlers join at the first poll after the sync, workers start when every registration has synced",
      ),
      life("an informer that never syncs holds every worker back"),
    ],
    facts: ["process.start", "process.workersStart"],
    moments: ["/s/three-pods?at=c1", "/s/stopping?at=c2"],
    leftOut: {
      en: "The 10 s retry for a kind that is not served yet is left out: scenarios only watch kinds that exist.",
      zh: "省略对尚未提供的 kind 每 10 秒重试：场景只 watch 存在的 kind。",
    },
  },
  {
    id: "start-order",
    en: "Nothing of a controller, not even a LIST, happens before its replica leads. Then come the informers, their handlers when they have synced, and the workers last.",
    zh: "副本成为 leader 之前，它的控制器什么也不做，连 LIST 也不发。之后先是 informer，同步后加入 handler，最后才是 worker。",
    upstream: [
      controllerRuntime("pkg/manager/internal.go:Start"),
      controllerRuntime("pkg/internal/controller/controller.go:startEventSourcesAndQueueLocked"),
    ],
    tests: [
      order("at a start the lease comes first, then the informers, then the handlers, and the workers last"),
      order("without an election the informers start with the process, and the workers still come last"),
    ],
    leftOut: {
      en: "Informers that exist before the start, which the manager would wait for first and without a limit, and EnableWarmup.",
      zh: "启动之前已存在的 informer（manager 会先等它们，且没有时限），以及 EnableWarmup。",
    },
  },
  {
    id: "cache-sync-timeout",
    en: "Each source may wait CacheSyncTimeout, 2 min by default, until its cache has synced and its handler has heard the initial list. Then the start fails, the manager returns the error and the process ends. Built-in controllers wait for ever.",
    zh: "每个 source 至多等待 CacheSyncTimeout（默认 2 分钟），直到缓存同步、handler 看完初始列表。超时则启动失败，manager 返回 error，进程退出。内置控制器则一直等待。",
    upstream: [
      controllerRuntime("pkg/internal/controller/controller.go:startEventSourcesAndQueueLocked"),
      controllerRuntime("pkg/internal/source/kind.go:WaitForSync"),
      controllerRuntime("pkg/controller/controller.go:CacheSyncTimeout"),
    ],
    moments: ["/s/cache-never-synced?at=c3"],
    facts: ["process.syncTimedOut"],
    tests: [
      sync("after exactly two minutes without one cache the process ends and starts again (%s)"),
      sync("an informer that syncs just before the limit does not trip it, and nothing is counted afterwards"),
      sync("without a limit a start waits for ever, as the controllers of kube-controller-manager do"),
      sync("with an election the limit counts from when the replica leads, not while it stands by"),
    ],
    leftOut: {
      en: "A scenario has to set cacheSyncTimeout (2m is controller-runtime's default); without it a start waits for ever. The manager's orderly stop before the exit is left out, and the container starts again after a fixed second.",
      zh: "时限由场景的 cacheSyncTimeout 设定（controller-runtime 默认为 2m），不写就一直等待。省略退出前 manager 的有序停止；容器固定在一秒后重启。",
    },
  },
  {
    id: "stop-order",
    en: "At a stop the controller goes first: its queue is shut down and its runs are waited for. Then the informers, each waiting for the handler calls in progress. The election ends last; until then the lease is renewed. After GracefulShutdownTimeout, 30 s by default, nothing but the election is waited for: the manager returns an error, and the process ends with what still runs. 0 does not wait, and is no error.",
    zh: "停止时先停控制器：关闭队列，等待运行做完。然后停 informer，各自等待进行中的 handler 调用。选举最后结束，在那之前一直续约。超过 GracefulShutdownTimeout（默认 30 秒）后，除选举外不再等待：manager 返回 error，进程带着仍在运行的部分退出。设为 0 则不等待，也不算 error。",
    upstream: [controllerRuntime("pkg/manager/internal.go:engageStopProcedure")],
    runs: ["C11-shutdown-in-flight.priority", "T22-stop-drops-pending"],
    tests: [
      life("a stop ends the queue, then waits for the run, then stops the informers, then the process is over"),
      life("the classic queue runs itself empty during a stop, the priority queue drops the rest"),
      order("at a stop every worker ends before the first informer is stopped, and the election ends last"),
      order(
        "while the runs of a stopping leader end, its caches follow the server and its lease is renewed; their context ended at the stop",
      ),
      order(
        "a stop that takes longer than its grace period ends at that instant with an error, and the lease is given back first",
      ),
      order("a stop within its grace period is no error, and with a grace period of nothing nobody is waited for"),
    ],
    facts: ["process.stop", "process.stopped", "process.stopTimedOut"],
    moments: ["/s/stopping?at=c3", "/s/stopping?at=c7"],
    leftOut: {
      en: "A scenario has to set gracefulShutdownTimeout; without it a stop waits for ever, as upstream with a negative one. Webhook and HTTP servers, the warm-up group and several controllers in one manager are left out.",
      zh: "宽限期由场景的 gracefulShutdownTimeout 设定，不写就一直等待（上游设为负数也是如此）。省略 webhook 与 HTTP 服务器、warmup 组，以及一个 manager 里的多个控制器。",
    },
  },
  {
    id: "crash",
    en: "A crash loses everything in memory: queue, cache, expectations. Requests on their way are served all the same. A restart reads everything anew and finds the same work.",
    zh: "崩溃会丢失内存中的一切：队列、缓存、expectations。在途的请求照样被处理。重启后重新读取一切，找到同样的工作。",
    upstream: [clientGo("tools/cache/shared_informer.go: no state outlives the process")],
    tests: [
      life(
        "a crash forgets memory, queue and stores; the write that was on its way is made, its answer heard by nobody",
      ),
      testsIn("simulation/controllers/replica-set")(
        "without expectations the same stale store leads to pods that are too many",
      ),
    ],
    facts: ["process.crash"],
    moments: ["/s/stopping?at=c7"],
  },
]);

/** The loop around Reconcile, what feeds it, and its process. */
export const loopAndProcessEntries: readonly Entry[] = [...loopEntries, ...sourceEntries, ...processEntries];
