import { type Entry, entriesOf, fact, testsIn } from "./entry.ts";
import { clientGo, controllerRuntime } from "./upstream.ts";

const listener = testsIn("simulation/cluster/informer/listeners");
const behaviour = testsIn("conformance/informer-behaviour");
const moreBehaviour = testsIn("conformance/informer-handlers-behaviour");
const stopping = testsIn("conformance/informer-stop-behaviour");
const chart = testsIn("simulation/machines/informer");
const goroutines = testsIn("simulation/cluster/actors/listener-goroutines");

const handlerEntries: readonly Entry[] = entriesOf("handlers", [
  {
    id: "handlers-are-sequential",
    en: "One handler gets its calls one after the other, in the order in which they were distributed. Between two handlers there is no order.",
    zh: "同一个 handler 的调用一个接一个，按分发的次序。两个 handler 之间没有次序。",
    upstream: [clientGo("tools/cache/shared_informer.go:processorListener.run")],
    runs: ["T18-synced-before-handlers", "T36-batch-while-processing"],
    facts: ["handler.call", "handler.return"],
    moments: ["/s/three-pods?at=c3"],
  },
  {
    id: "slow-handler-holds-nobody",
    en: "A listener has two goroutines, pop and run. Each hand-over, from the process loop to pop and from pop to run, is a channel without a buffer; pop has a ring without limit. So a slow handler delays neither the store nor other handlers; it costs memory.",
    zh: "一个 listener 有两个 goroutine：pop 与 run。从处理循环到 pop、从 pop 到 run，都用没有缓冲的 channel 交接；pop 有一个没有上限的环。所以慢的 handler 既不拖慢 store，也不拖慢其他 handler，只是耗内存。",
    upstream: [clientGo("tools/cache/shared_informer.go:processorListener.pop, run")],
    runs: ["T18-synced-before-handlers"],
    tests: [
      moreBehaviour("a slow handler holds up neither the cache nor another handler"),
      goroutines(
        "what comes while the runner is in its call the pump keeps, and hands over one by one when it comes back",
      ),
    ],
    facts: ["pop.kept", "pop.handedOver"],
    moments: ["/s/slow-handler?at=c5", "/s/stopping?at=c1"],
  },
  {
    id: "initial-flag",
    en: "OnAdd says whether it belongs to the initial list: true for the first population and for a late handler's replay, false for everything later, also for objects that a relist finds.",
    zh: "OnAdd 会说明它是否属于初始列表：第一次的内容与迟到 handler 的重放为 true，此后一切都是 false，包括 relist 发现的对象。",
    upstream: [clientGo("tools/cache/shared_informer.go:OnAdd, AddEventHandlerWithOptions")],
    runs: ["T01-basic-default", "T06-410-relist-default", "T17-late-handler"],
    facts: [fact("handler.call", { initial: true })],
  },
  {
    id: "late-handler",
    en: "A handler that joins late gets the store replayed as initial adds, without any request. Meanwhile nothing is processed; later changes follow in order. Nobody else notices.",
    zh: "迟到的 handler 会得到 store 的重放（作为初始的 add），不发任何请求。其间不处理任何 delta，之后的变化按次序跟上。别人察觉不到。",
    upstream: [clientGo("tools/cache/shared_informer.go:AddEventHandlerWithOptions")],
    runs: [
      "T17-late-handler",
      "T17-late-handler-nonatomic",
      "T17-late-handler-deltafifo",
      "Y02-late-handler-while-stopping",
    ],
    tests: [
      moreBehaviour("a handler that joins while an item is processed waits for it and then gets the cache replayed"),
      moreBehaviour("a handler added while the first list is under way gets the initial adds from the list"),
      stopping(
        "a handler that joins while the stop is held up by a streaming list gets the cache and is synced (AddEventHandlerWithOptions, listener.watchSynced)",
      ),
    ],
    facts: ["handler.added", "replay"],
    states: ["informer.handlers", "informer.handlers.Waiting"],
    edges: ["informer.handlers.Synced handlerJoined"],
    moments: ["/s/three-pods?at=c1"],
  },
  {
    id: "registration-synced",
    en: "A registration is synced when the informer is and the handler's last initial OnAdd has returned. HasSynced of the informer says nothing about handlers.",
    zh: "informer 已同步，并且 handler 的最后一个初始 OnAdd 已返回，注册才算同步。informer 的 HasSynced 与 handler 无关。",
    upstream: [clientGo("tools/cache/synctrack/synctrack.go:SingleFileTracker")],
    runs: ["T18-synced-before-handlers", "T17-late-handler", "X10-add-handler-before-run-then-items"],
    tests: [
      listener("a registration is synced when the informer is and its last initial add returned, in either order"),
      listener("a notification that the filter swallows still counts"),
    ],
    facts: ["synced"],
    states: ["informer.handlers.Synced"],
    edges: ["informer.handlers.Waiting handlersSynced"],
    moments: ["/s/stopping?at=c1"],
  },
  {
    id: "deltafifo-syncs-early",
    en: "Under today's channels DeltaFIFO can report synced before its last initial item is in the store. The recorded runs of that era show it; the order against the first OnAdd is open.",
    zh: "在如今基于 channel 的实现里，DeltaFIFO 可能在最后一个初始项进入 store 之前就报告 synced。那个时代的录制运行就是如此；它与第一个 OnAdd 的先后不定。",
    upstream: [clientGo("tools/cache/delta_fifo.go:Pop")],
    runs: [
      "X20-deltafifo-premature-handler-sync",
      "X26-slow-processing-of-initial-list-deltafifo",
      "T18-synced-before-handlers-deltafifo",
    ],
    leftOut: {
      en: "The engine reports synced after processing in all profiles, as callers of client-go up to 0.35 saw it.",
      zh: "引擎在所有 profile 里都在处理之后才报告 synced，正如 0.35 及以前 client-go 的调用者所见。",
    },
  },
  {
    id: "resync-contacts-nobody",
    en: "A resync sends the store's own objects once more as OnUpdate(x, x). No request is made; it cannot repair a missed event or a stale store.",
    zh: "resync 把 store 里的对象再发一遍，作为 OnUpdate(x, x)。不发任何请求；它修不好错过的事件，也修不好陈旧的 store。",
    upstream: [clientGo("tools/cache/reflector.go:startResync"), clientGo("tools/cache/the_real_fifo.go:Resync")],
    runs: ["T16-resync-default", "T16-resync-deltafifo"],
    tests: [moreBehaviour("a resync contacts nobody")],
    facts: ["resync.tick"],
  },
  {
    id: "resync-clock",
    en: "The resync clock runs while the reflector watches, across re-watches; each relist starts it anew. If relists come more often than the period, it never fires.",
    zh: "resync 计时只在 reflector watch 期间运行，跨越重新 watch；每次 relist 都让它重新开始。如果 relist 比周期还频繁，它永远不会触发。",
    upstream: [clientGo("tools/cache/reflector.go:startResync, resyncChan")],
    runs: ["T16-resync-default"],
    tests: [moreBehaviour("a relist starts the resync clock anew")],
  },
  {
    id: "resync-periods",
    en: "A handler asks for at least one second. Before the start a quicker one lowers the informer's period, afterwards it is raised to it. An informer with period 0 never resyncs, whatever handlers ask.",
    zh: "handler 至少要求一秒。启动前更快的要求会降低 informer 的周期，启动后则被提高到它。周期为 0 的 informer 永远不 resync，不管 handler 要什么。",
    upstream: [clientGo("tools/cache/shared_informer.go:determineResyncPeriod, minimumResyncPeriod")],
    runs: ["X18-resync-asked-on-informer-without", "T16-resync-default", "Y08-resync-periods"],
    tests: [
      listener("a handler asks for at least one second; zero means never"),
      moreBehaviour(
        "before the start handlers lower the informer's resync period, afterwards they take what there is, never less than a second",
      ),
    ],
  },
  {
    id: "syncing-flag",
    en: "A handler's syncing flag is true at registration and is set anew at each tick to whether it is due. So with period 0 a relist tells every handler of every unchanged object; once ticks happen, only those that were due.",
    zh: "handler 的 syncing 标志在注册时为真，每次 tick 时改为“是否到期”。因此周期为 0 时，relist 会把每个没变的对象告诉每个 handler；有了 tick 之后，只告诉到期的。",
    upstream: [clientGo("tools/cache/shared_informer.go:shouldResync, distribute")],
    runs: [
      "X09-replaced-twice-resync0-vs-resync",
      "X09-replaced-twice-resync0-vs-resync-nonatomic",
      "X09-replaced-twice-resync0-vs-resync-deltafifo",
      "T16-resync-default",
    ],
    tests: [
      listener("an unchanged object goes only to handlers whose syncing flag is set"),
      listener("a tick makes a handler syncing if its own period has passed, else not"),
    ],
    facts: [fact("notification.missed", { reason: "notSyncing" }), "notification.missed"],
  },
  {
    id: "filtering-handler",
    en: "A filtering handler turns an update that comes into the filter into OnAdd and one that leaves it into OnDelete of the old object.",
    zh: "带过滤的 handler 把进入过滤范围的更新变成 OnAdd，把离开的更新变成旧对象的 OnDelete。",
    upstream: [clientGo("tools/cache/controller.go:FilteringResourceEventHandler")],
    runs: ["T31-filter", "T31-filter-deltafifo"],
    tests: [listener("a filter turns updates that cross it into adds and deletes")],
    facts: [fact("notification.missed", { reason: "filtered" })],
    leftOut: {
      en: "Scenario files cannot set a filter; the recorded runs do.",
      zh: "场景文件不能设置过滤；录制的运行可以。",
    },
  },
  {
    id: "handler-removed",
    en: "Removing a handler drops what is pending for it; the call in progress goes on, and Run waits for it as for any other. Unless it was the last initial add, the registration never becomes synced.",
    zh: "移除 handler 会丢掉等待它的通知；进行中的调用继续完成，Run 照样会等它返回。除非它正是最后一个初始 add，否则这个注册永远不会再同步。",
    upstream: [clientGo("tools/cache/shared_informer.go:RemoveEventHandler, ShutDownEventHandler")],
    runs: ["T32-remove-handler", "Y01-removed-handler-busy-at-stop", "Y05-wait-for-sync-after-stop"],
    tests: [
      listener("a closed listener drops what is pending and takes nothing more"),
      stopping(
        "Run returns when the call in progress of a removed handler has returned, too (sharedProcessor.run waits for the group of all goroutines)",
      ),
      stopping(
        "RemoveEventHandler waits while the processor ends, which holds listenersLock until the calls in progress have returned (sharedProcessor.run)",
      ),
      stopping(
        "RemoveEventHandler and ShutDownEventHandler fail for a handle that is none (sharedProcessor.removeListener)",
      ),
    ],
    facts: ["handler.removed", "handler.shutdown", fact("notifications.dropped", { reason: "removed" })],
    leftOut: {
      en: "Controllers of a scenario never remove a handler; the recorded runs do.",
      zh: "场景中的控制器从不移除 handler；录制的运行会。",
    },
  },
]);

const informerEntries: readonly Entry[] = entriesOf("informer", [
  {
    id: "informer-states",
    en: "An informer has no such enum: only two booleans and a channel. Stopped, Starting, Synced, Running and Stopping name what one can observe of them.",
    zh: "informer 里并没有这样的枚举，只有两个布尔值和一个 channel。Stopped、Starting、Synced、Running、Stopping 是对其可观察情形的命名。",
    upstream: [clientGo("tools/cache/shared_informer.go:RunWithContext, HasSynced, IsStopped")],
    runs: ["T23-run-twice-add-after-stop", "X10-add-handler-before-run-then-items"],
    tests: [chart("every state is reachable")],
    facts: ["machine.transition"],
    states: ["informer", "informer.lifecycle"],
    moments: ["/s/three-pods?at=c1"],
  },
  {
    id: "informer-starting",
    en: "Starting: Run has been called, the first list is not in the store yet. The reflector's version may already be set.",
    zh: "Starting：Run 已被调用，第一个列表还没进入 store。reflector 的版本可能已经设置。",
    upstream: [clientGo("tools/cache/shared_informer.go:RunWithContext")],
    runs: ["X26-slow-processing-of-initial-list-default", "T10-list-refused-long"],
    states: ["informer.lifecycle.Starting"],
    edges: ["informer.lifecycle.Stopped run"],
    moments: ["/s/three-pods?at=c1"],
  },
  {
    id: "informer-synced",
    en: "Synced: the first list has been popped and is in the store, and its notifications were handed on. No handler need have run. It is Running once every registration has synced.",
    zh: "Synced：第一个列表已取出并进入 store，通知也已交出。handler 可能一次都还没运行。每个注册都同步之后才是 Running。",
    upstream: [clientGo("tools/cache/shared_informer.go:HasSynced, HasSyncedChecker")],
    runs: ["T18-synced-before-handlers", "T01-basic-default"],
    facts: [fact("synced", { who: "informer" })],
    states: ["informer.lifecycle.Synced", "informer.lifecycle.Running"],
    edges: ["informer.lifecycle.Starting cacheSynced", "informer.lifecycle.Synced handlersSynced"],
    moments: ["/s/three-pods?at=c1"],
  },
  {
    id: "no-way-back-from-synced",
    en: "Nothing leads back from Synced: disconnection, 410 and relist leave HasSynced true. They are another region, the connection.",
    zh: "从 Synced 没有回头路：断线、410、relist 都不改变 HasSynced 为 true。它们属于另一个区域：连接。",
    upstream: [clientGo("tools/cache/shared_informer.go:HasSynced")],
    runs: ["T06-410-relist-default", "T12-429"],
    tests: [
      chart("losing the connection does not move the lifecycle"),
      chart("a late handler is waited for without leaving Running"),
    ],
    states: [
      "informer.connection",
      "informer.connection.Disconnected",
      "informer.connection.Listing",
      "informer.connection.Watching",
      "informer.connection.BackingOff",
    ],
    moments: ["/s/stream-ends?at=c3", "/s/watch-history-gone?at=c2"],
  },
  {
    id: "informer-runs-once",
    en: "An informer runs once. A second Run returns at once and disturbs nothing; after the stop AddEventHandler fails and Run returns at once.",
    zh: "informer 只运行一次。第二次 Run 立刻返回，不影响任何东西；停止之后，AddEventHandler 失败，Run 立刻返回。",
    upstream: [clientGo("tools/cache/shared_informer.go:RunWithContext, AddEventHandlerWithOptions")],
    runs: ["T23-run-twice-add-after-stop"],
    tests: [chart("a stopped informer never runs again")],
    facts: ["informer.ignored", fact("handler.added", { ok: false })],
    states: ["informer.lifecycle.Stopped"],
    moments: ["/s/stopping?at=c7"],
  },
  {
    id: "informer-stop",
    en: "A stop guarantees nothing about what is queued: the item in hand is finished, the backlog never popped, pending notifications dropped. Run returns after the handler calls in progress.",
    zh: "停止对排队的内容不作任何保证：手上的一项会做完，积压的永远不再取出，等待的通知被丢弃。Run 在进行中的 handler 调用返回之后才返回。",
    upstream: [
      clientGo("tools/cache/shared_informer.go:RunWithContext, processor.run"),
      clientGo("tools/cache/controller.go:processLoop"),
    ],
    runs: ["T22-stop-drops-pending", "T22-stop-drops-pending-deltafifo", "X03-stop-with-fifo-backlog"],
    tests: [behaviour("a stop while the reflector waits for the queue lets it finish that one write")],
    facts: ["run.return", "notifications.dropped", fact("informer.ignored", { reason: "stopped" })],
    states: ["informer.lifecycle.Stopping"],
    edges: [
      "informer.lifecycle.Starting stop",
      "informer.lifecycle.Synced stop",
      "informer.lifecycle.Running stop",
      "informer.lifecycle.Stopping runReturned",
    ],
    moments: ["/s/stopping?at=c6"],
  },
  {
    id: "wait-for-cache-sync",
    en: "WaitForCacheSync polls every 100 ms, so it may return up to 100 ms late, and says only that the informers asked have synced. Once its context is cancelled it gives up at once.",
    zh: "WaitForCacheSync 每 100 毫秒查一次，所以可能晚到 100 毫秒，而且只说明被询问的 informer 已同步。context 一旦取消，它立刻放弃。",
    upstream: [
      clientGo("tools/cache/shared_informer.go:WaitForCacheSync, syncedPollPeriod"),
      controllerRuntime("pkg/internal/source/kind.go:Start"),
    ],
    runs: ["X11-waitforcachesync-poll", "Y05-wait-for-sync-after-stop"],
    tests: [
      stopping(
        "WaitForCacheSync gives up at once when its context is cancelled, and says true to what has synced all the same (wait.PollImmediateUntil)",
      ),
    ],
    moments: ["/s/three-pods?at=c1"],
  },
]);

/** Handlers with their resync, and the informer as a whole. */
export const handlerAndInformerEntries: readonly Entry[] = [...handlerEntries, ...informerEntries];
