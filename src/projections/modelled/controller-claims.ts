import { type Claim, claim } from "./claim.ts";
import { clientGo, clientGoMaster, controllerRuntime, kubernetes } from "./upstream.ts";

const loop = controllerRuntime("pkg/internal/controller/controller.go:reconcileHandler");

/** Wrong and half-true sentences about queues and reconcile loops. */
export const controllerClaims: readonly Claim[] = [
  claim(
    "requeue-is-immediate",
    "false",
    {
      en: [
        "Requeue: true triggers an immediate re-entry.",
        "It is an AddRateLimited without Forget: 5, 10, 20 ms … 1000 s. It only looks immediate the first times. Deprecated since controller-runtime 0.21.",
      ],
      zh: [
        "Requeue: true 会立刻重新进入。",
        "它是不带 Forget 的 AddRateLimited：5、10、20 毫秒 …… 1000 秒。只是头几次看起来像立刻。controller-runtime 0.21 起弃用。",
      ],
    },
    { upstream: [loop], entries: ["row-requeue", "exponential-per-key"], moment: "/s/requeue-true?at=c2" },
  ),
  claim(
    "empty-result-pauses",
    "halfTrue",
    {
      en: [
        "Returning (Result{}, nil) pauses the control loop until a new event.",
        "It ends this key's turn and resets its back-off; the loop goes on with other keys. The key comes back with any event, one that arrived meanwhile, a left-over delay (classic queue), a resync, or a restart.",
      ],
      zh: [
        "返回 (Result{}, nil) 会暂停控制循环，直到有新事件。",
        "它结束这个 key 的一轮并重置退避，循环继续处理其他 key。任何事件、其间到来的事件、残留的延迟（经典队列）、resync 或重启都会让它回来。",
      ],
    },
    { upstream: [loop], entries: ["row-success"], moment: "/s/every-result?at=c7" },
  ),
  claim(
    "errors-retried-for-ever",
    "trueWithConditions",
    {
      en: [
        "Errors are retried with exponential back-off, without a limit of attempts.",
        "True for controller-runtime: delays grow to 1000 s. Not for TerminalError; any event bypasses the delay; with the classic queue a shared bucket may be longer. Some built-in controllers drop a key after 15 retries.",
      ],
      zh: [
        "error 会以指数退避重试，次数不限。",
        "对 controller-runtime 成立：延迟最长 1000 秒。TerminalError 除外；任何事件都绕过延迟；经典队列还有共用的桶。有些内置控制器重试 15 次后放弃。",
      ],
    },
    {
      upstream: [loop, clientGoMaster("util/workqueue/default_rate_limiters.go")],
      entries: ["row-error", "row-terminal", "exponential-per-key", "token-bucket"],
      moment: "/s/limited-retries?at=c6",
    },
  ),
  claim(
    "mutate-only-on-update",
    "false",
    {
      en: [
        "CreateOrUpdate's mutate function runs only if the object exists, and returning nil skips the update.",
        "It runs before a create, too. nil means go on; the update is skipped if the object is unchanged; an error aborts.",
      ],
      zh: [
        "CreateOrUpdate 的 mutate 只在对象已存在时运行，返回 nil 会跳过更新。",
        "创建之前也会运行。nil 表示继续；对象没有变化才跳过更新；返回 error 则中止。",
      ],
    },
    {
      upstream: [controllerRuntime("pkg/controller/controllerutil/controllerutil.go:CreateOrUpdate")],
      entries: ["create-or-update"],
      moment: "/s/create-or-update?at=c1",
    },
  ),
  claim(
    "oldest-pods-go-first",
    "false",
    {
      en: [
        "A ReplicaSet deletes the oldest pods first.",
        "The order is: unassigned, Pending, not ready, lower deletion cost, crowded node, ready for a shorter time, more restarts, newer. Ages count by powers of two.",
      ],
      zh: [
        "ReplicaSet 先删除最老的 Pod。",
        "次序是：未分配、Pending、未就绪、删除代价低、节点拥挤、就绪时间短、重启多、更新。年龄按二的幂比较。",
      ],
    },
    {
      upstream: [kubernetes("pkg/controller/controller_utils.go:ActivePodsWithRanks.Less")],
      entries: ["rs-ranking"],
      moment: "/s/who-goes-first?at=c4",
    },
  ),
  claim(
    "controllers-scale-out",
    "false",
    {
      en: [
        "Controller processes are horizontally scalable.",
        "With leader election one replica works, the others wait. Throughput grows with MaxConcurrentReconciles. Without election N replicas do the same work and meet in 409s.",
      ],
      zh: [
        "控制器进程可以水平扩展。",
        "有 leader election 时只有一个副本工作，其余等待。吞吐量靠 MaxConcurrentReconciles。没有选举时，N 个副本做同样的事，彼此撞上 409。",
      ],
    },
    {
      upstream: [
        clientGoMaster("tools/leaderelection/leaderelection.go"),
        controllerRuntime("pkg/manager/internal.go"),
      ],
      entries: ["leader-acquire", "replicas-stand-by", "worker-waits", "optimistic-concurrency"],
      moment: "/s/one-replica-works?at=c3",
    },
  ),
  claim(
    "one-reconcile-per-event",
    "false",
    {
      en: [
        "The work queue guarantees one reconcile per event.",
        "It guarantees at least one reconcile that starts after the last event of a key. Many events make one run; one event may make several.",
      ],
      zh: [
        "work queue 保证每个事件一次 reconcile。",
        "它保证：key 的最后一个事件之后至少有一次 reconcile 开始。多个事件可能只有一次运行；一个事件也可能有几次。",
      ],
    },
    {
      upstream: [clientGoMaster("util/workqueue/queue.go:Add, Done")],
      entries: ["queue-holds-keys", "dirty-while-processing"],
      moment: "/s/two-edits-one-run?at=c3",
    },
  ),
  claim(
    "drift-formula",
    "halfTrue",
    {
      en: [
        "A reconcile happens when generation ≠ observedGeneration, or Ready=False, or children differ.",
        "No library evaluates such a formula: a reconcile happens because a key was enqueued, and then everything is compared. As something to display it misses finalizers, labels, referenced objects and outside state.",
      ],
      zh: [
        "generation ≠ observedGeneration、Ready=False 或子对象不同时，才会 reconcile。",
        "没有哪个库计算这样的公式：reconcile 是因为 key 入队了，然后比较一切。作为展示，它漏掉 finalizer、label、被引用的对象与外部状态。",
      ],
    },
    {
      upstream: [controllerRuntime("pkg/handler/enqueue.go")],
      entries: ["queue-holds-keys", "rs-compares-counts"],
      moment: "/s/drift-formula?at=c5",
    },
  ),
  claim(
    "watches-multiplexed-rbac-waits",
    "halfTrue",
    {
      en: [
        "Watches are multiplexed per process by informers; without RBAC the informer just waits.",
        "One watch per kind, selector and representation in a cache, so mostly. But it does not wait: the reflector retries with back-off for ever, HasSynced stays false, and no worker of the controller starts.",
      ],
      zh: [
        "informer 在每个进程里复用 watch；没有 RBAC 权限时 informer 只是等待。",
        "一个缓存里每个 kind、selector 与表示形式一个 watch，所以前半大体正确。但它不是等待：reflector 永远按退避重试，HasSynced 一直为 false，控制器的 worker 不会启动。",
      ],
    },
    {
      upstream: [
        clientGo("tools/cache/reflector.go:RunWithContext"),
        controllerRuntime("pkg/internal/source/kind.go:Start"),
      ],
      entries: ["rbac", "workers-start-after-sync"],
      moment: "/s/rbac-forbidden-staircase?at=c3",
    },
  ),
];
