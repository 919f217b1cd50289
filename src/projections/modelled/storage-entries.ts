import { type Entry, entriesOf, fact, testsIn } from "./entry.ts";
import { apiserver, etcdServer } from "./upstream.ts";

const etcd = testsIn("simulation/cluster/etcd");
const ring = testsIn("simulation/cluster/server/ring");
const dispatch = testsIn("simulation/cluster/server/dispatch");
const bookmarks = testsIn("simulation/cluster/server/bookmarks");
const caches = testsIn("simulation/cluster/actors/caches");
const streams = testsIn("simulation/cluster/actors/streams");
const starts = testsIn("simulation/cluster/server/watch-start");
const chart = testsIn("simulation/machines/watch-connection");

const etcdEntries: readonly Entry[] = entriesOf("etcd", [
  {
    id: "one-revision",
    en: "etcd has one revision for everything. Each successful write of any kind takes the next one; a write that fails or changes nothing takes none. So the versions of one kind have gaps.",
    zh: "etcd 的 revision 全局只有一个。任何 kind 的每次成功写入都取下一个；失败的或没有变化的写入不占。所以同一 kind 的版本是有间隔的。",
    upstream: [
      etcdServer("storage/mvcc/kvstore_txn.go"),
      apiserver("pkg/storage/api_object_versioner.go:PrepareObjectForStorage"),
    ],
    tests: [
      etcd("a fresh store is at revision 1 and each write of any kind takes the next one"),
      etcd("a transaction whose compare fails takes no revision and returns what is there"),
      etcd("writes that no kind sees advance the revision all the same"),
    ],
    facts: ["etcd.commit"],
    moments: ["/s/three-pods?at=c2"],
  },
  {
    id: "object-version",
    en: "An object's resourceVersion is the revision of its last write. A list carries the revision of its snapshot, which is at least that of every item and the only one from which a watch has no gap.",
    zh: "对象的 resourceVersion 是它最后一次写入的 revision。列表带的是快照的 revision，不小于每一项的版本，也是唯一能无缝 watch 的起点。",
    upstream: [apiserver("pkg/storage/etcd3/store.go:GetList"), apiserver("pkg/storage/etcd3/decoder.go")],
    tests: [
      etcd("an object's resource version is the revision of its last write"),
      testsIn("simulation/cluster/server/read")(
        "a list carries the revision of its snapshot, which is above that of every item",
      ),
    ],
    moments: ["/s/watch-history-gone?at=c1"],
  },
  {
    id: "deletion-takes-a-revision",
    en: "A deletion is a write of its own. DELETED carries the last content with the revision of the deletion, not the version that the object had.",
    zh: "删除本身就是一次写入。DELETED 带着最后的内容，版本是删除的 revision，而不是对象原来的版本。",
    upstream: [
      apiserver("pkg/storage/etcd3/watcher.go:prepareObjs"),
      apiserver("pkg/storage/cacher/cache_watcher.go:convertToWatchEvent"),
    ],
    tests: [etcd("a deletion is a write of its own and its event carries the last value")],
    facts: [fact("etcd.commit", { verb: "delete" }), fact("stream.send", { event: "DELETED" })],
    moments: ["/s/watch-history-gone?at=c3"],
  },
  {
    id: "compaction",
    en: "Every 5 min each API server tries to write a mark, and the one that wins compacts to where the mark before stood. So history reaches back 5 to 10 min, and the tick itself is a write.",
    zh: "每 5 分钟，每个 API server 都尝试写入一个标记，抢到的那个压缩到上一个标记的位置。所以历史可回溯 5 到 10 分钟，而这一拍本身就是一次写入。",
    upstream: [apiserver("pkg/storage/etcd3/compact.go:runCompactLoop, Compact")],
    tests: [
      caches("history is compacted to the tick before: nothing at 5 min, at 10 min up to the revision of 5 min"),
      etcd("history reaches back one to two rounds of compaction"),
      etcd("of two API servers one compacts and the other only adopts its mark"),
      etcd("a restarted API server loses its first round and compacts at its second"),
    ],
    facts: ["etcd.compact"],
  },
  {
    id: "history-until-compaction",
    en: "Any revision that is not compacted can be read and watched from. Below that a range or a watch fails; a watch from the future simply waits.",
    zh: "没有被压缩的任何 revision 都能读取，也能从它开始 watch。更早的会失败；从未来开始的 watch 只是等待。",
    upstream: [
      etcdServer("storage/mvcc/kvstore_txn.go:rangeKeys"),
      etcdServer("storage/mvcc/watcher_group.go:chooseAll"),
    ],
    tests: [
      etcd("a range shows the store as it was at any revision that is not compacted"),
      etcd("a watch fails only below the compact revision, and one in the future waits"),
    ],
  },
]);

const cacheEntries: readonly Entry[] = entriesOf("cache", [
  {
    id: "watch-cache",
    en: "Each API server has a watch cache per kind: all objects at one revision, and a ring of recent events. Watches are served from it alone, and it lags behind etcd a little, on each server by itself.",
    zh: "每个 API server 为每个 kind 备有一个 watch cache：某个 revision 的全部对象，加一个近期事件的环。watch 只由它提供，它略微落后于 etcd，各服务器各自落后。",
    upstream: [apiserver("pkg/storage/cacher/cacher.go"), apiserver("pkg/storage/cacher/watch_cache.go:processEvent")],
    tests: [
      caches("a watch cache applies a commit after its lag, each server by itself"),
      dispatch("progress notifications move the cache on although nothing of the kind changed"),
    ],
    facts: ["cache.apply"],
    moments: ["/s/three-pods?at=c2"],
  },
  {
    id: "ring-growth",
    en: "The ring holds 100 events at first. Full, it doubles while its oldest event is younger than 75 s, up to 102,400; it halves when three quarters are older.",
    zh: "环起初容纳 100 个事件。满了之后，只要最旧的事件不到 75 秒就加倍，上限 102,400；四分之三都更旧时减半。",
    upstream: [apiserver("pkg/storage/cacher/watch_cache.go:resizeCacheLocked")],
    tests: [
      ring("a full ring doubles while its oldest event is younger than 75 s, up to its upper bound"),
      ring("a full ring of which three quarters are older than 75 s halves and keeps the newest half"),
    ],
    facts: ["cache.resize"],
  },
  {
    id: "too-old",
    en: "A watch can start from the cache's last list until an event is forgotten, then from just before the oldest event in the ring. On a quiet kind that reaches back for hours, on a busy one barely over a minute. etcd's compaction has no say.",
    zh: "在丢弃第一个事件之前，watch 可以从缓存上次列表的位置开始；之后只能从环里最旧事件之前开始。安静的 kind 可回溯数小时，繁忙的只有一分多钟。这与 etcd 的压缩无关。",
    upstream: [apiserver("pkg/storage/cacher/watch_cache.go:getAllEventsSinceLocked")],
    tests: [
      ring("a watch can start from the list until an event is forgotten, then from before the oldest event"),
      ring("on a quiet kind a ring of four events reaches back for hours"),
    ],
    moments: ["/s/watch-history-gone?at=c4"],
  },
  {
    id: "restart-empties-the-ring",
    en: "A restarted server lists etcd anew, with an empty ring. Every client whose version is behind that list gets a 410, although etcd still has the history.",
    zh: "重启的服务器重新列出 etcd，环是空的。版本落后于这次列表的客户端都会得到 410，尽管 etcd 里仍有历史。",
    upstream: [
      apiserver("pkg/storage/cacher/cacher.go:startCaching"),
      apiserver("pkg/storage/cacher/watch_cache.go:Replace"),
    ],
    tests: [
      starts("after a restart the server remembers nothing before its list, though etcd does"),
      starts("a client whose last revision is behind a restarted server's list must list again"),
    ],
    facts: ["cache.list", "server.up", "server.down"],
    moments: ["/s/stream-ends?at=c5", "/s/watch-history-gone?at=c7"],
    leftOut: {
      en: "In scenarios all caches list at the instant of the start: the time in which they answer 429 has no length.",
      zh: "在场景里，所有缓存在启动的瞬间就完成列表：回答 429 的时间长度为零。",
    },
  },
  {
    id: "cache-terminated",
    en: "When a cache loses its watch on etcd, all client watches of the kind end cleanly and the cache lists again.",
    zh: "缓存失去对 etcd 的 watch 时，该 kind 的所有客户端 watch 都干净地结束，缓存重新列表。",
    upstream: [apiserver("pkg/storage/cacher/cacher.go:terminateAllWatchers")],
    tests: [
      caches("a cache that missed compacted history ends its watches and lists anew after a second"),
      starts("when the cache loses its watch on etcd all client watches end cleanly"),
      dispatch("a cache that fell behind etcd's history ends its watches and must list again"),
    ],
    facts: [fact("stream.close", { reason: "cacheTerminated" })],
    edges: [
      "watch-connection.opening cacheReset",
      "watch-connection.replaying cacheReset",
      "watch-connection.streaming cacheReset",
    ],
  },
  {
    id: "progress",
    en: "etcd's progress notifications move a cache on although nothing of its kind changed. Bookmarks on a quiet kind live on them.",
    zh: "etcd 的 progress 通知会推进缓存，即使该 kind 没有变化。安静 kind 上的 bookmark 全靠它们。",
    upstream: [etcdServer("etcdserver/api/v3rpc/watch.go"), apiserver("pkg/storage/cacher/progress/watch_progress.go")],
    tests: [dispatch("progress notifications move the cache on although nothing of the kind changed")],
    moments: ["/s/stream-ends?at=c2"],
    leftOut: {
      en: "Instead of every 5 s (kubeadm) or 10 min, a cache is brought up when a bookmark is due or a reader waits. Clients see the same.",
      zh: "不是每 5 秒（kubeadm）或 10 分钟，而是在 bookmark 到期或有读者在等时推进缓存。客户端看到的一样。",
    },
  },
]);

const watchesEntries: readonly Entry[] = entriesOf("watches", [
  {
    id: "watch-from-ring",
    en: "A watch from version N sends the ring's events above N first, then goes on live. No event at or below its start is ever delivered; one from the future is silent until then.",
    zh: "从版本 N 开始的 watch 先发送环里大于 N 的事件，再继续实时发送。从不发送不大于起点的事件；从未来开始的 watch 在那之前保持沉默。",
    upstream: [
      apiserver("pkg/storage/cacher/cacher.go:Watch"),
      apiserver("pkg/storage/cacher/cache_watcher.go:processInterval, process"),
    ],
    tests: [
      starts("a watch from a future revision is silent until that revision has passed"),
      starts("no event at or below the start revision is ever delivered"),
    ],
    facts: ["stream.open", "stream.send"],
    states: [
      "watch-connection",
      "watch-connection.opening",
      "watch-connection.opening.validating",
      "watch-connection.replaying",
      "watch-connection.streaming",
      "watch-connection.streaming.flowing",
    ],
    edges: [
      "watch-connection.opening accepted",
      "watch-connection.replaying initialEventsSent",
      "watch-connection.streaming.flowing eventQueued",
    ],
    moments: ["/s/stream-ends?at=c4"],
  },
  {
    id: "watch-with-initial-events",
    en: 'A watch from "" or "0" begins with the whole state as ADDED, in the order of keys, each with its own version; then, if bookmarks are allowed, one that ends the initial events. "" waits until the cache is as fresh as etcd, "0" takes what there is.',
    zh: '从 "" 或 "0" 开始的 watch 先以 ADDED 按 key 的次序发送整个状态，各带自己的版本；若允许 bookmark，再发一个表示初始事件结束。"" 会等缓存追上 etcd，"0" 有什么给什么。',
    upstream: [
      apiserver("pkg/storage/cacher/cacher.go:Watch, setInitialEventsEndBookmarkIfRequested"),
      { ref: "apimachinery pkg/apis/meta/internalversion/defaults.go:SetListOptionsDefaults", version: "v0.36.3" },
    ],
    tests: [
      starts('a watch from "" waits until the cache is as fresh as etcd, one from "0" takes what the cache has'),
      starts("a watch from %s begins with what B.4 says"),
      starts('with watch-list off a watch from "" starts with what the cache has, without an end mark'),
    ],
    facts: [fact("stream.bookmark", { initialEventsEnd: true })],
    states: ["watch-connection.opening.waitingForFreshCache"],
    edges: ["watch-connection.opening.validating cacheBehind", "watch-connection.opening accepted hasInitialEvents"],
    moments: ["/s/watch-history-gone-streaming?at=c4"],
  },
  {
    id: "watch-too-old",
    en: "A watch from before the ring is answered with HTTP 200, one ERROR event 410 Expired, and the end. It is not an HTTP 410.",
    zh: "起点早于环的 watch 得到 HTTP 200、一个 ERROR 事件 410 Expired，然后结束。它不是 HTTP 410。",
    upstream: [apiserver("pkg/storage/cacher/cacher.go:newErrWatcher")],
    tests: [
      starts("a watch from before the ring gets HTTP 200, one ERROR 410 with both revisions, and the end"),
      chart("a version that is too old is answered with headers, one ERROR event and a clean end"),
    ],
    facts: ["stream.error", fact("stream.close", { reason: "error" })],
    edges: ["watch-connection.opening startFailed", "watch-connection.streaming streamFailed"],
    moments: ["/s/watch-history-gone?at=c4"],
  },
  {
    id: "watch-list-too-new",
    en: "A watch-list from a version that the cache does not reach within 3 s gets an ERROR 504 “too large resource version” in a 200 stream.",
    zh: "watch-list 要求的版本若缓存 3 秒内到不了，就在 200 的流里得到 ERROR 504 “too large resource version”。",
    upstream: [
      apiserver("pkg/storage/cacher/watch_cache.go:waitUntilFreshAndBlock"),
      apiserver("pkg/storage/errors.go:NewTooLargeResourceVersionError"),
    ],
    tests: [
      starts("a watch-list from a revision that the cache does not reach in 3 s gets an ERROR 504 in a 200 stream"),
    ],
    facts: [fact("stream.error", { code: 504 })],
  },
  {
    id: "watch-options",
    en: "Contradicting options of a watch (sendInitialEvents without NotOlderThan, a match without it) are refused with 422 before the stream, as is watch-list on a server without it.",
    zh: "watch 参数互相矛盾（有 sendInitialEvents 而没有 NotOlderThan，或只有后者）会在流之前以 422 拒绝；不支持 watch-list 的服务器也是如此。",
    upstream: [
      {
        ref: "apimachinery pkg/apis/meta/internalversion/validation/validation.go:ValidateListOptions",
        version: "v0.36.3",
      },
    ],
    tests: [
      starts("a watch with %s is refused with 422 ListOptions"),
      starts("a server without watch-list refuses sendInitialEvents, which makes clients fall back to a list"),
      chart("a refused watch never becomes a stream"),
    ],
    edges: ["watch-connection.opening refused"],
  },
  {
    id: "watch-deadline",
    en: "A watch ends at timeoutSeconds, or after 30 to 60 min if the client names none, busy or idle. There is no idle time-out. The end is an end: no event, no error.",
    zh: "watch 在 timeoutSeconds 时结束；客户端没说的话是 30 到 60 分钟，不管忙闲。没有空闲超时。结束就是结束：没有事件，没有错误。",
    upstream: [
      apiserver("pkg/endpoints/handlers/get.go:handleWatch"),
      apiserver("pkg/endpoints/handlers/watch.go:HandleHTTP"),
    ],
    tests: [
      starts("a watch lasts timeoutSeconds, or 30 to 60 minutes if the client names none"),
      starts("at its deadline a watch ends without an event, and what was not written is lost"),
    ],
    facts: ["stream.close", fact("stream.close", { reason: "deadline" })],
    states: ["watch-connection.closed", "watch-connection.draining"],
    edges: [
      "watch-connection.streaming deadlineReached",
      "watch-connection.replaying deadlineReached",
      "watch-connection.draining drained",
      "watch-connection clientLeft",
    ],
    moments: ["/s/stream-ends?at=c3"],
  },
  {
    id: "bookmarks",
    en: "Bookmarks come only to watches that allow them: about once a minute and 2 s before the deadline, if the cache has moved past the watch's start. A full channel misses its bookmark.",
    zh: "bookmark 只发给允许它的 watch：大约每分钟一次，以及期限前 2 秒，前提是缓存已越过 watch 的起点。channel 满了就错过这次。",
    upstream: [
      apiserver("pkg/storage/cacher/cache_watcher.go:nextBookmarkTime"),
      apiserver("pkg/storage/cacher/cacher.go:dispatchEvents"),
    ],
    tests: [
      streams("a bookmark comes a minute after the start and moves on with writes of other kinds"),
      bookmarks("bookmarks come once a minute when the cache moved past the start of the watch"),
      bookmarks("a bookmark comes 2 s before the deadline and none after it"),
      bookmarks("on a kind where nothing moves no bookmark comes, and that is stated"),
    ],
    facts: ["stream.bookmark"],
    edges: ["watch-connection.streaming bookmarkDue", "watch-connection.replaying bookmarkDue"],
    moments: ["/s/stream-ends?at=c2"],
    leftOut: {
      en: "Upstream looks every 1 to 1.25 s; here the tick happens when one is due, at the end of its second.",
      zh: "上游每 1 到 1.25 秒查看一次；这里只在有 bookmark 到期的那一秒末查看。",
    },
  },
  {
    id: "selector-turns-changes",
    en: "A selector turns changes into ADDED and DELETED: an object that stops matching comes as DELETED with its old content at the new revision, although it still exists.",
    zh: "selector 会把变化变成 ADDED 与 DELETED：不再匹配的对象以 DELETED 到达，带着旧内容和新的 revision，尽管它仍然存在。",
    upstream: [apiserver("pkg/storage/cacher/cache_watcher.go:convertToWatchEvent")],
    tests: [
      dispatch("a selector turns changes into ADDED and DELETED; DELETED shows the old content at the new revision"),
    ],
  },
  {
    id: "slow-watcher",
    en: "A watcher that does not read fills its channels. The dispatcher waits for all slow ones together as long as it has saved up (50 ms a second, at most 100 ms), then closes them without an ERROR.",
    zh: "不读取的 watcher 会填满自己的 channel。dispatcher 为所有慢者总共只等它攒下的时间（每秒 50 毫秒，至多 100 毫秒），然后不发 ERROR 就关闭它们。",
    upstream: [apiserver("pkg/storage/cacher/cacher.go:dispatchEvent"), apiserver("pkg/storage/cacher/time_budget.go")],
    tests: [
      streams(
        "a client that reads nothing is dropped when its buffer is full: a clean end, no ERROR (fidelity B.7, G32)",
      ),
      dispatch(
        "a watcher that does not read is closed without ERROR once its channels are full and no time was saved up",
      ),
      dispatch("the dispatcher waits for slow watchers only as long as it has saved up"),
      dispatch("a watcher's channels hold about a second of history, within bounds that depend on the kind's index"),
    ],
    facts: [fact("stream.close", { reason: "slow" })],
    edges: ["watch-connection.streaming fellBehind", "watch-connection.replaying fellBehind"],
  },
  {
    id: "replay-overwritten",
    en: "A replay whose events leave the ring before they are read just ends. The client resumes and then gets the 410.",
    zh: "重放中的事件若在读取之前就离开了环，流便直接结束。客户端续传，然后得到 410。",
    upstream: [apiserver("pkg/storage/cacher/cache_watcher.go:processInterval")],
    tests: [dispatch("a replay whose events leave the ring before they are read just ends")],
    facts: [fact("stream.close", { reason: "replayOverwritten" })],
    edges: ["watch-connection.replaying replayOverwritten"],
  },
  {
    id: "server-stops",
    en: "A server that goes down breaks its watches, unless it has a termination grace period for them; it refuses new requests.",
    zh: "停机的服务器会断开它的 watch，除非为它们设了终止宽限期；它拒绝新的请求。",
    upstream: [
      apiserver("pkg/server/filters/watch_termination.go"),
      apiserver("pkg/endpoints/handlers/watch.go:HandleHTTP"),
    ],
    tests: [
      starts("a shutdown ends watches cleanly only with a termination grace period, and refuses new requests"),
      chart("a stopping server breaks the connection unless it has a termination grace period for watches"),
    ],
    facts: [fact("stream.close", { reason: "restart" })],
    edges: ["watch-connection serverStopped isBroken", "watch-connection serverStopped"],
    leftOut: { en: "Scenarios know only the sudden end.", zh: "场景里只有突然的终止。" },
  },
]);

/** etcd, the API server's watch cache, and watches from the server's side. */
export const storageEntries: readonly Entry[] = [...etcdEntries, ...cacheEntries, ...watchesEntries];
