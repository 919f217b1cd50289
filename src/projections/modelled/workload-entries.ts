import { type Entry, entriesOf, testsIn } from "./entry.ts";
import { controllerRuntime, kubernetes } from "./upstream.ts";

const rollout = testsIn("simulation/controllers/deployment");
const rolloutRun = testsIn("simulation/controllers/deployment-run");
const collector = testsIn("simulation/controllers/garbage-collector");
const collectorRun = testsIn("simulation/controllers/garbage-collector-run");
const database = testsIn("simulation/controllers/database");
const databaseRun = testsIn("simulation/controllers/database-run");
const retry = testsIn("simulation/machines/retry");
const retrying = testsIn("simulation/controllers/retrying");
const small = testsIn("simulation/controllers/small-controllers");
const deploymentFile = (place: string) => kubernetes(`pkg/controller/deployment/${place}`);
const collectorFile = (place: string) => kubernetes(`pkg/controller/garbagecollector/${place}`);

const deploymentEntries: readonly Entry[] = entriesOf("deployment", [
  {
    id: "deployment-template-hash",
    en: "A Deployment has one ReplicaSet per template, named by its hash; the comparison leaves the hash label out. A rollback takes the old ReplicaSet again and gives it a new revision number.",
    zh: "Deployment 每个 template 有一个 ReplicaSet，名字带它的 hash；比较时不看 hash 标签。回滚会重新使用旧的 ReplicaSet，并给它新的 revision 号。",
    upstream: [deploymentFile("sync.go:getNewReplicaSet")],
    tests: [
      rollout("a template without a ReplicaSet gets one, named by its hash, with the revision after the last"),
      rollout("the template comparison leaves out the hash label"),
      rollout("a rollback takes the old ReplicaSet again and gives it a new number"),
      rollout("a name that another template has is a collision: it is counted, and the next hash differs"),
    ],
  },
  {
    id: "deployment-rolling-update",
    en: "A rolling update goes one step a sync: the new ReplicaSet grows as far as maxSurge (rounded up) allows, old ones shrink as far as maxUnavailable (rounded down) allows, pods that are not available first.",
    zh: "滚动更新每次 sync 走一步：新的 ReplicaSet 在 maxSurge（向上取整）之内增长，旧的在 maxUnavailable（向下取整）之内收缩，先删不可用的 Pod。",
    upstream: [deploymentFile("rolling.go:rolloutRolling, reconcileNewReplicaSet, reconcileOldReplicaSets")],
    tests: [
      rollout("surge is rounded up, unavailability down, and both cannot be 0"),
      rollout("a new pod that is not available yet holds the old ones back"),
      rollout("an available new pod lets one old pod go, and the next sync lets one more in"),
      rolloutRun("a rolling update ends with new pods only, within its bounds at every step"),
    ],
  },
  {
    id: "deployment-recreate",
    en: "Recreate empties the old ReplicaSets, waits until their pods are gone, and only then makes the new one.",
    zh: "Recreate 先清空旧的 ReplicaSet，等它们的 Pod 消失，才创建新的。",
    upstream: [deploymentFile("recreate.go:rolloutRecreate")],
    tests: [
      rollout("Recreate empties the old ReplicaSets, waits for their pods, and only then makes the new one"),
      rolloutRun("Recreate never has pods of two templates"),
    ],
  },
  {
    id: "deployment-scaling",
    en: "A change of size during a rollout is shared by the ReplicaSets in proportion. A paused Deployment follows its size but does not roll out.",
    zh: "滚动过程中改变规模，会按比例分给各个 ReplicaSet。暂停的 Deployment 跟随规模，但不滚动。",
    upstream: [deploymentFile("sync.go:scale")],
    tests: [
      rollout("a change of size during a rollout is shared by the ReplicaSets in proportion to their size"),
      rollout("a paused Deployment says so and does not roll out, but follows its size"),
    ],
  },
  {
    id: "deployment-progress",
    en: "A rollout without progress for longer than its deadline (600 s) is reported by a condition, not undone. Complete, old ReplicaSets beyond the limit of history are deleted.",
    zh: "超过期限（600 秒）没有进展的滚动只会以 condition 报告，不会撤销。完成之后，超出历史上限的旧 ReplicaSet 会被删除。",
    upstream: [deploymentFile("progress.go:syncRolloutStatus"), deploymentFile("sync.go:cleanupDeployment")],
    tests: [
      rollout(
        "a rollout without progress for longer than the deadline is reported, and looked at again when it is due",
      ),
      rollout(
        "old ReplicaSets beyond the limit of history are deleted, oldest revision first, once the rollout is complete",
      ),
      rolloutRun("in the end nobody writes any more"),
    ],
    leftOut: {
      en: "Upstream drops a Deployment after 15 failed syncs in a row; here it is tried for ever.",
      zh: "上游连续 15 次 sync 失败后放弃该 Deployment；这里会一直重试。",
    },
  },
]);

const collectorEntries: readonly Entry[] = entriesOf("garbage", [
  {
    id: "gc-graph",
    en: "The garbage collector keeps a graph of owners from watches, which only says where to look: before anything goes it reads object and owners live. An owner counts by uid; another uid or namespace is a missing owner.",
    zh: "垃圾回收器由 watch 维护一张 owner 图，它只指出该看哪里：删除之前会实时读取对象与 owner。owner 按 uid 认定；uid 不同或在别的 namespace 都算缺失。",
    upstream: [collectorFile("graph_builder.go"), collectorFile("garbagecollector.go:attemptToDeleteItem")],
    tests: [
      collector("the deletion of an owner queues its dependents, and its absence is remembered"),
      collector("an owner that no event has told of gets a virtual node and is looked up on the server"),
      collector("an owner of that name with another uid is not the owner"),
      collector("an owner in another namespace counts as missing"),
    ],
    leftOut: {
      en: "The graph is changed in the event handlers instead of by a queue of its own; no look for new kinds every 30 s.",
      zh: "图在 handler 里修改，而不是由自己的队列；不会每 30 秒查找新的 kind。",
    },
  },
  {
    id: "gc-background",
    en: "Background: the owner goes at once, its dependents afterwards, in any order. A dependent with another living owner stays and only loses the reference.",
    zh: "Background：owner 立刻消失，从属对象随后，次序不定。还有其他 owner 的从属对象留下，只失去那个引用。",
    upstream: [collectorFile("garbagecollector.go:attemptToDeleteItem")],
    tests: [
      collectorRun("background: the Deployment goes first, then its ReplicaSet, then the pods"),
      collector("an object with one existing owner stays and loses the other references"),
    ],
  },
  {
    id: "gc-foreground",
    en: "Foreground: the owner stays, marked, until all dependents that block it are gone. Two that wait for each other stop blocking.",
    zh: "Foreground：owner 带着标记留下，直到所有阻塞它的从属对象消失。互相等待的两个会停止阻塞。",
    upstream: [collectorFile("garbagecollector.go:processDeletingDependentsItem")],
    tests: [
      collectorRun("foreground: the pods go first, the Deployment last"),
      collector("a foreground owner waits for the dependents that block it, and not for others"),
      collector("two objects that wait for each other stop blocking, so that both can go"),
    ],
  },
  {
    id: "gc-orphan",
    en: "Orphan: the references are taken off the dependents first, then the finalizer off the owner. The dependents live on.",
    zh: "Orphan：先去掉从属对象上的引用，再去掉 owner 的 finalizer。从属对象继续存在。",
    upstream: [collectorFile("garbagecollector.go:attemptToOrphanWorker")],
    tests: [
      collectorRun("orphan: the ReplicaSet and its pods live on without the Deployment"),
      collector("orphaning takes the references off the dependents, then the finalizer off the owner"),
    ],
  },
  {
    id: "gc-preconditions",
    en: "It deletes with uid and version as preconditions. After a conflict it looks again and, if the owners are the same, deletes without the version.",
    zh: "它以 uid 与版本为前提删除。冲突之后重新查看，如果 owner 没变，就不带版本地删除。",
    upstream: [collectorFile("garbagecollector.go:attemptToDeleteItem")],
    tests: [collector("a conflict on deletion is tried without the version if the owners are the same, else returned")],
  },
]);

const lessonEntries: readonly Entry[] = entriesOf("lessons", [
  {
    id: "limited-retry",
    en: "A controller may count by itself instead of leaving it to the queue: it asks to come back with RequeueAfter, gives up after so many failures, and returns a TerminalError then. Nothing but a new generation starts it over. Built-in controllers count in the queue's limiter and drop the key after 15 retries.",
    zh: "控制器也可以自己计数，而不交给队列：它用 RequeueAfter 请求再来，失败若干次后放弃，并返回 TerminalError。只有新的 generation 才让它重新开始。内置控制器在队列的 limiter 里计数，重试 15 次后丢弃 key。",
    upstream: [
      controllerRuntime("pkg/reconcile/reconcile.go:TerminalError"),
      kubernetes("pkg/controller/deployment/deployment_controller.go:handleErr, maxRetries"),
    ],
    tests: [
      retry("waits double from the base to the cap, and the last attempt is given up"),
      retry("nothing but a new generation leads on from what was given up"),
      retrying(
        "the limited one gives up, although the dependency works later; its status says so, and its last run is terminal",
      ),
      retrying("its own status and a label wake the limited one before its time, and it tries nothing"),
    ],
    states: ["retry", "retry.PROCESSING", "retry.RETRY_PENDING", "retry.SUCCEEDED", "retry.FAILED_PERMANENT"],
    edges: [
      "retry.PROCESSING woken",
      "retry.PROCESSING succeeded",
      "retry.PROCESSING failed",
      "retry.RETRY_PENDING woken",
      "retry.SUCCEEDED woken",
      "retry.FAILED_PERMANENT woken",
    ],
    moments: ["/s/limited-retries?at=c4", "/s/limited-retries?at=c7"],
    leftOut: {
      en: "The chart is ours: no library brings one. A crash loses the wait, and the failures are read from the status.",
      zh: "这个状态机是我们写的：没有哪个库自带。崩溃会丢失等待，失败次数从 status 读回。",
    },
  },
  {
    id: "observed-generation",
    en: "A custom controller writes the generation of the object that it read, after acting on it. controller-runtime does nothing of the kind by itself.",
    zh: "自定义控制器在处理之后写下它所读对象的 generation。controller-runtime 自己不会做这件事。",
    upstream: [controllerRuntime("pkg/internal/controller/controller.go: nothing sets observedGeneration")],
    tests: [
      database(
        "a new Database is Pending, gets its ConfigMap, and is Ready, each status with the generation that was read",
      ),
      databaseRun("the Database converges, and an edit is carried to its ConfigMap with the next generation"),
      database("a converged Database makes no request"),
    ],
  },
  {
    id: "status-in-the-main-endpoint",
    en: "A status that is written with the object raises the generation each time, so a controller that does so never comes to rest.",
    zh: "随对象一起写入的 status 每次都会让 generation 加一，这样做的控制器永远停不下来。",
    upstream: [
      { ref: "apiextensions-apiserver pkg/registry/customresource/strategy.go:PrepareForUpdate", version: "v0.36.3" },
    ],
    tests: [
      databaseRun(
        "a status written with the object raises the generation each time: the controller never comes to rest",
      ),
      databaseRun("without the status subresource, /status is not found, and the error is tried again for ever"),
    ],
  },
  {
    id: "outside-resources",
    en: "A finalizer has to be stored before the outside resource is ordered, and the resource has to be gone before the finalizer. What is outside needs a guard of its own against older generations.",
    zh: "finalizer 必须先持久化，再订购外部资源；资源必须先消失，再去掉 finalizer。外部的东西需要自己的防护，以免被旧的 generation 覆盖。",
    upstream: [controllerRuntime("pkg/finalizer/finalizer.go")],
    tests: [
      database("the finalizer is stored before the instance is ordered"),
      database("a Database that is being deleted gives its instance up first, and is held if that fails"),
      database("an object older than what was acted on is refused with the guard, and acted on without it"),
    ],
  },
  {
    id: "event-beats-backoff",
    en: "A dependency that comes up later turns a failing object ready by its event, ahead of any back-off, if the controller watches it.",
    zh: "只要控制器 watch 着依赖，晚些出现的依赖会以事件让失败的对象就绪，先于任何退避。",
    upstream: [controllerRuntime("pkg/handler/enqueue_mapped.go")],
    runs: ["Z15-event-breaks-backoff.priority"],
    tests: [
      databaseRun("a dependency that comes up later turns Failed into Ready by its event, ahead of the back-off"),
    ],
    moments: ["/s/backoff-staircase?at=c5"],
  },
  {
    id: "hot-loop",
    en: "A run that always writes something new wakes itself: a loop at the speed of the API in which every run is a success, so no back-off ever helps.",
    zh: "每次都写入新内容的运行会唤醒自己：以 API 的速度循环，而且每次都成功，所以退避帮不上忙。",
    upstream: [controllerRuntime("pkg/internal/controller/controller.go:reconcileHandler")],
    tests: [
      small("a time stamp at each run is a loop without an end and without a failure"),
      small("a time stamp only when the state flips is written once per state"),
    ],
  },
  {
    id: "poll-has-to-be-asked-for",
    en: "A poll by RequeueAfter goes on only if each run asks for it again. Asked for once, the next event ends it: at once on the priority queue, one look later on the classic one.",
    zh: "RequeueAfter 的轮询只有每次运行都再次要求才会继续。只要求一次的话，下一个事件就结束它：priority queue 立刻，经典队列再看一次之后。",
    upstream: [controllerRuntime("pkg/internal/controller/controller.go:reconcileHandler")],
    runs: ["Z13-poll-loop-with-events.priority", "Z13-poll-loop-with-events.classic"],
    tests: [
      small("a poll that is asked for in each run goes on"),
      small(
        "a poll that only the first run asks for ends with the next event on the priority queue, one look later on the classic one",
      ),
    ],
  },
]);

/** Deployment, garbage collector, and the controllers that lessons are made with. */
export const workloadEntries: readonly Entry[] = [...deploymentEntries, ...collectorEntries, ...lessonEntries];
