import { type Claim, claim } from "./claim.ts";
import { apiserver, clientGo } from "./upstream.ts";

/** Wrong and half-true sentences about what a watch sends, and about starting over. */
export const watchClaims: readonly Claim[] = [
  claim(
    "gone-lists-from-empty",
    "false",
    {
      en: [
        "After 410 Gone the client lists again from an empty resourceVersion.",
        "After a back-off it lists at its last version: at least that new. Only if this LIST is told 410 as well does it ask at once with an empty one.",
      ],
      zh: [
        "410 Gone 之后，客户端从空的 resourceVersion 重新 LIST。",
        "它先退避，再以最后的版本 LIST：至少要这么新。只有这个 LIST 也得到 410，才立刻改用空版本。",
      ],
    },
    {
      upstream: [clientGo("tools/cache/reflector.go:relistResourceVersion, list")],
      entries: ["relist-at-last-version", "list-refused-as-too-old"],
      moment: "/s/gone-twice?at=c2",
    },
  ),
  claim(
    "bookmarks-call-handlers",
    "false",
    {
      en: [
        "A BOOKMARK event calls the handlers.",
        "It changes no object and calls nobody. It moves the version from which the next watch resumes, and since 1.36 the store's own.",
      ],
      zh: [
        "BOOKMARK 事件会调用 handler。",
        "它不改变任何对象，也不调用任何人。它推进下一次 watch 续传的版本，1.36 起还推进 store 自己的版本。",
      ],
    },
    {
      upstream: [
        clientGo("tools/cache/reflector.go:handleAnyWatch"),
        clientGo("tools/cache/the_real_fifo.go:Bookmark"),
      ],
      entries: ["bookmark-moves-version-only"],
      moment: "/s/five-event-types?at=c4",
    },
  ),
  claim(
    "leaving-selector-is-deletion",
    "false",
    {
      en: [
        "A DELETED event means that the object was deleted.",
        "It means that it is no longer in what this watch asked for. An object that stops to match the selector is DELETED for the watch and alive in etcd.",
      ],
      zh: [
        "DELETED 事件表示对象被删除了。",
        "它表示对象不再属于这个 watch 所要的范围。不再匹配 selector 的对象，对 watch 来说是 DELETED，在 etcd 里却还活着。",
      ],
    },
    {
      upstream: [apiserver("pkg/storage/cacher/cache_watcher.go:convertToWatchEvent")],
      entries: ["selectors"],
      moment: "/s/leaving-the-selector?at=c2",
    },
  ),
  claim(
    "watch-reconnects-itself",
    "false",
    {
      en: [
        "Watch() has a loop that reconnects by itself.",
        "A watch is one request with one stream; when it ends, its channel closes. It is the reflector that asks again, from its last version. A plain Watch() just ends.",
      ],
      zh: [
        "Watch() 内部有自动重连的循环。",
        "一个 watch 就是一个请求、一个流；流结束，channel 就关闭。再次请求的是 reflector，从最后的版本要起。单独调用 Watch() 则到此为止。",
      ],
    },
    {
      upstream: [clientGo("rest/request.go:Watch"), clientGo("tools/cache/reflector.go:watch")],
      entries: ["watch-resumes"],
      moment: "/s/slow-handler?at=c2",
    },
  ),
  claim(
    "watch-is-server-sent-events",
    "false",
    {
      en: [
        "A watch uses Server-Sent Events.",
        "It is a plain response that does not end: JSON lines, or protobuf or CBOR frames. No text/event-stream, no event ids, no reconnecting by the protocol.",
      ],
      zh: [
        "watch 使用 Server-Sent Events。",
        "它是一个不结束的普通响应：一行行 JSON，或 protobuf、CBOR 帧。没有 text/event-stream，没有事件 id，协议也不会自己重连。",
      ],
    },
    {
      upstream: [apiserver("pkg/endpoints/handlers/watch.go:HandleHTTP"), clientGo("rest/request.go:Watch")],
      entries: ["watch-request"],
      moment: "/s/five-event-types?at=c1",
    },
  ),
];
