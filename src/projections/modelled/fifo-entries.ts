import { type Entry, entriesOf, fact, testsIn } from "./entry.ts";
import { clientGo } from "./upstream.ts";

const queue = testsIn("simulation/cluster/informer/fifo");
const processing = testsIn("simulation/cluster/informer/process");
const behaviour = testsIn("conformance/informer-behaviour");
const moreBehaviour = testsIn("conformance/informer-handlers-behaviour");
const indexer = testsIn("simulation/cluster/informer/indexer");

const fifoEntries: readonly Entry[] = entriesOf("fifo", [
  {
    id: "queue-by-era",
    en: "Up to client-go 0.32 an informer's queue is DeltaFIFO, since 0.33 RealFIFO, since 0.35 taken in batches, since 0.36 atomic and unlocked. The profile chooses.",
    zh: "client-go 0.32 及以前，informer 的队列是 DeltaFIFO；0.33 起是 RealFIFO；0.35 起成批取出；0.36 起是 atomic 且处理时不加锁。由 profile 选择。",
    upstream: [clientGo("tools/cache/controller.go:newQueueFIFO"), clientGo("features/known_features.go")],
    runs: ["T01-basic-default", "T01-basic-deltafifo", "T01-basic-nobatch"],
    tests: [
      behaviour(
        "DeltaFIFO queues a relist before its deletions, RealFIFO the deletions first, the atomic queue one delta",
      ),
    ],
    moments: ["/s/watch-history-gone?at=c6&profile=classic", "/s/watch-history-gone?at=c6&profile=in-order"],
  },
  {
    id: "realfifo-order",
    en: "RealFIFO keeps the order of arrival exactly: no merging, no check whether the object exists.",
    zh: "RealFIFO 严格保持到达次序：不合并，也不检查对象是否存在。",
    upstream: [clientGo("tools/cache/the_real_fifo.go:Add, Update, Delete, Pop")],
    runs: ["F03-realfifo-atomic", "T36-batch-while-processing"],
    tests: [queue("RealFIFO keeps the order of arrival")],
    facts: ["fifo.enqueue", "fifo.pop"],
    moments: ["/s/three-pods?at=c3"],
  },
  {
    id: "realfifo-replaced-all",
    en: "The atomic queue takes a relist as one ReplacedAll and a resync as one SyncAll, and bookmarks as well. None of them is merged with anything.",
    zh: "atomic 队列把一次 relist 当作一个 ReplacedAll，一次 resync 当作一个 SyncAll，也接收 bookmark。它们都不与任何东西合并。",
    upstream: [clientGo("tools/cache/the_real_fifo.go:Replace, Resync, Bookmark")],
    runs: ["F03-realfifo-atomic", "T06-410-relist-default"],
    tests: [
      queue("the atomic queue replaces and resyncs by one delta, never merged with others of its kind"),
      queue("only the atomic queue takes bookmarks"),
    ],
    facts: [
      fact("fifo.enqueue", { delta: "ReplacedAll" }),
      fact("fifo.enqueue", { delta: "SyncAll" }),
      fact("fifo.enqueue", { delta: "Bookmark" }),
    ],
    moments: ["/s/watch-history-gone?at=c6"],
  },
  {
    id: "realfifo-replace-in-order",
    en: "RealFIFO before 0.36 turns a relist into tombstones first (for what is queued, then for what is only cached), then one Replaced per object. DeltaFIFO does it the other way round.",
    zh: "0.36 之前的 RealFIFO 把 relist 先变成 tombstone（先是排队中的，再是只在缓存里的），然后每个对象一个 Replaced。DeltaFIFO 正好相反。",
    upstream: [clientGo("tools/cache/the_real_fifo.go:Replace"), clientGo("tools/cache/delta_fifo.go:Replace")],
    runs: ["T06-410-relist-nonatomic", "T06-410-relist-nobatch", "Y20-realfifo"],
    tests: [
      queue("a replace that is not atomic buries what is queued, then what is only cached, then brings the list"),
      queue("a queued deletion is not followed by a second one when the list lacks the object too"),
    ],
    facts: [fact("fifo.enqueue", { delta: "Deleted", tombstone: true })],
    moments: ["/s/watch-history-gone?at=c6&profile=in-order"],
  },
  {
    id: "batches",
    en: "A batch takes up to 1000 deltas from the head. It ends at a second delta of the same key, before ReplacedAll, SyncAll and Bookmark, and at the end of the initial population.",
    zh: "一批从队首取至多 1000 个 delta。遇到同一个 key 的第二个 delta、遇到 ReplacedAll、SyncAll 与 Bookmark 之前、以及初始内容的末尾，都会结束这一批。",
    upstream: [clientGo("tools/cache/the_real_fifo.go:PopBatch, defaultBatchSize")],
    runs: ["T36-batch-while-processing", "X25-batch-of-many", "X08-initial-batch-boundary-nonatomic"],
    tests: [
      queue("a batch ends at a repeated key and at a delta about the whole collection"),
      queue("a batch does not cross the end of the initial population, and holds at most 1000 deltas"),
    ],
    facts: [fact("fifo.pop", { batch: true })],
  },
  {
    id: "queue-lock",
    en: "Before 0.36 the queue is locked while an item is processed, so the reflector waits. Since then it goes on, unless 2000 or more deltas wait.",
    zh: "0.36 之前，处理一项时队列是锁住的，reflector 只能等。此后它可以继续，除非有 2000 个以上的 delta 在等。",
    upstream: [clientGo("tools/cache/the_real_fifo.go:whileProcessing_locked")],
    runs: ["T36-batch-while-processing", "X26-slow-processing-of-initial-list-default"],
    tests: [
      queue("the queue stays locked during processing, except from 0.36 on while fewer than 2000 deltas wait"),
      behaviour("before 0.36 the reflector waits for the queue while an item is processed"),
    ],
  },
  {
    id: "deltafifo-groups",
    en: "DeltaFIFO keeps one place in line per key and all its deltas under it. It groups, it does not merge: only two deletions in a row become one.",
    zh: "DeltaFIFO 每个 key 只占一个位置，其全部 delta 都放在它下面。它只分组，不合并：只有连续两个 Deleted 会变成一个。",
    upstream: [clientGo("tools/cache/delta_fifo.go:queueActionLocked, dedupDeltas, isDeletionDup")],
    runs: ["F01-deltafifo", "Y22-deltafifo-deletes"],
    tests: [
      queue("DeltaFIFO groups deltas under their key and keeps all of them"),
      queue("DeltaFIFO keeps one of two deletions in a row, the newer one if the older is a tombstone"),
      processing("deltas of one key that were popped together are written one by one"),
    ],
    facts: [fact("delta.ignored", { reason: "secondDeletion" })],
    moments: ["/s/watch-history-gone?at=c6&profile=classic"],
  },
  {
    id: "deletion-of-unknown",
    en: "A deletion of an object that nobody knows is dropped by DeltaFIFO; through RealFIFO it reaches the handlers as OnDelete.",
    zh: "删除一个谁也不知道的对象：DeltaFIFO 会丢弃它；经过 RealFIFO，它会以 OnDelete 到达 handler。",
    upstream: [clientGo("tools/cache/delta_fifo.go:Delete"), clientGo("tools/cache/the_real_fifo.go:Delete")],
    runs: ["T21-delete-unknown-default", "T21-delete-unknown-deltafifo", "Y22-deltafifo-deletes"],
    tests: [queue("DeltaFIFO ignores the deletion of an object that is neither queued nor cached, RealFIFO does not")],
    facts: [fact("delta.ignored", { reason: "unknownObject" }), "delta.ignored"],
  },
  {
    id: "queue-synced",
    en: "The queue counts as synced once the initial population has been processed, not when it is popped. An empty first list is synced at once, except through the atomic queue.",
    zh: "初始内容处理完之后，队列才算 synced，而不是取出时。空的第一个列表立刻就算 synced，只有 atomic 队列例外。",
    upstream: [clientGo("tools/cache/the_real_fifo.go:hasSynced_locked, checkSynced_locked")],
    runs: [
      "T03-emptylist-nonatomic",
      "T03-emptylist-deltafifo",
      "Y21-realfifo-atomic-bookmark",
      "X26-slow-processing-of-initial-list-default",
      "X26-slow-processing-of-initial-list-deltafifo",
    ],
    tests: [
      queue("the queue counts as synced once the initial population has been processed, not when it is popped"),
      behaviour("an empty first list counts as synced in Replace, or with the atomic queue once it is popped"),
    ],
    facts: ["fifo.synced"],
    moments: ["/s/three-pods?at=c1"],
  },
  {
    id: "nothing-is-put-back",
    en: "What was popped is gone, whatever becomes of it: an error while processing is silent, there is no retry and no requeue. Retrying is the work queue's business.",
    zh: "取出的东西就没了，不管结果如何：处理出错是无声的，没有重试，也不会放回。重试是 work queue 的事。",
    upstream: [clientGo("tools/cache/controller.go:processLoop"), clientGo("tools/cache/the_real_fifo.go:Pop")],
    runs: ["F01-deltafifo", "F03-realfifo-atomic"],
    facts: ["process.done"],
  },
  {
    id: "transform",
    en: "A transform runs when an object enters the queue, not on tombstones and resyncs; on objects of a streaming list it runs twice.",
    zh: "transform 在对象进入队列时运行，不作用于 tombstone 与 resync；流式列表的对象会运行两次。",
    upstream: [
      clientGo("tools/cache/the_real_fifo.go:addToItems_locked"),
      clientGo("tools/cache/reflector.go:watchList"),
    ],
    runs: ["T29-transform", "T29-transform-nonatomic", "T29b-transform-list-error", "Y10-watchlist-transform"],
    tests: [
      queue("an object that fails its transform stops a list; only the atomic queue then holds nothing of it"),
      moreBehaviour("the transform runs twice on the objects of a streaming list"),
    ],
    facts: ["transform.call"],
    leftOut: {
      en: "Scenario files cannot set a transform; the recorded runs do.",
      zh: "场景文件不能设置 transform；录制的运行可以。",
    },
  },
  {
    id: "queue-closed",
    en: "A closed queue discards nothing and still takes writes, but its backlog is never popped after a stop.",
    zh: "关闭的队列什么也不丢弃，仍接受写入；但停止之后，积压的内容永远不会再被取出。",
    upstream: [clientGo("tools/cache/the_real_fifo.go:Close"), clientGo("tools/cache/controller.go:processLoop")],
    runs: ["X03-stop-with-fifo-backlog", "F03-realfifo-atomic", "F01-deltafifo"],
    tests: [queue("a closed queue discards nothing and still takes writes")],
    facts: ["fifo.abandoned"],
    moments: ["/s/stopping?at=c6"],
  },
]);

const processingEntries: readonly Entry[] = entriesOf("processing", [
  {
    id: "cache-before-handlers",
    en: "The store is written first, then the handlers are told. Whoever is woken by an event finds at least that state in the store, often a later one.",
    zh: "先写 store，再通知 handler。被事件唤醒的人，在 store 里至少能看到这个状态，往往是更新的状态。",
    upstream: [
      clientGo("tools/cache/controller.go:processDeltas"),
      clientGo("tools/cache/shared_informer.go:handleDeltas"),
    ],
    runs: ["T01-basic-default", "T18-synced-before-handlers"],
    facts: ["store.write", "distribute"],
    moments: ["/s/three-pods?at=c3"],
  },
  {
    id: "presence-decides",
    en: "Presence in the store decides what a handler hears, not the event's type: MODIFIED of an unknown object is an OnAdd, ADDED of a known one an OnUpdate.",
    zh: "handler 听到什么，取决于对象是否已在 store 里，而不是事件类型：对未知对象的 MODIFIED 是 OnAdd，对已知对象的 ADDED 是 OnUpdate。",
    upstream: [clientGo("tools/cache/controller.go:processDeltas")],
    runs: ["T21-delete-unknown-default", "T21-delete-unknown-deltafifo"],
    tests: [processing("presence in the cache decides what a handler hears, not the type of the event")],
    facts: [fact("distribute", { kind: "add" }), fact("distribute", { kind: "update" })],
  },
  {
    id: "replaced-all-swaps-store",
    en: "A ReplacedAll swaps the whole store at once; only then come the deletions as tombstones and the list's adds and updates. So an OnDelete handler already sees the new objects.",
    zh: "ReplacedAll 一次换掉整个 store；之后才是作为 tombstone 的删除，以及列表的 add 与 update。所以 OnDelete 时已能看到新的对象。",
    upstream: [clientGo("tools/cache/controller.go:processReplacedAllInfo")],
    runs: ["T06-410-relist-default", "T19-recreated"],
    tests: [processing("a ReplacedAll swaps the cache and then tells of what is gone before what is listed")],
    facts: [fact("store.write", { operation: "replace" })],
    moments: ["/s/watch-history-gone?at=c6"],
  },
  {
    id: "tombstones",
    en: "A deletion that was missed shows only at the next relist, as a tombstone with the last state that this store knew. A re-watch misses nothing and needs none.",
    zh: "错过的删除只会在下一次 relist 时出现，是一个 tombstone，带着这个 store 最后知道的状态。重新 watch 不会漏掉任何东西，也就不需要它。",
    upstream: [clientGo("tools/cache/delta_fifo.go:DeletedFinalStateUnknown")],
    runs: ["T06-410-relist-default", "T06-410-relist-nonatomic", "T02-watchlist"],
    tests: [processing("a tombstone leaves the version of the cache alone")],
    facts: [fact("distribute", { tombstone: true }), fact("handler.call", { tombstone: true })],
    moments: ["/s/watch-history-gone?at=c6", "/s/watch-history-gone-streaming?at=c6"],
  },
  {
    id: "recreated-in-a-gap",
    en: "An object that was deleted and made anew while nobody listened comes back from a relist as one OnUpdate between two uids: the store knows keys, not identities.",
    zh: "没人听的时候被删除又重建的对象，relist 之后表现为一个 OnUpdate，前后两个 uid：store 只认 key，不认身份。",
    upstream: [clientGo("tools/cache/controller.go:processDeltas")],
    runs: ["T19-recreated", "T19-recreated-nonatomic"],
  },
  {
    id: "batch-is-one-write",
    en: "A batch reads all old objects, writes the store in one transaction, and then notifies in order. A handler that runs meanwhile sees the store after the whole batch.",
    zh: "一批先读出所有旧对象，在一次事务里写入 store，然后按次序通知。这时运行的 handler 看到的是整批之后的 store。",
    upstream: [
      clientGo("tools/cache/controller.go:processDeltasInBatch"),
      clientGo("tools/cache/thread_safe_store.go:Transaction"),
    ],
    runs: ["T36-batch-while-processing", "X25-batch-of-many"],
    tests: [processing("a batch is one write of the cache with its notifications after it, in order")],
    facts: [fact("store.write", { operation: "transaction" })],
  },
  {
    id: "store-version",
    en: "Since 0.36 the store has a version of its own, which follows what was popped: that of the last object, of a whole list, or of a bookmark. Before that it has none.",
    zh: "从 0.36 起，store 有自己的版本，跟随取出的内容：最后一个对象、整个列表或 bookmark 的版本。此前它没有版本。",
    upstream: [clientGo("tools/cache/thread_safe_store.go:LastStoreSyncResourceVersion")],
    runs: ["T01-basic-default", "T28-rv-empty", "T01-basic-nobatch"],
    tests: [
      indexer("without atomic events the cache has no version of its own"),
      processing("a bookmark moves the version of the cache and nothing else"),
    ],
    facts: [fact("store.write", { operation: "bookmark" })],
  },
  {
    id: "sync-update",
    en: "An update whose old and new object have the same version is a “sync” update, whatever caused it: resync, relist, repeated event. It goes only to handlers whose syncing flag is set.",
    zh: "新旧对象版本相同的更新是 “sync” 更新，不管起因是 resync、relist 还是重复的事件。它只送给 syncing 标志为真的 handler。",
    upstream: [clientGo("tools/cache/shared_informer.go:OnUpdate, distribute")],
    runs: [
      "X21-duplicate-added-same-rv-deltafifo",
      "X21-duplicate-added-same-rv-nonatomic",
      "X09-replaced-twice-resync0-vs-resync",
    ],
    tests: [
      processing("an update is a sync update if the versions are equal, whatever caused it"),
      processing("a SyncAll writes nothing and tells of every object as it is"),
    ],
    facts: [fact("distribute", { sync: true })],
    moments: ["/s/watch-history-gone?at=c6"],
  },
  {
    id: "indices",
    en: "The store finds objects by namespace and by the uid of their controller without looking at all of them, always from memory.",
    zh: "store 不必遍历全部对象就能按 namespace、按 controller 的 uid 找到对象，永远只读内存。",
    upstream: [clientGo("tools/cache/thread_safe_store.go:ByIndex, updateIndices")],
    tests: [
      indexer("objects are found by namespace, by label and by the uid of their controller"),
      indexer("indices follow a change of labels and a deletion"),
    ],
    facts: ["reconcile.read"],
    moments: ["/s/three-pods?at=c4"],
  },
]);

/** The queue between reflector and store, and what becomes of its deltas. */
export const queueAndStoreEntries: readonly Entry[] = [...fifoEntries, ...processingEntries];
