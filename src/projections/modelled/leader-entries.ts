import { type Entry, entriesOf, fact, testsIn } from "./entry.ts";
import { clientGoMaster, controllerRuntime } from "./upstream.ts";

const election = testsIn("simulation/cluster/queue/leader-election");
const replicas = testsIn("simulation/cluster/actors/election");
const retry = testsIn("simulation/cluster/queue/retry-on-conflict");
const mirror = testsIn("simulation/controllers/config-mirror");

const leaderEntries: readonly Entry[] = entriesOf("leader", [
  {
    id: "leader-acquire",
    facts: ["lease.held", fact("lease.written", { purpose: "acquire" })],
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
    facts: [fact("lease.written", { purpose: "renew" }), "lease.lost"],
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
    facts: ["leader.stopped"],
    en: "OnStartedLeading is launched after the first write, and OnStoppedLeading is called even for a candidate that never led.",
    zh: "OnStartedLeading 在第一次写入之后启动；即使从未当过 leader 的候选者，也会调用 OnStoppedLeading。",
    upstream: [clientGoMaster("tools/leaderelection/leaderelection.go:Run")],
    runs: ["L04-cancel-while-acquiring", "R-leader-01"],
    tests: [election("a candidate that never led calls OnStoppedLeading all the same when it is cancelled")],
  },
  {
    id: "replicas-stand-by",
    en: "Of the replicas of a controller one works. The others have no informers, no queue contents and no workers: their controllers start when they lead, with a fresh list. A leader that loses its lease exits at once.",
    zh: "一个控制器的多个副本中只有一个工作。其余的没有 informer，队列里没有内容，也没有 worker：当上 leader 之后控制器才启动，从全新的列表开始。失去 lease 的 leader 立刻退出。",
    upstream: [
      controllerRuntime("pkg/manager/internal.go:Start, initLeaderElector"),
      controllerRuntime("pkg/internal/controller/controller.go:NeedLeaderElection"),
    ],
    facts: ["leader.started"],
    tests: [
      replicas("of two replicas one works; the other asks for the lease every 2 to 4.4 s and does nothing else"),
      replicas(
        "a leader that cannot renew gives up 12 s after its last renewal, exits, and the other one starts afresh",
      ),
      replicas("a leader that stops leaves its lease behind; its successor waits until 15 s have passed"),
    ],
    moments: ["/s/one-replica-works?at=c2"],
    leftOut: {
      en: "A container that has exited starts again after a fixed second. EnableWarmup and releasing the lease on a stop are not there.",
      zh: "退出的容器固定在一秒后重启。没有 EnableWarmup，停止时也不释放 lease。",
    },
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

/** Who leads, and what becomes of a conflict. */
export const leaderAndConflictEntries: readonly Entry[] = [...leaderEntries, ...conflictEntries];
