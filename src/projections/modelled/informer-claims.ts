import { type Claim, claim } from "./claim.ts";
import { apiserver, clientGo } from "./upstream.ts";

/** Wrong and half-true sentences about informers and watches. */
export const informerClaims: readonly Claim[] = [
  claim(
    "resync-replaces",
    "false",
    {
      en: [
        "FullResyncPeriod makes DeltaFIFO trigger a Replace to align with the API server.",
        "It becomes the reflector's resync timer, which replays the local cache: Sync deltas, or one SyncAll. A Replace comes only from a list.",
      ],
      zh: [
        "FullResyncPeriod 会让 DeltaFIFO 触发 Replace，与 API server 对齐。",
        "它只是 reflector 的 resync 计时，重放本地缓存：Sync delta，或一个 SyncAll。Replace 只来自列表。",
      ],
    },
    {
      upstream: [
        clientGo("tools/cache/controller.go:RunWithContext"),
        clientGo("tools/cache/reflector.go:startResync"),
      ],
      entries: ["resync-contacts-nobody"],
      moment: "/s/resync-asks-nobody?at=c3",
    },
  ),
  claim(
    "resync-heals-errors",
    "false",
    {
      en: [
        "RetryOnError=false means that processing errors are not retried and the next resync heals them.",
        "The field is gone since 0.33. Processing errors are never retried; a resync replays only what is in the cache, so it heals nothing that failed to enter it. A later event or a relist does.",
      ],
      zh: [
        "RetryOnError=false 表示处理错误不重试，下次 resync 会修复。",
        "这个字段从 0.33 起就没有了。处理错误从不重试；resync 只重放缓存里有的，修不好没能进去的。之后的事件或 relist 才行。",
      ],
    },
    {
      upstream: [clientGo("tools/cache/controller.go:processLoop")],
      entries: ["nothing-is-put-back", "resync-contacts-nobody"],
      moment: "/s/missed-delete?at=c4",
    },
  ),
  claim(
    "resync-relists",
    "false",
    {
      en: [
        "Resync every 10 h forces a re-list of all resources.",
        "Not a single request. Handlers that are due get OnUpdate(x, x) for every cached object. 10 h is controller-runtime's default, client-go has none.",
      ],
      zh: [
        "每 10 小时的 resync 会强制重新列出所有资源。",
        "一个请求也没有。到期的 handler 会为每个缓存对象得到 OnUpdate(x, x)。10 小时是 controller-runtime 的默认值，client-go 没有默认值。",
      ],
    },
    {
      upstream: [clientGo("tools/cache/reflector.go:startResync")],
      entries: ["resync-contacts-nobody", "resync-periods"],
      moment: "/s/resync-asks-nobody?at=c2",
    },
  ),
  claim(
    "resync-repairs-lost-events",
    "false",
    {
      en: [
        "A resync every 10 h repairs lost events.",
        "It replays what the cache holds, so an object whose deletion was lost is confirmed as alive. Only a list is held against the cache. What a resync does bring back is a run that compares what the cache knows already.",
      ],
      zh: [
        "每 10 小时的 resync 会修复丢失的事件。",
        "它只重放缓存里有的，所以删除事件丢失的对象会被再次确认为存在。只有列表才会与缓存对照。resync 能带来的，是再运行一次，比较缓存早已知道的内容。",
      ],
    },
    {
      upstream: [clientGo("tools/cache/reflector.go:startResync"), clientGo("tools/cache/the_real_fifo.go:Resync")],
      entries: ["resync-contacts-nobody"],
      moment: "/s/missed-delete?at=c4",
    },
  ),
  claim(
    "stopping-drains",
    "halfTrue",
    {
      en: [
        "An informer goes Initial → Syncing → Synced → Running → Stopped; Stopping guarantees that queued events are processed and rejects new ones.",
        "There is no such enum. It is true that an informer never runs twice. But only the item in hand is finished: the backlog and pending notifications are dropped. What is rejected after the stop is AddEventHandler.",
      ],
      zh: [
        "informer 的状态是 Initial → Syncing → Synced → Running → Stopped；Stopping 保证处理完排队的事件并拒绝新的。",
        "没有这样的枚举。informer 不能运行两次，这是真的。但只有手上的一项会做完：积压与等待的通知都被丢弃。停止后被拒绝的是 AddEventHandler。",
      ],
    },
    {
      upstream: [clientGo("tools/cache/shared_informer.go:RunWithContext")],
      entries: ["informer-stop", "informer-states", "informer-runs-once"],
      moment: "/s/stopping?at=c6",
    },
  ),
  claim(
    "replace-compacts",
    "false",
    {
      en: [
        "Replace() compacts redundant events: of Added, Updated, Updated the last one stays.",
        "No queue does that. DeltaFIFO appends Replaced to what is queued for the key, RealFIFO appends: in the recorded runs F01 and F03 a Replace meets a filled queue, and all of it is still popped. Only the list shows nothing but final states.",
      ],
      zh: [
        "Replace() 会压缩多余的事件：Added、Updated、Updated 只留最后一个。",
        "没有哪个队列这么做。DeltaFIFO 把 Replaced 追加到该 key 的队列后面，RealFIFO 也是追加：在录制运行 F01 和 F03 中，Replace 遇到非空的队列，原有的仍全部取出。只含最终状态的是列表本身。",
      ],
    },
    {
      upstream: [clientGo("tools/cache/delta_fifo.go:Replace"), clientGo("tools/cache/the_real_fifo.go:Replace")],
      entries: ["deltafifo-groups", "realfifo-replaced-all"],
      moment: "/s/three-queues?at=c6",
    },
  ),
  claim(
    "pop-requeues",
    "false",
    {
      en: [
        "A Pop whose processing fails puts the item back.",
        "It is gone, silently. Retrying with back-off is the work queue's job, in the controller's code.",
      ],
      zh: ["Pop 处理失败会自动放回。", "它就没了，无声无息。带退避的重试是 work queue 的事，由控制器代码来做。"],
    },
    {
      upstream: [clientGo("tools/cache/the_real_fifo.go:Pop")],
      entries: ["nothing-is-put-back"],
      moment: "/s/three-queues?at=c3",
    },
  ),
  claim(
    "result-channel-unbuffered",
    "true",
    {
      en: [
        "The result channel of a watch is unbuffered.",
        "For real watches, on purpose. Fake watchers may have a buffer of 100. A handler's channels are unbuffered too, with a ring without limit between them.",
      ],
      zh: [
        "watch 的 result channel 没有缓冲。",
        "真实的 watch 确实如此，是有意的。fake watcher 可能有 100 的缓冲。handler 的 channel 也没有缓冲，两者之间是无上限的环。",
      ],
    },
    {
      upstream: [{ ref: "apimachinery pkg/watch/streamwatcher.go:NewStreamWatcher", version: "v0.36.3" }],
      entries: ["stream-decoder", "slow-handler-holds-nobody"],
      moment: "/s/slow-handler?at=c2",
    },
  ),
  claim(
    "version-is-opaque",
    "halfTrue",
    {
      en: [
        "resourceVersion is opaque and may not be compared.",
        "True until 1.34. Since 1.35 versions of one resource type may be ordered. Across types it stays meaningless. Informers themselves only test for equality.",
      ],
      zh: [
        "resourceVersion 是不透明的，不能比较。",
        "1.34 及以前如此。从 1.35 起，同一资源类型的版本可以排序；跨类型仍无意义。informer 自己只比较是否相等。",
      ],
    },
    {
      upstream: [{ ref: "apimachinery pkg/util/resourceversion:CompareResourceVersion", version: "v0.36.3" }],
      entries: ["old-list-is-applied", "one-revision"],
      moment: "/s/store-from-the-past?at=c4",
    },
  ),
  claim(
    "zero-is-latest",
    "false",
    {
      en: [
        "resourceVersion=0 means from the latest version.",
        "0 is any version that the server's cache has, possibly old. A LIST ignores limit then; a WATCH begins with that state as ADDED. The latest is the empty version. A reflector uses 0 for its first LIST only.",
      ],
      zh: [
        "resourceVersion=0 表示从最新版本开始。",
        "0 是服务器缓存里的任意版本，可能是旧的。此时 LIST 忽略 limit，WATCH 先以 ADDED 发送那个状态。最新的是空版本。reflector 只在第一次 LIST 用 0。",
      ],
    },
    {
      upstream: [
        apiserver("pkg/storage/cacher/cacher.go:Watch"),
        clientGo("tools/cache/reflector.go:relistResourceVersion"),
      ],
      entries: ["list-zero", "first-list-any-version", "watch-with-initial-events"],
      moment: "/s/store-from-the-past?at=c4",
    },
  ),
  claim(
    "disconnect-relists",
    "false",
    {
      en: [
        "On a disconnection the client runs List and Watch again.",
        "It resumes the watch from its last version. It lists again only after 410, other ERROR events, failing connects that are not retriable, or a watch that ended at once without an event.",
      ],
      zh: [
        "断线时客户端会重新 List 和 Watch。",
        "它从最后的版本续传 watch。只有 410、其他 ERROR 事件、不可重试的连接失败，或者立刻无事件结束的 watch 之后，才重新 LIST。",
      ],
    },
    {
      upstream: [clientGo("tools/cache/reflector.go:watch")],
      entries: ["watch-resumes", "error-event-410", "very-short-watch"],
      moment: "/s/stream-ends?at=c4",
    },
  ),
  claim(
    "watch-is-websocket",
    "halfTrue",
    {
      en: [
        "A watch is HTTP chunked or WebSocket; scheduler and kubelet talk to the API server by REST and WebSocket.",
        "A watch is one long HTTP response (chunked, or HTTP/2 frames). The server can serve WebSocket, but client-go, scheduler and kubelet never ask for it. Upgrades are for exec, attach and port-forward.",
      ],
      zh: [
        "watch 是 HTTP chunked 或 WebSocket；scheduler、kubelet 与 API server 之间用 REST 与 WebSocket。",
        "watch 是一个很长的 HTTP 响应（chunked 或 HTTP/2 帧）。服务器能提供 WebSocket，但 client-go、scheduler、kubelet 从不要求。Upgrade 用于 exec、attach、port-forward。",
      ],
    },
    {
      upstream: [clientGo("rest/request.go:Watch"), apiserver("pkg/endpoints/handlers/watch.go:serveWatchHandler")],
      entries: ["watch-request"],
      moment: "/s/stream-ends?at=c1",
    },
  ),
  claim(
    "idle-watches-closed",
    "false",
    {
      en: [
        "The API server closes idle watches after 5 to 10 minutes (--min-request-timeout).",
        "There is no idle time-out. The client itself asks for 300 to 599 s, busy or idle. --min-request-timeout counts only if the client asks for nothing: 30 to 60 min.",
      ],
      zh: [
        "API server 会在 5 到 10 分钟后关闭空闲的 watch（--min-request-timeout）。",
        "没有空闲超时。是客户端自己要求 300 到 599 秒，不管忙闲。--min-request-timeout 只在客户端没要求时有效：30 到 60 分钟。",
      ],
    },
    {
      upstream: [
        apiserver("pkg/endpoints/handlers/get.go:handleWatch"),
        clientGo("tools/cache/reflector.go:defaultMinWatchTimeout"),
      ],
      entries: ["watch-deadline", "watch-request"],
      moment: "/s/stream-ends?at=c3",
    },
  ),
  claim(
    "deltafifo-merges",
    "halfTrue",
    {
      en: [
        "DeltaFIFO merges consecutive events of one object.",
        "It groups them under one key, keeping all of them in order; only two deletions in a row become one. Handlers get one call per delta. Informers use RealFIFO since 0.33, which does not even group.",
      ],
      zh: [
        "DeltaFIFO 会合并同一对象的连续事件。",
        "它把它们分在同一个 key 之下，全部按次序保留；只有连续两个删除变成一个。handler 每个 delta 得到一次调用。0.33 起 informer 用 RealFIFO，连分组也没有。",
      ],
    },
    {
      upstream: [clientGo("tools/cache/delta_fifo.go:queueActionLocked, dedupDeltas")],
      entries: ["deltafifo-groups", "realfifo-order"],
      moment: "/s/three-queues?at=c3",
    },
  ),
];
