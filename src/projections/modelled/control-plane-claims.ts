import { type Claim, claim } from "./claim.ts";
import { apiextensions, apiserver, clientGo, kubernetes } from "./upstream.ts";

/** Sentences about who talks to whom in a control plane, and who slows whom down. */
export const controlPlaneClaims: readonly Claim[] = [
  claim(
    "kubelet-reads-etcd",
    "false",
    {
      en: [
        "The scheduler and the kubelets read their work from etcd.",
        "Only the API server talks to etcd. Everybody else, the built-in controllers included, is a client of the API server with an identity of its own, and hears of changes by watching.",
      ],
      zh: [
        "scheduler 与 kubelet 从 etcd 读取自己的工作。",
        "只有 API server 与 etcd 通信。其他组件，包括内置控制器，都是 API server 的客户端，各有自己的身份，通过 watch 得知变化。",
      ],
    },
    {
      upstream: [
        kubernetes("pkg/kubelet/config/apiserver.go:NewSourceApiserver"),
        apiserver("pkg/storage/etcd3/store.go:New"),
      ],
      entries: ["identities", "scheduler"],
      moment: "/s/deployment-through-the-hub?at=c7",
    },
  ),
  claim(
    "watches-reach-etcd",
    "false",
    {
      en: [
        "Every watch of a client is a watch on etcd, so many watchers load etcd.",
        "The API server watches etcd once per kind and serves all clients from its watch cache. Its CPU and memory pay for the fan-out, not etcd.",
      ],
      zh: [
        "客户端的每个 watch 都是 etcd 上的一个 watch，watcher 多了会压垮 etcd。",
        "API server 每个 kind 只 watch etcd 一次，用 watch cache 服务所有客户端。为扇出付出 CPU 与内存的是它，不是 etcd。",
      ],
    },
    {
      upstream: [apiserver("pkg/storage/cacher/cacher.go:dispatchEvent")],
      entries: ["watch-cache", "slow-watcher"],
      moment: "/s/fan-out-and-a-slow-watcher?at=c1",
    },
  ),
  claim(
    "too-many-requests-is-an-error",
    "halfTrue",
    {
      en: [
        "A 429 is an error that the controller's code has to handle.",
        "With Retry-After, which the API server sends, the REST client waits and asks again up to ten times; the caller only finds the call slow. Without the header the error comes through at once.",
      ],
      zh: [
        "429 是控制器代码必须处理的错误。",
        "带 Retry-After（API server 会发送它）时，REST 客户端会等待并重试，最多十次，调用者只觉得变慢。没有这个头时，错误立刻传上来。",
      ],
    },
    {
      upstream: [clientGo("rest/with_retry.go:IsNextRetry")],
      entries: ["rest-retry-after"],
      moment: "/s/retry-after?at=c3",
    },
  ),
  claim(
    "too-many-requests-for-everybody",
    "false",
    {
      en: [
        "429 Too Many Requests says that the API server is overloaded, for everybody.",
        "It says that the seats of one priority level are taken and one queue of it is full. Other levels have seats of their own, and another flow of the same level has another queue and is served before one that has had more.",
      ],
      zh: [
        "429 Too Many Requests 说明 API server 对所有人都过载了。",
        "它说明某一个优先级的席位已占满，而且其中一条队列已满。其他优先级有自己的席位；同一优先级的另一个流有另一条队列，并先于已得到更多的流被服务。",
      ],
    },
    {
      upstream: [
        apiserver("pkg/util/flowcontrol/fairqueuing/queueset/queueset.go:StartRequest"),
        apiserver("pkg/apis/flowcontrol/bootstrap/default.go"),
      ],
      entries: ["priority-and-fairness", "flows-and-levels"],
      moment: "/s/seats-are-taken?at=c5",
    },
  ),
  claim(
    "owned-fields-are-locked",
    "false",
    {
      en: [
        "A field that somebody applied is protected: others cannot change it.",
        "Only other appliers are asked. A PUT or any other patch changes the field and owns it from then on, without a conflict; the applier learns of it at its next apply, with 409 and the other's name. Ownership is a register, not a lock.",
      ],
      zh: [
        "有人 apply 过的字段受到保护：别人改不了。",
        "只有同样使用 apply 的人会被检查。PUT 或其他 patch 会直接改掉字段并从此拥有它，不产生冲突；原来的 apply 者到下一次 apply 才得知，得到写着对方名字的 409。拥有只是登记，不是锁。",
      ],
    },
    {
      upstream: [{ ref: "structured-merge-diff merge/update.go:Update, Apply", version: "v6" }],
      entries: ["server-side-apply"],
      moment: "/s/whose-field?at=c3",
    },
  ),
  claim(
    "namespace-goes-at-once",
    "false",
    {
      en: [
        "The API server deletes a namespace together with everything in it.",
        "It only marks the namespace. A controller deletes what is inside with requests of its own, pods first, then the other kinds, in no fixed order; without that controller, or with one finalizer inside that nobody removes, the namespace stays Terminating for ever.",
      ],
      zh: [
        "API server 会把 namespace 连同里面的一切一起删除。",
        "它只给 namespace 打上标记。由一个控制器用自己的请求删除里面的东西：先是 Pod，再是其他 kind，次序不定。没有这个控制器，或者里面有一个没人去掉的 finalizer，namespace 就永远 Terminating。",
      ],
    },
    {
      upstream: [
        kubernetes("pkg/registry/core/namespace/storage/storage.go:Delete"),
        kubernetes("pkg/controller/namespace/deletion/namespaced_resources_deleter.go:deleteAllContent"),
      ],
      entries: ["namespace-terminating", "namespace-content"],
      moment: "/s/namespace-stays?at=c2",
    },
  ),
  claim(
    "deleted-definition-ends-informers",
    "false",
    {
      en: [
        "When a CustomResourceDefinition is deleted, the informers of its kind stop.",
        "They are told that each object is deleted; then their watch ends without an error, and a 404 answers the next one. They list again with back-off for ever, because a 404 can also come from a server that is not ready. A process that starts afterwards never syncs.",
      ],
      zh: [
        "删除 CustomResourceDefinition 后，该 kind 的 informer 就会停止。",
        "它们会收到每个对象的删除；随后 watch 不带错误地结束，下一个请求得到 404。它们会带退避地永远 LIST 下去，因为 404 也可能来自尚未就绪的服务器。此后启动的进程永远无法同步。",
      ],
    },
    {
      upstream: [
        apiextensions("pkg/controller/finalizer/crd_finalizer.go:deleteInstances"),
        apiextensions("pkg/apiserver/customresource_handler.go:tearDown"),
        clientGo("tools/cache/reflector.go:RunWithContext"),
      ],
      entries: ["definition-finalizer", "definition-gone"],
      moment: "/s/definition-goes?at=c8",
    },
  ),
  claim(
    "slow-writes-mean-slow-server",
    "halfTrue",
    {
      en: [
        "A controller that writes slowly has a slow API server.",
        "Often it waits for its own client: with a rate limiter, requests queue in the process, where no server and no audit log sees them. controller-runtime sets none by default, client-go's default is 5 a second.",
      ],
      zh: [
        "控制器写得慢，是因为 API server 慢。",
        "常常是在等自己的客户端：有限速器时，请求在进程里排队，服务器与审计日志都看不见。controller-runtime 默认不设，client-go 默认每秒 5 个。",
      ],
    },
    {
      upstream: [clientGo("rest/request.go:tryThrottle"), clientGo("rest/config.go:DefaultQPS")],
      entries: ["client-limiter"],
      moment: "/s/client-side-limit?at=c3",
    },
  ),
  claim(
    "revoked-watch-ends",
    "false",
    {
      en: [
        "When a permission is taken away, the watches that it allowed end.",
        "Authorization looks at a request once. An open stream goes on until it ends by itself, up to ten minutes later; only the next WATCH gets 403.",
      ],
      zh: [
        "权限被撤销后，依靠它打开的 watch 会结束。",
        "授权对每个请求只检查一次。已打开的流会一直继续，直到自己结束，最多十分钟之后；下一次 WATCH 才会得到 403。",
      ],
    },
    {
      upstream: [apiserver("pkg/endpoints/filters/authorization.go")],
      entries: ["rbac"],
      moment: "/s/rbac-forbidden-staircase?at=c7",
    },
  ),
  claim(
    "has-synced-means-fresh",
    "false",
    {
      en: [
        "HasSynced is true, so the cache is up to date.",
        "It says that the first list has arrived, once and for ever. A stream that has fallen silent leaves the cache old, and HasSynced true, until the watch's deadline.",
      ],
      zh: [
        "HasSynced 为 true，所以缓存是最新的。",
        "它只说明第一次 LIST 已经到达，此后一直为 true。沉默的流会让缓存变旧，而 HasSynced 仍为 true，直到 watch 的期限。",
      ],
    },
    {
      upstream: [clientGo("tools/cache/shared_informer.go:HasSynced"), clientGo("tools/cache/reflector.go:watch")],
      entries: ["watch-deadline"],
      moment: "/s/trigger-not-ready-b?at=c5",
    },
  ),
  claim(
    "forbidden-is-final",
    "false",
    {
      en: [
        "A 403 cannot pass by itself, so a controller gives up on it.",
        "To the work queue it is an error like any other: the key is tried again with growing waits, for ever. That is why a role that is mended later heals everything without a restart.",
      ],
      zh: [
        "403 不会自己消失，所以控制器会放弃。",
        "对 work queue 来说它与其他错误无异：以越来越长的等待一直重试。因此角色以后修好时，不用重启一切就会恢复。",
      ],
    },
    {
      upstream: [
        { ref: "controller-runtime pkg/internal/controller/controller.go:reconcileHandler", version: "v0.24.1" },
      ],
      entries: ["rbac"],
      moment: "/s/trigger-not-ready-c?at=c3",
    },
  ),
  claim(
    "slow-is-an-error",
    "false",
    {
      en: [
        "When etcd is slow, the controllers' logs are full of errors.",
        "A slow write is a success that comes late: no log line, no retry, no back-off. It shows in the audit log's two timestamps and in the API server's histogram.",
      ],
      zh: [
        "etcd 变慢时，控制器日志里会满是错误。",
        "慢的写入只是迟到的成功：没有日志，没有重试，没有退避。它显现在审计日志的两个时间戳和 API server 的直方图里。",
      ],
    },
    {
      upstream: [apiserver("pkg/storage/etcd3/metrics/metrics.go:RecordEtcdRequest")],
      entries: ["etcd-latency"],
      moment: "/s/trigger-not-ready-d?at=c3",
    },
  ),
];
