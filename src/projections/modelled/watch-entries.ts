import { type Entry, entriesOf, fact, testsIn } from "./entry.ts";
import { apimachinery, clientGo } from "./upstream.ts";

const chart = testsIn("simulation/machines/reflector");
const behaviour = testsIn("conformance/informer-behaviour");
const calls = testsIn("simulation/cluster/actors/calls");
const plainText = testsIn("simulation/kubernetes/generic-response");
const rest = testsIn("simulation/cluster/informer/rest");
const decoder = testsIn("simulation/cluster/actors/stream-decoder");

const watchEntries: readonly Entry[] = entriesOf("watch", [
  {
    id: "watch-request",
    en: "A WATCH starts at the reflector's last version, asks for bookmarks, and asks the server to end it after a random 300 to 599 seconds.",
    zh: "WATCH 从 reflector 最后的版本开始，请求 bookmark，并要求服务器在随机的 300 到 599 秒后结束它。",
    upstream: [clientGo("tools/cache/reflector.go:watch, defaultMinWatchTimeout")],
    runs: ["T01-basic-default", "T04-close-rewatch"],
    facts: ["watch.request", "watch.response"],
    states: ["reflector.watching", "reflector.watching.connecting"],
    edges: ["reflector.watching.connecting watchOpened"],
    moments: ["/s/stream-ends?at=c1"],
  },
  {
    id: "stream-decoder",
    en: "Each stream has a goroutine of its own that decodes it and hands every event to the reflector's through a channel without a buffer: no event is decoded before the one ahead of it has been taken.",
    zh: "每个流都有自己的 goroutine 负责解码，并通过没有缓冲的 channel 把每个事件交给 reflector 的 goroutine：前一个没有被取走，就不会解码下一个。",
    upstream: [apimachinery("pkg/watch/streamwatcher.go:NewStreamWatcherWithLogger, receive")],
    tests: [
      decoder("each event is decoded, then taken by the reflector in the same instant, one after the other"),
      decoder("what arrives after the reflector has left its stream is decoded by nobody"),
    ],
    facts: ["watch.decoded"],
    moments: ["/s/slow-handler?at=c2"],
  },
  {
    id: "watch-resumes",
    en: "A stream that ended after an event or after a second ended normally: the next WATCH starts at once from the last version. No LIST, no back-off, no error handler.",
    zh: "流若在有过事件或超过一秒之后结束，就是正常结束：立刻从最后的版本开始下一个 WATCH。没有 LIST，没有退避，不调用 error handler。",
    upstream: [clientGo("tools/cache/reflector.go:watch, handleAnyWatch")],
    runs: ["T04-close-rewatch", "X02-short-watch-with-event-hot-loop", "http-clean-close-after-2s"],
    tests: [
      behaviour("a watch that ended with an event or after a second is opened again at once, from the last version"),
    ],
    facts: ["watch.closed"],
    edges: ["reflector.watching.streaming watchClosed"],
    moments: ["/s/stream-ends?at=c4"],
  },
  {
    id: "very-short-watch",
    en: "A stream that closes in under a second without any event counts as an error: back-off, then a relist. The error handler is still not called.",
    zh: "不到一秒、没有任何事件就关闭的流算错误：先退避，再 relist。但仍不调用 error handler。",
    upstream: [clientGo("tools/cache/reflector.go:handleAnyWatch, VeryShortWatchError")],
    runs: ["http-clean-close-at-once"],
    tests: [
      behaviour("a watch that closes at once without an event leads to a backoff and a relist at the last version"),
    ],
    edges: ["reflector.watching.streaming watchClosed wasVeryShort"],
  },
  {
    id: "watch-connect-retriable",
    en: "A WATCH that is refused at the connection or with 429 is tried again in place from the same version, with growing waits: no relist, no error handler.",
    zh: "WATCH 若被拒绝连接或得到 429，就原地从同一版本重试，等待逐渐增长：不 relist，不调用 error handler。",
    upstream: [clientGo("tools/cache/reflector.go:watch, isErrorRetriableWithSideEffectsLocked")],
    runs: ["T12-429"],
    tests: [behaviour("a refused watch is tried again in place with a growing wait, without relist or error handler")],
    facts: ["watch.refused", fact("backoff", { purpose: "watchConnect" })],
    states: ["reflector.watching.backingOff"],
    edges: [
      "reflector.watching.connecting watchRefused isRetriable",
      "reflector.watching.backingOff xstate.after.backoff.reflector.watching.backingOff",
    ],
    moments: ["/s/watch-history-gone?at=c2"],
  },
  {
    id: "watch-connect-fails",
    en: "Any other refusal of a WATCH (410, 403, 5xx, a broken connection) is returned: error handler, back-off, relist.",
    zh: "WATCH 的其他拒绝（410、403、5xx、连接损坏）会被返回：error handler、退避、relist。",
    upstream: [clientGo("tools/cache/reflector.go:watch")],
    runs: ["T07-410-on-connect", "T13c-watch-io-errors", "http-503-no-retry-after"],
    facts: [fact("listAndWatch.return", { stage: "watch" }), fact("errorHandler.call", { stage: "watch" })],
    edges: ["reflector.watching.connecting watchRefused"],
  },
  {
    id: "error-handler-silent-in-stream",
    en: "The watch error handler hears only of failed LISTs and failed WATCH connects. ERROR events within a stream never reach it, and it cannot influence the retry.",
    zh: "watch error handler 只会听到失败的 LIST 与失败的 WATCH 连接。流内的 ERROR 事件永远到不了它，它也左右不了重试。",
    upstream: [clientGo("tools/cache/reflector.go:DefaultWatchErrorHandler, RunWithContext")],
    runs: ["T06-410-relist-default", "T12-429", "T13b-decode-error-event"],
    tests: [
      chart(
        "an ERROR event ends ListAndWatch without an error, a refused connect with one that the error handler gets",
      ),
    ],
    facts: ["errorHandler.call"],
  },
  {
    id: "error-event-410",
    en: "An ERROR event 410 ends ListAndWatch without an error: one back-off, then a relist at the last version, whose result replaces the whole cache.",
    zh: "ERROR 事件 410 让 ListAndWatch 不带 error 地返回：退避一次，然后以最后的版本 relist，结果替换整个缓存。",
    upstream: [clientGo("tools/cache/reflector.go:handleAnyWatch, watch")],
    runs: ["T06-410-relist-default", "T06-410-relist-nonatomic", "http-410-event"],
    facts: [fact("watch.event", { event: "ERROR", code: 410 })],
    edges: ["reflector.watching.streaming watchErrored"],
    moments: ["/s/watch-history-gone?at=c4", "/s/watch-history-gone-streaming?at=c3"],
  },
  {
    id: "error-event-429",
    en: "An ERROR event 429 is answered with a back-off and a new WATCH from the same version, without relist.",
    zh: "ERROR 事件 429：退避，然后从同一版本重新 WATCH，不 relist。",
    upstream: [clientGo("tools/cache/reflector.go:watch")],
    runs: ["T12-429"],
    facts: [fact("watch.event", { event: "ERROR", code: 429 }), fact("backoff", { purpose: "watch429Event" })],
    edges: ["reflector.watching.streaming watchErrored isTooManyRequests"],
  },
  {
    id: "error-event-other",
    en: "ERROR 500, an unknown status and bytes that cannot be decoded all end ListAndWatch without an error: back-off and relist.",
    zh: "ERROR 500、未知的 status、无法解码的字节，都让 ListAndWatch 不带 error 地返回：退避，然后 relist。",
    upstream: [clientGo("tools/cache/reflector.go:watch"), apimachinery("pkg/watch/streamwatcher.go:receive")],
    runs: ["T13b-decode-error-event", "http-garbage-json"],
    tests: [behaviour("an ERROR event 500 leads to a backoff and a relist, and the error handler is not called")],
    facts: [fact("watch.event", { event: "ERROR" })],
    leftOut: {
      en: "The retry window for InternalError is left out: informers have it at 0.",
      zh: "省略 InternalError 的重试窗口：informer 把它设为 0。",
    },
  },
  {
    id: "events-become-store-calls",
    en: "ADDED, MODIFIED and DELETED become Add, Update and Delete on the queue, and each moves the reflector's version to that of its object, unconditionally.",
    zh: "ADDED、MODIFIED、DELETED 变成队列上的 Add、Update、Delete，每个都无条件地把 reflector 的版本移到对象的版本。",
    upstream: [clientGo("tools/cache/reflector.go:handleAnyWatch")],
    runs: ["T01-basic-default"],
    facts: ["watch.event"],
    states: ["reflector.watching.streaming"],
    edges: ["reflector.watching.streaming eventTaken"],
    moments: ["/s/three-pods?at=c3"],
  },
  {
    id: "bookmark-moves-version-only",
    en: "A BOOKMARK changes no object and calls no handler. It moves the reflector's version, so that a later WATCH starts late enough not to be refused.",
    zh: "BOOKMARK 不改变任何对象，也不调用 handler。它只移动 reflector 的版本，好让之后的 WATCH 起点足够新，不被拒绝。",
    upstream: [clientGo("tools/cache/reflector.go:handleAnyWatch")],
    runs: ["T01-basic-default", "T36-batch-while-processing"],
    facts: [fact("watch.event", { event: "BOOKMARK" })],
    moments: ["/s/stream-ends?at=c2"],
  },
  {
    id: "watch-without-version",
    en: "On a watch that began at no particular version, ADDED events leave the reflector's version alone until the first MODIFIED, DELETED or BOOKMARK.",
    zh: "从没有明确版本处开始的 watch，ADDED 不移动 reflector 的版本，直到第一个 MODIFIED、DELETED 或 BOOKMARK。",
    upstream: [clientGo("tools/cache/reflector.go:handleAnyWatch")],
    runs: ["T28-rv-empty", "Y09-empty-rv-rewatch"],
    tests: [
      chart(
        "ADDED events leave the version alone on a watch that began at no particular one, until another event comes",
      ),
    ],
    edges: ["reflector.watching.streaming eventTaken holdsVersion"],
  },
  {
    id: "odd-events",
    en: "An object of a wrong type is skipped and leaves the version; an unknown event type is skipped and moves it. A failing store call (a transform error) loses the event, and the version moves on all the same.",
    zh: "类型不对的对象被跳过，版本不动；未知的事件类型被跳过，版本照动。store 调用失败（transform 出错）会丢掉这个事件，而版本仍然前进。",
    upstream: [clientGo("tools/cache/reflector.go:handleAnyWatch")],
    runs: ["T25-wrong-type", "T29-transform", "http-status-as-object"],
    facts: ["watch.eventDropped", "transform.call"],
  },
  {
    id: "watch-stopped-by-client",
    en: "Whenever the reflector leaves a stream it stops it; what was still on its way is ignored.",
    zh: "reflector 离开一个流时都会停止它；仍在路上的东西被忽略。",
    upstream: [clientGo("tools/cache/reflector.go:watch"), apimachinery("pkg/watch/streamwatcher.go:Stop")],
    runs: ["T06-410-relist-default", "T22-stop-drops-pending"],
    facts: ["watch.stop", fact("informer.ignored", { reason: "streamAbandoned" })],
  },
]);

const restEntries: readonly Entry[] = entriesOf("rest", [
  {
    id: "rest-broken-before-headers",
    en: "A connection that breaks before the response headers is tried again by the REST client itself, ten times, a second apart. Then a WATCH succeeds with an empty stream, so the reflector simply opens the next one; a LIST fails.",
    zh: "在响应头之前断开的连接，由 REST 客户端自己重试十次，每次隔一秒。之后 WATCH 以一个空流“成功”，reflector 于是直接打开下一个；LIST 则失败。",
    upstream: [clientGo("rest/with_retry.go:IsNextRetry"), clientGo("rest/request.go:Watch")],
    runs: ["http-eof-before-headers-always", "http-list-retries"],
    tests: [
      calls("the client retries a LIST whose connection breaks, and nothing of it shows above"),
      calls(
        "a WATCH that breaks before its headers eleven times becomes an empty stream; the reflector opens the next",
      ),
      rest("a connection that breaks before the headers is tried ten times more, a second apart"),
      rest("after the last try a WATCH succeeds with an empty stream and a LIST fails"),
    ],
  },
  {
    id: "rest-retry-after",
    en: "429 and 5xx are tried again inside the client, up to ten times, only if the answer has a Retry-After that is a whole number; otherwise the reflector hears of them at once. A refused connection is never retried there.",
    zh: "429 与 5xx 只有在应答带 Retry-After、且其值是整数时才在客户端内部重试，至多十次；否则 reflector 立刻得知。被拒绝的连接从不在那里重试。",
    upstream: [clientGo("rest/with_retry.go:IsNextRetry"), clientGo("rest/request.go:request")],
    runs: ["http-429-retry-after", "http-503-no-retry-after", "http-list-retries", "http-retry-after-no-number"],
    tests: [
      calls("429 with Retry-After is waited for in the client, without it the reflector backs off"),
      calls("a write is only tried again when the server says when"),
      rest("429 and 5xx are tried again only when they say when"),
      rest("a refused connection fails at once"),
    ],
    facts: ["client.retry"],
  },
  {
    id: "rest-plain-text-error",
    en: "An answer in plain text, as the 429 of priority and fairness is one, becomes an error of the client's own: the server has received too many requests and has asked us to try again later (post configmaps).",
    zh: "纯文本的应答（例如 Priority and Fairness 的 429）在客户端变成它自己的错误：the server has received too many requests and has asked us to try again later (post configmaps)。",
    upstream: [
      clientGo("rest/request.go:newUnstructuredResponseError"),
      apimachinery("pkg/api/errors/errors.go:NewGenericServerResponse"),
    ],
    tests: [
      plainText(
        "a client makes its own error of a plain-text 429 or 404: its words, the method, the resource and the name",
      ),
    ],
    moments: ["/s/retry-after?at=c6"],
  },
  {
    id: "rest-transport-resend",
    en: "Go's HTTP transport sends a request once more, at once, if it was put on a kept connection that breaks before the first byte of an answer.",
    zh: "如果请求用的是一条保留的旧连接，而它在应答的第一个字节之前断开，Go 的 HTTP transport 会立刻再发一次。",
    upstream: [{ ref: "Go net/http:persistConn.shouldRetryRequest", version: "go1.26" }],
    runs: ["http-eof-before-headers-always"],
    tests: [rest("the transport itself repeats a request on a kept connection that broke")],
    leftOut: {
      en: "Only in recorded HTTP runs; links of a scenario have no kept connections.",
      zh: "只在录制的 HTTP 运行里；场景中的链路没有保留的连接。",
    },
  },
  {
    id: "stream-breaks-quietly",
    en: "A stream that breaks, even in the middle of an event, looks to the reflector like its end: it resumes from the last version. Only what cannot be decoded, such as an unknown event type or kind, becomes an ERROR event 500. The body of a LIST that breaks off fails the LIST, without a retry in the client.",
    zh: "流断开，哪怕断在一个事件中间，对 reflector 来说都只是流的结束：它从最后的版本续传。只有无法解码的内容（例如未知的事件类型或 kind）才变成 ERROR 事件 500。LIST 的响应体中途断开则使这次 LIST 失败，客户端内部不重试。",
    upstream: [apimachinery("pkg/watch/streamwatcher.go:receive")],
    runs: ["http-rst-mid-stream", "http-garbage-json", "http-unknown-event-type", "http-list-cut"],
    tests: [
      testsIn("simulation/cluster/actors/streams")(
        "a stream that is cut loses what is on its way, and the next one brings it again",
      ),
      rest("a stream that breaks, even within an event, only ends; undecodable bytes are an ERROR event first"),
    ],
    moments: ["/s/stream-ends?at=c5"],
  },
  {
    id: "client-requests",
    en: "A controller's own reads and writes go to the API server and take a round trip; they do not touch the informer's cache. Requests that were sent together are answered in any order.",
    zh: "控制器自己的读写直接走 API server，要花一个来回；它们不碰 informer 的缓存。一起发出的请求以任意次序得到应答。",
    upstream: [{ ref: "controller-runtime pkg/client/client.go:client", version: "86a0d40e" }],
    tests: [
      calls("a write takes half a call to the server, etcd's time, and half a call back"),
      testsIn("simulation/machines/worker")("requests that are sent together are waited for together"),
    ],
    facts: ["client.request", "client.response"],
    moments: ["/s/three-pods?at=c5"],
  },
  {
    id: "link-cut",
    en: "A cut link breaks what is open, loses what is on its way, and refuses new connects. What a server has already begun is done all the same: nobody hears of it.",
    zh: "链路断开会中断已打开的一切，丢失在途的内容，并拒绝新的连接。服务器已经开始的事情照样做完，只是没有人听到。",
    upstream: [{ ref: "Go net: a connection that is reset", version: "go1.26" }],
    tests: [
      calls("a link that is cut resets what is in flight; the server finishes the write, and its answer is lost"),
      calls("a request on a cut link is refused, and a refusal is not tried again by the client"),
      testsIn("simulation/machines/watch-connection")(
        "from every state a closed connection can be reached by the link being cut",
      ),
    ],
    facts: ["link.lost", "link.refused"],
    edges: ["watch-connection linkCut"],
    moments: ["/s/watch-history-gone?at=c2"],
    leftOut: {
      en: "Both ends notice at once. A real client may need some 45 s (HTTP/2 ping after 30 s, 15 s to answer).",
      zh: "两端立刻察觉。真实客户端可能要约 45 秒（30 秒后 HTTP/2 ping，再等 15 秒应答）。",
    },
  },
]);

/** The reflector's watch, and what lies below it. */
export const watchAndRestEntries: readonly Entry[] = [...watchEntries, ...restEntries];
