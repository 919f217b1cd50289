import { type Entry, entriesOf, fact, testsIn } from "./entry.ts";
import { clientGo, kubernetes } from "./upstream.ts";

const sync = testsIn("simulation/controllers/replica-set");
const memory = testsIn("simulation/controllers/replica-set-memory");
const handlers = testsIn("simulation/controllers/replica-set-handlers");
const status = testsIn("simulation/controllers/replica-set-status");
const ranking = testsIn("simulation/controllers/pod-ranking");
const claims = testsIn("simulation/controllers/pod-claim");
const pod = testsIn("simulation/machines/pod");
const agents = testsIn("simulation/cluster/actors/agents");
const binding = testsIn("simulation/cluster/server/binding");
const streams = testsIn("simulation/cluster/actors/streams");
const kernel = testsIn("simulation/kernel/kernel");
const machine = testsIn("simulation/kernel/machine");
const server = testsIn("simulation/cluster/server/api-server");
const calls = testsIn("simulation/cluster/actors/calls");
const actions = testsIn("simulation/cluster/actors/perform-action");
const connection = testsIn("simulation/machines/watch-connection");

const replicaSetEntries: readonly Entry[] = entriesOf("replicaSet", [
  {
    id: "rs-compares-counts",
    en: "A sync counts the active pods that it owns and compares with spec.replicas. What changed, and how often, it neither knows nor needs to know; a pod's spec is never compared with the template.",
    zh: "一次 sync 数出自己拥有的活动 Pod，与 spec.replicas 比较。改了什么、改了几次，它不知道，也不需要知道；Pod 的 spec 从不与 template 比较。",
    upstream: [kubernetes("pkg/controller/replicaset/replica_set.go:syncReplicaSet, manageReplicas")],
    tests: [
      sync("missing pods are created from the template, with a generated name and the ReplicaSet as controller"),
      sync("an edited pod stays: the spec is never compared with the template"),
      sync("terminating and finished pods are no replicas"),
    ],
    facts: ["reconcile.note"],
    moments: ["/s/three-pods?at=c4", "/s/two-edits-one-run?at=c4"],
  },
  {
    id: "rs-slow-start",
    en: "Pods are created in batches of 1, 2, 4 …, at most 500 a sync. The first batch with a failure is the last: a namespace without quota sees one failing request.",
    zh: "Pod 按 1、2、4 …… 分批创建，每次 sync 至多 500 个。出现失败的那一批就是最后一批：没有 quota 的 namespace 只会看到一个失败的请求。",
    upstream: [kubernetes("pkg/controller/replicaset/replica_set.go:slowStartBatch, BurstReplicas")],
    tests: [
      sync("creations go out in batches of 1, 2, 4, … and are expected before the first one is sent"),
      sync("a failing first pod is the only one tried, and nothing stays expected"),
      sync("no sync creates or deletes more than 500 pods"),
    ],
    moments: ["/s/three-pods?at=c5"],
  },
  {
    id: "rs-expectations",
    en: "Before it writes, the controller notes what it expects to see. Until its cache has shown that, or 5 min have passed, it neither creates nor deletes, but still writes the status. Expiry wakes nobody.",
    zh: "写入之前，控制器先记下自己期望看到什么。在缓存显示出来之前，或在 5 分钟之内，它既不创建也不删除，但仍写 status。到期不会唤醒任何人。",
    upstream: [kubernetes("pkg/controller/controller_utils.go:ControllerExpectations, ExpectationsTimeout")],
    tests: [
      sync("a sync with unmet expectations writes the status but neither creates nor deletes"),
      sync("without expectations the same stale store leads to pods that are too many"),
      sync("expectations that were never met stop counting after five minutes"),
      memory("an expectation holds for five minutes and no longer"),
    ],
    facts: ["reconcile.remember"],
    moments: ["/s/three-pods?at=c6"],
  },
  {
    id: "rs-observes",
    en: "A pod's arrival lowers what is expected; its deletion counts as soon as deletionTimestamp is set, once per pod. An orphan wakes every ReplicaSet that selects it and lowers nothing.",
    zh: "Pod 的到来会减少期望；它的删除在 deletionTimestamp 设置时就算数，每个 Pod 一次。孤儿 Pod 会唤醒所有选中它的 ReplicaSet，但不减少期望。",
    upstream: [kubernetes("pkg/controller/replicaset/replica_set.go:addPod, updatePod, deletePod")],
    tests: [
      handlers("a new pod counts as a creation seen and wakes its ReplicaSet"),
      handlers(
        "a pod that is marked for deletion counts as deleted at once, and its later removal does not count again",
      ),
      handlers("an orphan wakes every ReplicaSet that selects it and observes nothing"),
      handlers("a resync of a pod is ignored, one of a ReplicaSet wakes it at low priority"),
    ],
    facts: [fact("reconcile.remember", { why: "expectation observed" })],
    moments: ["/s/three-pods?at=c6"],
  },
  {
    id: "rs-ranking",
    en: "Surplus pods go by preference: unassigned, Pending, not ready, cheap by annotation, on a crowded node, ready for a shorter time, more restarts, newer. Ages count by powers of two.",
    zh: "多余的 Pod 按偏好删除：未分配节点、Pending、未就绪、annotation 标为便宜、所在节点拥挤、就绪时间短、重启多、更新。年龄按二的幂比较。",
    upstream: [kubernetes("pkg/controller/controller_utils.go:ActivePodsWithRanks.Less")],
    tests: [
      ranking("criterion %s"),
      ranking("pods that nothing tells apart are taken by uid"),
      sync("surplus pods are deleted all at once, the worst first, and their deletions are expected"),
    ],
  },
  {
    id: "rs-adoption",
    en: "A matching orphan is adopted by a patch, after one live read has confirmed the ReplicaSet; an own pod that no longer matches is released. Pods of another controller are left alone.",
    zh: "匹配的孤儿 Pod 会通过 patch 被收养，在此之前先做一次实时读取确认 ReplicaSet；不再匹配的自有 Pod 被释放。别的控制器的 Pod 不碰。",
    upstream: [kubernetes("pkg/controller/controller_ref_manager.go:ClaimPods")],
    tests: [
      claims("an orphan that matches is adopted with its uid as precondition, after one live read for all of them"),
      claims(
        "an own pod that no longer matches is released: only this owner is taken off, with the uid as precondition",
      ),
    ],
    moments: ["/s/watch-history-gone?at=c1"],
  },
  {
    id: "rs-status",
    en: "The status is written by every sync, also after an error, unless it says the same for the same generation. After a failed update the ReplicaSet is read live once, and put once more.",
    zh: "每次 sync 都写 status，出错之后也写，除非对同一 generation 说的是同样的内容。更新失败后，实时读取一次 ReplicaSet，再写一次。",
    upstream: [kubernetes("pkg/controller/replicaset/replica_set_utils.go:updateReplicaSetStatus, calculateStatus")],
    tests: [
      status("a status that says the same for the same generation is not written"),
      status("after a failed update the ReplicaSet is read live and the same status is put once more"),
    ],
    moments: ["/s/two-edits-one-run?at=c6", "/s/three-pods?at=c8"],
  },
  {
    id: "rs-min-ready",
    en: "A pod that becomes ready is looked at again when minReadySeconds have passed.",
    zh: "变为就绪的 Pod 会在 minReadySeconds 之后再看一次。",
    upstream: [kubernetes("pkg/controller/replicaset/replica_set.go:updatePod, syncReplicaSet")],
    tests: [
      handlers("a pod that becomes ready is looked at again after minReadySeconds"),
      status("a ReplicaSet with ready pods that are not available yet is looked at again when the next one is"),
    ],
  },
  {
    id: "rs-consistency",
    en: "Since 1.36 a sync first checks that its stores have reached what this controller wrote, and returns an error if not: back-off instead of waiting.",
    zh: "从 1.36 起，sync 先检查 store 是否已到达这个控制器写过的版本；没有就返回 error：退避，而不是等待。",
    upstream: [
      kubernetes("pkg/controller/replicaset/replica_set.go:syncReplicaSet"),
      clientGo("tools/cache: ConsistencyStore.EnsureReady"),
    ],
    tests: [
      sync("with the consistency check a store behind the last write is an error, and the sync does not even begin"),
      memory("of what was written only the newest version per kind is kept, and a new uid starts over"),
    ],
    leftOut: {
      en: "Off unless a scenario sets staleControllerConsistency, so that expectations can be seen at work; upstream it is on.",
      zh: "除非场景设置 staleControllerConsistency，否则关闭，好让 expectations 可见；上游默认开启。",
    },
  },
]);

const agentEntries: readonly Entry[] = entriesOf("agents", [
  {
    id: "scheduler",
    en: "The scheduler is a client like any other: it watches pods, and binds one without a node by a POST to its binding. A pod is bound once; a second binding gets 409.",
    zh: "scheduler 和别的客户端一样：watch Pod，并通过 POST 到 binding 子资源为没有节点的 Pod 绑定节点。一个 Pod 只绑定一次，第二次绑定得到 409。",
    upstream: [
      kubernetes("pkg/scheduler/framework/plugins/defaultbinder/default_binder.go:Bind"),
      kubernetes("pkg/registry/core/pod/storage/storage.go:setPodNodeAndMetadata"),
    ],
    tests: [
      agents("the scheduler binds pods to the nodes in turn"),
      agents(
        "scheduler and kubelet watch as a reflector does: a streaming list, 5 to 10 min, then on from the last version",
      ),
      binding("a pod is bound once: a second binding gets 409, which names the resource pods/binding and the node"),
      pod("a pod is scheduled, started, running and then ready, each step reported once"),
    ],
    states: ["pod.pending.unscheduled", "pod.pending"],
    edges: ["pod.pending.unscheduled scheduled"],
    moments: ["/s/three-pods?at=c7"],
    leftOut: {
      en: "Nodes are taken in turn after a set time. No filters, scores, preemption. Scheduler and kubelets begin with a streaming list in every generation.",
      zh: "经过固定时间后轮流分配节点。没有过滤、打分与抢占。scheduler 与 kubelet 在各代里都以流式 LIST 开始。",
    },
  },
  {
    id: "pod-phases",
    en: "A pod is Pending until its containers run, then Running; it ends as Succeeded or Failed only if its restart policy lets it. Ready is a condition, not a phase.",
    zh: "容器运行之前 Pod 是 Pending，之后是 Running；只有重启策略允许时才以 Succeeded 或 Failed 告终。Ready 是 condition，不是 phase。",
    upstream: [kubernetes("pkg/kubelet/kubelet_pods.go:getPhase")],
    tests: [
      pod("a pod is scheduled, started, running and then ready, each step reported once"),
      pod("a pod that existed before is taken as it is, without a report"),
    ],
    states: [
      "pod",
      "pod.seen",
      "pod.pending.starting",
      "pod.running",
      "pod.running.notReady",
      "pod.running.ready",
      "pod.succeeded",
      "pod.failed",
    ],
    edges: ["pod.running containerExited exitedWell", "pod.running containerExited"],
    moments: ["/s/three-pods?at=c7"],
    leftOut: {
      en: "One container stands for all and takes a set time to start; no init containers, probes, images or volumes.",
      zh: "一个容器代表全部，启动用时固定；没有 init 容器、探针、镜像与卷。",
    },
  },
  {
    id: "crash-loop",
    en: "A crashed container is restarted at once, then after 10, 20, 40 … 300 s. CrashLoopBackOff is a reason of the waiting container; the pod's phase stays Running.",
    zh: "崩溃的容器先立刻重启，之后是 10、20、40 …… 300 秒。CrashLoopBackOff 是等待中容器的 reason，Pod 的 phase 仍是 Running。",
    upstream: [
      kubernetes("pkg/kubelet/kuberuntime/kuberuntime_manager.go:doBackOff"),
      clientGo("util/flowcontrol/backoff.go"),
    ],
    tests: [
      pod("a crashing container is restarted at once, then after 10 s, 20 s and at most 300 s, in phase Running"),
    ],
    states: ["pod.running.backingOff"],
    edges: ["pod.running containerExited isRestarted"],
    leftOut: { en: "The reset after 10 quiet minutes is left out.", zh: "省略安静 10 分钟后的重置。" },
  },
  {
    id: "pod-termination",
    en: "A marked pod gets SIGTERM; it is reported as it ends, or is killed at the end of the grace period. A pod whose container never ran is reported Failed at once. Then the kubelet deletes the object for good, with its uid as precondition. A longer grace period is ignored, a shorter one obeyed.",
    zh: "被标记的 Pod 收到 SIGTERM；它结束时上报，或在宽限期末被杀死。容器从未运行过的 Pod 立刻上报 Failed。然后 kubelet 以 uid 为前提彻底删除对象。更长的宽限期被忽略，更短的会遵从。",
    upstream: [kubernetes("pkg/kubelet/pod_workers.go:SyncTerminatingPod")],
    tests: [
      pod(
        "a pod that is deleted before its container runs gets no SIGTERM: it is reported Failed and deleted for good at once",
      ),
      agents("a running pod is deleted in steps: MODIFIED, the kubelet's status, MODIFIED with grace 0, DELETED (G26)"),
      pod("a pod that stops in time is reported Succeeded and then deleted for good"),
      pod("a pod that does not stop is killed when its grace period ends"),
      pod("a shorter grace period is obeyed from when it is asked for, a longer one is ignored"),
    ],
    states: ["pod.terminating", "pod.terminating.sigtermSent", "pod.terminating.removing", "pod.gone"],
    edges: ["pod.running deletionMarked", "pod.pending.starting deletionMarked", "pod objectGone"],
    moments: ["/s/watch-history-gone?at=c3"],
    leftOut: { en: "preStop hooks and eviction are left out.", zh: "省略 preStop 与驱逐。" },
  },
]);

const simulationEntries: readonly Entry[] = entriesOf("simulation", [
  {
    id: "order-at-one-instant",
    en: "At one instant matured timers come first, then inputs, then finished work, then hand-outs; ties by the order of posting. Real libraries leave much of that open: choose another delivery in the page. Frames of one stream keep their order whatever you choose.",
    zh: "同一时刻先是到期的计时器，再是输入，再是完成的工作，最后是交付；同级按投递次序。真实的库大多不定：可在页面上选择另一个交付。无论怎么选，同一条流的帧不会乱序。",
    upstream: [{ ref: "nothing upstream: goroutines run in any order", version: "—" }],
    tests: [
      kernel("the agenda hands out entries by time, rank and order of posting"),
      kernel("enabled() lists the live entries of the earliest instant, and any of them can be chosen"),
      actions("frames of one stream cannot be chosen out of order, those of two streams can"),
    ],
    facts: ["user.choice"],
  },
  {
    id: "map-order",
    en: "Where Go iterates over a map (tombstones of a relist, late handlers, the streamed list, cached lists) the simulation takes the order of keys. Nothing should rely on any order there.",
    zh: "Go 遍历 map 的地方（relist 的 tombstone、迟到的 handler、流式列表、缓存列表），模拟取 key 的次序。那里不应依赖任何次序。",
    upstream: [{ ref: "Go language specification: for range over a map", version: "go1.26" }],
    tests: [testsIn("conformance/informer-compare")("entries of a permutation may be exchanged, others not")],
  },
  {
    id: "charts-from-definitions",
    en: "Reflector, informer and pod decide by their charts; the charts of a key and of a worker follow the queue and decide nothing. An event that a chart ignores is shown as well.",
    zh: "reflector、informer 与 Pod 由状态图决定；key 与 worker 的状态图只跟随队列，不做决定。被状态图忽略的事件也会显示。",
    upstream: [{ ref: "nothing upstream: the libraries have no charts", version: "—" }],
    tests: [
      machine("an event without a handler changes nothing and says so"),
      machine("stepping through the inert scope equals XState's own transition()"),
    ],
    facts: ["machine.transition", "machine.ignored", "timer.set", "timer.cancelled"],
  },
  {
    id: "edits",
    en: "What you do by hand becomes a request of its own, with a round trip, and can be refused like any other.",
    zh: "你手工做的修改会成为一个独立的请求，同样要一个来回，也同样可能被拒绝。",
    upstream: [{ ref: "kubectl: one request per command", version: "v0.36.3" }],
    tests: [
      server(
        "a plan whose key changed before its commit meets a conflict: a PATCH goes through at the next attempt, a PUT gets 409",
      ),
    ],
    facts: ["user.edit"],
    moments: ["/s/three-pods?at=c2"],
  },
  {
    id: "faults",
    en: "Faults end, hold, silence or lose watches, answer requests in the server's place, cut or slow links, restart servers, freeze caches, slow etcd, stop, pause or crash processes. What has nothing to act on is said.",
    zh: "故障可以结束、扣住、静默或丢失 watch，代替服务器应答请求，切断或减慢链路，重启服务器，冻结缓存，减慢 etcd，停止、暂停或崩溃进程。没有作用对象时会说明。",
    upstream: [{ ref: "nothing upstream: what networks, machines and people do", version: "—" }],
    tests: [
      streams("held events stay in the server and come in order when they are released"),
      calls("a fault that answers ends after its last answer, after its time, or when it is stopped"),
      calls("a fault that names a client, a kind or an object answers no other request"),
      actions("what arrives in the very instant in which a pause ends stays behind what waited"),
      connection("a held stream writes nothing until it is released, a silent one writes but no end arrives"),
    ],
    facts: ["fault.start", "fault.end", "fault.hit", "fault.missed", "stream.held"],
    states: ["watch-connection.streaming.held", "watch-connection.streaming.silent"],
    edges: [
      "watch-connection.streaming.flowing held",
      "watch-connection.streaming.held released",
      "watch-connection.streaming.flowing silenced",
    ],
    moments: ["/s/backoff-staircase?at=c1"],
  },
  {
    id: "lost-event",
    en: "Losing a single watch event is a fault that no real network has: TCP delivers all or breaks. It shows that only a relist repairs what a watch never said.",
    zh: "丢失单个 watch 事件是真实网络没有的故障：TCP 要么全部送达，要么断开。它用来说明：watch 从未说过的，只有 relist 能修复。",
    upstream: [{ ref: "nothing upstream", version: "—" }],
    tests: [
      streams("a lost event is lost for good: nothing repairs it but the next change"),
      connection("a held stream writes nothing until it is released, a silent one writes but no end arrives"),
    ],
    facts: ["stream.lost"],
    moments: ["/s/watch-history-gone?at=c7"],
  },
  {
    id: "invariants",
    en: "After each step the run is held against what must always be true: streams in order, no lost key, one worker a key, no object with finalizers gone. A breach is an event.",
    zh: "每一步之后都检查必须成立的事：流按次序、不丢 key、一个 key 只有一个 worker、带 finalizer 的对象不会消失。违反会成为一个事件。",
    upstream: [{ ref: "what the libraries promise; fidelity: API server I", version: "—" }],
    tests: [
      testsIn("simulation/cluster/server/invariants")(
        "revisions of a stream strictly increase, and a bookmark is a promise about everything below it",
      ),
      testsIn("simulation/invariants/check-all")("what is broken is an event of its step, and the world remembers it"),
      testsIn("scenarios/invariants")(
        "no action at any moment breaks an invariant, and the same inputs give the same run",
      ),
      testsIn("simulation/cluster/queue/work-queue")(
        "whatever happens, no key is held twice and every added key is handed out afterwards",
      ),
    ],
    facts: ["invariant.broken"],
  },
]);

/** The ReplicaSet controller, the agents around it, and what only the simulation has. */
export const controllerEntries: readonly Entry[] = [...replicaSetEntries, ...agentEntries, ...simulationEntries];
