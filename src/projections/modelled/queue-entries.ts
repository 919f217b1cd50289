import { type Entry, entriesOf, fact, testsIn } from "./entry.ts";
import { clientGoMaster, controllerRuntime, goRate, knativePkg, kubernetes } from "./upstream.ts";

const classic = testsIn("simulation/cluster/queue/classic-queue");
const priority = testsIn("simulation/cluster/queue/priority-queue");
const both = testsIn("simulation/cluster/queue/work-queue");
const limiter = testsIn("simulation/cluster/queue/limiter");
const chart = testsIn("simulation/machines/reconcile");
const heap = testsIn("simulation/cluster/queue/delay-heap");
const contract = testsIn("simulation/controllers/reconciler-contract");

const classicEntries: readonly Entry[] = entriesOf("queue", [
  {
    id: "queue-holds-keys",
    en: "The queue holds keys, not events. Adding a key that already stands in line changes nothing: one run covers both.",
    zh: "队列里放的是 key，不是事件。加入一个已在排队的 key 什么也不改变：一次运行管两次。",
    upstream: [clientGoMaster("util/workqueue/queue.go:Add")],
    runs: ["G01-fifo-dedup", "Z07-event-storm-during-run.classic"],
    tests: [classic("keys leave in the order of adding, and adding a queued key changes nothing")],
    facts: ["queue.coalesced", "queue.add", "queue.enqueued"],
    states: ["reconcile", "reconcile.place", "reconcile.place.queued", "reconcile.place.idle"],
    edges: ["reconcile.place.idle added", "reconcile.place.queued added"],
    moments: ["/s/two-edits-one-run?at=c3"],
  },
  {
    id: "dirty-while-processing",
    en: "A key that is added while a worker has it becomes dirty and runs once more after Done, at the tail, however often it was added. It is never with two workers at once.",
    zh: "worker 手里的 key 又被加入时变为 dirty，Done 之后在队尾再运行一次，不管加了多少次。它从不会同时在两个 worker 手里。",
    upstream: [clientGoMaster("util/workqueue/queue.go:Add, Done")],
    runs: ["G02-dirty-while-processing", "Z07-event-storm-during-run.classic"],
    tests: [
      classic("a key added while being processed runs once more, behind the keys that came meanwhile"),
      chart("adds while queued are covered by one run, adds while processing by one more run"),
    ],
    facts: ["queue.markedDirty", fact("queue.enqueued", { reason: "doneWhileDirty" })],
    states: [
      "reconcile.place.processing",
      "reconcile.place.processing.meanwhile",
      "reconcile.place.processing.meanwhile.clean",
      "reconcile.place.processing.meanwhile.dirty",
    ],
    edges: [
      "reconcile.place.queued handedOut",
      "reconcile.place.processing.meanwhile.clean added",
      "reconcile.place.processing.meanwhile.clean done",
      "reconcile.place.processing.meanwhile.dirty added",
      "reconcile.place.processing.meanwhile.dirty done",
    ],
    moments: ["/s/two-edits-one-run?at=c5&profile=classic"],
  },
  {
    id: "hand-out",
    en: "Get hands out the head of the line. Of several idle workers the one that is idle longest gets it.",
    zh: "Get 交出队首。若有几个空闲的 worker，空闲最久的得到它。",
    upstream: [clientGoMaster("util/workqueue/queue.go:Get")],
    runs: ["X07-two-idle-workers", "Z09-three-workers.classic"],
    tests: [classic("the worker that is idle longest gets the next key")],
    facts: ["queue.get"],
    leftOut: {
      en: "In Go a worker that asks at the right moment may barge in before the one that waits longest.",
      zh: "在 Go 里，恰好此刻来要的 worker 可能插到等得最久的前面。",
    },
    moments: ["/s/three-pods?at=c4"],
  },
  {
    id: "done",
    en: "Done ends the hold on a key. Called for a key that nobody processes it puts a second copy into the line and drives the depth gauge below zero.",
    zh: "Done 结束对 key 的占用。对没人在处理的 key 调用它，会让队列里出现第二份，并把 depth 指标降到零以下。",
    upstream: [clientGoMaster("util/workqueue/queue.go:Done")],
    runs: ["G06-misuse-done-on-queued", "X10-unknown-keys"],
    tests: [classic("Done without Get puts a second copy into the line and drives the depth below zero")],
    facts: ["queue.done"],
  },
  {
    id: "length-and-depth",
    en: "Len counts keys in line; the depth metric also counts keys that are dirty while being processed. Latency runs from the Add.",
    zh: "Len 只数排队的 key；depth 指标还数处理中又变 dirty 的 key。latency 从 Add 算起。",
    upstream: [
      clientGoMaster("util/workqueue/queue.go:Len"),
      clientGoMaster("util/workqueue/metrics.go:add, get, done"),
    ],
    runs: ["G02-dirty-while-processing", "X27-latency-of-dirty-key", "X18-unfinished-work-classic"],
    tests: [classic("depth counts a key that is dirty while being processed, the length does not")],
  },
  {
    id: "queue-histograms",
    en: "The wait in the queue is observed at Get, from the moment the key is due; the work at Done. A delay, be it a back-off or RequeueAfter, is in neither.",
    zh: "排队等待在 Get 时记下，从 key 到期算起；处理用时在 Done 时记下。延迟（退避或 RequeueAfter）不在其中。",
    upstream: [
      clientGoMaster("util/workqueue/metrics.go:add, get, done"),
      controllerRuntime("pkg/controller/priorityqueue/metrics.go:add, get, done"),
      controllerRuntime("pkg/internal/metrics/workqueue.go"),
    ],
    tests: [
      {
        file: "src/projections/reconcile-readings.test.ts",
        title: "the wait is observed at Get and the work at Done, in decades from 10 ns on; a back-off is in neither",
      },
    ],
    moments: ["/s/observe-a-controller?at=c5"],
    leftOut: {
      en: "Native histogram buckets; the unfinished-work gauges are exact instead of half a second old; a hand-over takes no virtual time.",
      zh: "原生直方图桶；unfinished-work 指标是精确值，而不是每半秒刷新；交接不占用虚拟时间。",
    },
  },
  {
    id: "classic-delay",
    en: "AddAfter keeps at most one waiting entry per key, the earliest: an earlier time moves it, a later one is dropped.",
    zh: "AddAfter 每个 key 至多保留一个等待条目，即最早的：更早的时间会移动它，更晚的被丢弃。",
    upstream: [clientGoMaster("util/workqueue/delaying_queue.go:AddAfter, insert")],
    runs: ["G07-addafter", "G08-earliest-wins", "X05-rate-limited-moves-long-entry"],
    tests: [both(": of several delays the earliest wins and the key comes once")],
    facts: ["queue.addAfter", "queue.delayStarted", "queue.delayMovedEarlier", "queue.laterDelayDropped"],
    states: ["reconcile.delay", "reconcile.delay.none", "reconcile.delay.waiting"],
    edges: ["reconcile.delay.none delayed", "reconcile.delay.waiting delayed"],
  },
  {
    id: "classic-delay-survives-add",
    en: "In the classic queue a plain Add leaves a pending delay alone: the key runs now and again when the delay is over. So an event before a RequeueAfter makes two runs.",
    zh: "在经典队列里，普通的 Add 不动等待中的延迟：key 现在运行，延迟到期再运行一次。所以 RequeueAfter 之前来的事件带来两次运行。",
    upstream: [clientGoMaster("util/workqueue/delaying_queue.go:waitingLoop")],
    runs: ["G09-add-does-not-cancel", "C09-event-before-timer.classic", "C07-event-during-requeue-after.classic"],
    tests: [
      both("an add while a delay runs: classic runs the key twice, priority once"),
      chart("in the classic queue a waiting key that is added runs now and waits on"),
    ],
    facts: ["queue.delayStillPending"],
    moments: ["/s/backoff-staircase?at=c5&profile=classic"],
  },
  {
    id: "delay-matures",
    en: "When a delay is over the key is added by the ordinary rules: at once, or, if a worker has it, right after Done. Equal times have no promised order.",
    zh: "延迟到期后，key 按普通规则加入：立刻，或者（若 worker 正拿着它）紧跟在 Done 之后。时间相同者没有承诺的次序。",
    upstream: [clientGoMaster("util/workqueue/delaying_queue.go:waitingLoop")],
    runs: [
      "X16-blocked-get-woken-by-delay",
      "X01-addafter-processing-and-dirty",
      "G11-order-of-maturing",
      "X25-equal-ready-at",
    ],
    tests: [
      both(": a delay that runs out during processing makes the key run right after Done"),
      heap("keys of one time come out in the order of Go's heap, not in the order of adding"),
    ],
    facts: ["queue.delayElapsed", fact("queue.enqueued", { reason: "delayElapsed" })],
    edges: [
      "reconcile.delay.waiting matured",
      "reconcile.delay.backingOff matured",
      "reconcile.place.idle matured",
      "reconcile.place.queued matured",
      "reconcile.place.processing.meanwhile.clean matured",
      "reconcile.place.processing.meanwhile.dirty matured",
    ],
    moments: ["/s/backoff-staircase?at=c3"],
  },
  {
    id: "classic-shutdown",
    en: "ShutDown of the classic queue ignores further adds and loses what waits, but hands out what stands in line until it is empty.",
    zh: "经典队列的 ShutDown 忽略此后的 add，丢掉等待中的，但排队的仍会交出，直到为空。",
    upstream: [clientGoMaster("util/workqueue/queue.go:ShutDown, Get")],
    runs: [
      "G03-add-after-shutdown",
      "C11-shutdown-in-flight.classic",
      "Z17-cancel-with-pending.classic",
      "X17-after-shutdown",
    ],
    tests: [
      classic("after ShutDown adds are ignored and what is queued is still handed out"),
      both("shutdown: classic hands out what is queued, priority nothing"),
    ],
    facts: ["queue.shutDown", "queue.addIgnored"],
    edges: ["reconcile.delay.waiting queueShutDown", "reconcile.delay.backingOff queueShutDown"],
    moments: ["/s/stopping?at=c4&profile=classic"],
  },
  {
    id: "drain",
    en: "ShutDownWithDrain waits for keys being processed, not for queued ones. With two callers the last Done releases only one of them.",
    zh: "ShutDownWithDrain 等的是正在处理的 key，不是排队的。若有两个调用者，最后的 Done 只放行其中一个。",
    upstream: [clientGoMaster("util/workqueue/queue.go:ShutDownWithDrain")],
    runs: [
      "G05a-drain-nothing-processing",
      "G05b-drain-waits-for-processing",
      "X12-two-drain-callers",
      "X14-drain-then-shutdown",
    ],
    tests: [
      classic("a drain waits for keys being processed and not for queued ones"),
      classic("of two drain callers the last Done releases the later one; the other hangs until ShutDown"),
    ],
    leftOut: {
      en: "No controller of a scenario drains; the recorded runs do.",
      zh: "场景中的控制器从不 drain；录制的运行会。",
    },
  },
]);

const priorityEntries: readonly Entry[] = entriesOf("priority", [
  {
    id: "priority-order",
    en: "The priority queue hands out by priority, and within one in the order of adding. Nothing ages: low priority waits as long as anything higher is due.",
    zh: "priority queue 按优先级交出，同级按加入次序。没有老化：只要有更高的到期，低优先级就一直等。",
    upstream: [controllerRuntime("pkg/controller/priorityqueue/priorityqueue.go:less, handleReadyItems")],
    runs: ["P01-priority-order", "Y16-starvation", "Z25-low-priority-starves.priority"],
    tests: [priority("keys leave by priority, equal ones in the order of adding")],
  },
  {
    id: "priority-only-raised",
    en: "A re-add can raise a key's priority, never lower it. A raised key goes to the end of its new class; a waiting one keeps waiting.",
    zh: "再次加入可以提高 key 的优先级，从不降低。被提高的 key 排到新级别的末尾；等待中的继续等待。",
    upstream: [controllerRuntime("pkg/controller/priorityqueue/priorityqueue.go:AddWithOpts")],
    runs: [
      "P02-raise-not-lower",
      "Y02-equal-priority-readd",
      "Y03-waiting-keeps-max-priority",
      "Z12-raise-while-backing-off.priority",
    ],
    tests: [
      priority("a priority is raised, never lowered, and a raised key goes to the end of its new class"),
      priority("raising a waiting key does not make it due, and it blocks nobody"),
    ],
    facts: ["queue.priorityRaised", "queue.lowerPriorityDropped"],
  },
  {
    id: "priority-add-absorbs-delay",
    en: "In the priority queue a key has one entry: a plain Add takes up a pending delay. An event before a RequeueAfter makes one run, and nothing comes later.",
    zh: "在 priority queue 里每个 key 只有一个条目：普通的 Add 会吸收等待中的延迟。RequeueAfter 之前来的事件只带来一次运行，之后什么也不来。",
    upstream: [controllerRuntime("pkg/controller/priorityqueue/priorityqueue.go:AddWithOpts")],
    runs: ["P03-event-absorbs-timer", "C09-event-before-timer.priority", "Z15-event-breaks-backoff.priority"],
    tests: [chart("in the priority queue the add takes the delay up")],
    facts: ["queue.delayAbsorbed"],
    edges: ["reconcile.delay.waiting delayAbsorbed", "reconcile.delay.backingOff delayAbsorbed"],
    moments: ["/s/backoff-staircase?at=c5"],
  },
  {
    id: "priority-delay-swallowed",
    en: "A delay asked for a key that is already due is swallowed, though a failure still counts. So a RequeueAfter that is returned while an event waits is lost unless the next run asks again.",
    zh: "对已到期的 key 要求延迟，会被吞掉，失败次数仍然计入。所以有事件在等时返回的 RequeueAfter 会丢失，除非下一次运行再要一次。",
    upstream: [controllerRuntime("pkg/controller/priorityqueue/priorityqueue.go:AddWithOpts")],
    runs: [
      "C07-event-during-requeue-after.priority",
      "C08-event-during-error.priority",
      "Y10-rate-limited-while-ready",
      "Z13-poll-loop-with-events.priority",
    ],
    tests: [both("a delay asked for a key that is due already: classic keeps it, priority swallows it")],
    facts: ["queue.delaySwallowed"],
  },
  {
    id: "priority-locked-keys",
    en: "A key that a worker holds is locked: it may be due or wait, is counted by Len, and is passed over until Done. A waiting key that an Add releases keeps its old place; one that matured goes to the end.",
    zh: "worker 持有的 key 被锁住：它可以到期或等待，Len 会数它，交出时跳过它，直到 Done。被 Add 释放的等待 key 保留旧位置；自然到期的排到末尾。",
    upstream: [controllerRuntime("pkg/controller/priorityqueue/priorityqueue.go:handleReadyItems, Done, Len")],
    runs: [
      "P05-readd-while-locked",
      "Y06-locked-skipped",
      "Y09-waiting-and-locked",
      "P07a-released-keeps-counter",
      "Y05-several-released",
    ],
    tests: [
      priority("a locked key is passed over by hand-out; lower ones overtake it"),
      priority("a waiting key released by an add keeps its place from before; one whose delay ran out goes to the end"),
      both("the length counts a key that is due again while being processed only on the priority queue"),
    ],
  },
  {
    id: "priority-flush",
    en: "Adds are applied at the same virtual instant, in the order of the calls, before the next hand-out.",
    zh: "add 在同一虚拟时刻、按调用次序、在下一次交出之前生效。",
    upstream: [controllerRuntime("pkg/controller/priorityqueue/priorityqueue.go:flushAddBuffer")],
    runs: ["Y07-idle-workers-one-call"],
    tests: [priority("one call with several keys gives them to the idle workers in order, longest idle first")],
    leftOut: {
      en: "Upstream flushes a buffer from its own goroutine, so AddRateLimited followed at once by Forget can still leave one failure.",
      zh: "上游由单独的 goroutine 清空缓冲，因此 AddRateLimited 紧接着 Forget 仍可能留下一次失败。",
    },
  },
  {
    id: "priority-shutdown",
    en: "ShutDown of the priority queue drops everything: what is due and what waits is never handed out, every Get returns at once. A second ShutDown panics.",
    zh: "priority queue 的 ShutDown 丢弃一切：到期的、等待的都不再交出，每个 Get 立刻返回。第二次 ShutDown 会 panic。",
    upstream: [controllerRuntime("pkg/controller/priorityqueue/priorityqueue.go:ShutDown")],
    runs: [
      "P09-shutdown-drops",
      "Y13-shutdown-everything",
      "C11-shutdown-in-flight.priority",
      "Z17-cancel-with-pending.priority",
    ],
    tests: [
      chart("a shutdown drops queued keys of the priority queue only, and every delay"),
      both("a second shutdown is ignored by the classic queue and panics on the priority queue"),
    ],
    states: ["reconcile.place.dropped"],
    edges: ["reconcile.place.queued queueShutDown", "reconcile.place.processing.meanwhile.dirty queueShutDown"],
    moments: ["/s/stopping?at=c4"],
  },
]);

const limiterEntries: readonly Entry[] = entriesOf("limiters", [
  {
    id: "exponential-per-key",
    en: "Each failure of a key doubles its delay: 5, 10, 20 ms … 1000 s from the 19th on, without jitter and without a limit on attempts.",
    zh: "key 每失败一次，延迟加倍：5、10、20 毫秒 …… 第 19 次起为 1000 秒，没有随机抖动，次数不限。",
    upstream: [clientGoMaster("util/workqueue/default_rate_limiters.go:TypedItemExponentialFailureRateLimiter")],
    runs: ["G13-exponential", "C01b-five-errors.priority", "Z22-error-series-to-the-cap.priority", "X24b-item-default"],
    tests: [limiter("the exponential limiter doubles from 5 ms and stays at 1000 s from the 19th failure on")],
    facts: ["queue.addRateLimited", "queue.limited"],
    states: ["reconcile.delay.backingOff"],
    edges: [
      "reconcile failureCounted",
      "reconcile.delay.none delayed isRateLimited",
      "reconcile.delay.waiting delayed isRateLimited",
      "reconcile.delay.backingOff delayed",
      "reconcile.delay.backingOff delayed isRateLimited",
    ],
    moments: ["/s/backoff-staircase?at=c2", "/s/backoff-staircase?at=c3"],
  },
  {
    id: "forget-is-not-cancel",
    en: "Forget clears the count of failures and nothing else: a waiting entry still fires, and no token is given back.",
    zh: "Forget 只清除失败次数：等待的条目照样触发，令牌也不归还。",
    upstream: [clientGoMaster("util/workqueue/rate_limiting_queue.go:Forget")],
    runs: ["G16-forget-is-not-cancel", "X03-forget-between", "Y12-forget-while-waiting"],
    tests: [both(": forgetting resets the failures and cancels no delay"), limiter("forgetting gives no token back")],
    facts: ["queue.forget", "queue.forgotten"],
    edges: ["reconcile forgotten"],
    moments: ["/s/backoff-staircase?at=c6"],
  },
  {
    id: "queue-of-the-library",
    en: "Controllers of kube-controller-manager and Knative's are made on client-go's queue in every generation; controller-runtime's have the priority queue since 0.23. A scenario may say otherwise. The ReplicaSet controller goes with the generation here, so that both queues can be seen on it.",
    zh: "kube-controller-manager 与 Knative 的控制器在各代里都用 client-go 的队列；controller-runtime 的控制器自 0.23 起用 priority queue。场景可以另行指定。ReplicaSet 控制器在这里随代而变，好在它身上看到两种队列。",
    upstream: [
      kubernetes("pkg/controller/deployment/deployment_controller.go:NewDeploymentController"),
      knativePkg("controller/two_lane_queue.go"),
      controllerRuntime("pkg/controller/controller.go:NewTypedUnmanaged"),
    ],
    tests: [
      contract(
        "built-in and Knative controllers have client-go's queue in every generation; a scenario may say otherwise",
      ),
    ],
    leftOut: {
      en: "Knative's second, slow lane.",
      zh: "Knative 的第二条慢车道。",
    },
  },
  {
    id: "token-bucket",
    en: "The classic controller limiter is the longer of the key's delay and a bucket of 10 a second, burst 100, which all keys of the queue share and which every failure spends. The priority queue has no bucket.",
    zh: "经典控制器的 limiter 取 key 自身延迟与令牌桶（每秒 10、突发 100）中较长者；桶由队列的所有 key 共用，每次失败都消耗。priority queue 没有桶。",
    upstream: [
      clientGoMaster("util/workqueue/default_rate_limiters.go:DefaultTypedControllerRateLimiter"),
      goRate("Limiter.reserveN"),
    ],
    runs: ["G14-bucket", "X06-bucket-many-keys", "Z20-shared-bucket.classic", "Y20-bucket-limiter"],
    tests: [
      limiter("the bucket lets its burst through and then spaces requests by its rate"),
      limiter("the controller default asks both limiters each time and takes the longer delay"),
    ],
  },
  {
    id: "other-limiters",
    en: "The fast-slow limiter and the one with a maximum wait exist for direct use: the count and the bucket go on under the cap.",
    zh: "fast-slow limiter 与带最大等待的 limiter 供直接使用：在上限之下，计数与令牌桶照常推进。",
    upstream: [
      clientGoMaster(
        "util/workqueue/default_rate_limiters.go:TypedItemFastSlowRateLimiter, TypedWithMaxWaitRateLimiter",
      ),
    ],
    runs: ["X20-fast-slow", "X21-with-max-wait"],
    tests: [
      limiter("the fast-slow limiter is fast for so many failures and slow from then on"),
      limiter("a maximum wait cuts the delay and leaves the count alone"),
    ],
    leftOut: { en: "Scenario files cannot choose them.", zh: "场景文件不能选用它们。" },
  },
  {
    id: "client-limiter",
    en: "A client-side limiter holds requests of a process back: 5 a second with burst 10 in plain client-go, off by default in controller-runtime. Each attempt costs a token, only the first attempt of a WATCH is free.",
    zh: "客户端 limiter 会扣住进程的请求：纯 client-go 为每秒 5、突发 10，controller-runtime 默认关闭。每次尝试都花一个令牌，只有 WATCH 的第一次免费。",
    upstream: [clientGoMaster("rest/request.go:request, Watch"), clientGoMaster("rest/with_retry.go:Before")],
    tests: [
      testsIn("simulation/cluster/actors/calls")(
        "requests beyond the client's burst wait for tokens, one after the other",
      ),
      limiter("a bucket refills with time, never beyond its burst"),
    ],
    facts: ["client.throttled"],
  },
]);

/** Both work queues and what limits their rate. */
export const workQueueEntries: readonly Entry[] = [...classicEntries, ...priorityEntries, ...limiterEntries];
