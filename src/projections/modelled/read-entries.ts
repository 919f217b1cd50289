import { type Entry, entriesOf, fact, testsIn } from "./entry.ts";
import { apiextensions, apimachinery, apiserver, kubernetes } from "./upstream.ts";

const reads = testsIn("simulation/cluster/server/read");
const updates = testsIn("simulation/cluster/server/update");
const namespace = testsIn("simulation/cluster/server/namespace");
const creates = testsIn("simulation/cluster/server/create");
const identity = testsIn("simulation/cluster/identity");
const actions = testsIn("simulation/cluster/actors/perform-action");
const calls = testsIn("simulation/cluster/actors/calls");
const statusError = testsIn("simulation/kubernetes/status-error");
const server = testsIn("simulation/cluster/server/api-server");
const webhooks = testsIn("simulation/cluster/actors/webhooks");
const unread = testsIn("simulation/cluster/server/unread-request");
const unknown = testsIn("simulation/cluster/actors/unknown-client");
const starts = testsIn("simulation/cluster/server/watch-start");

const readEntries: readonly Entry[] = entriesOf("reads", [
  {
    id: "get-by-version",
    en: "GET without a version reads etcd; with 0 it takes the cache as it is; with N it waits up to 3 s until the cache has N, else 504.",
    zh: "不带版本的 GET 读 etcd；带 0 就读缓存现状；带 N 则等缓存到达 N，至多 3 秒，否则 504。",
    upstream: [apiserver("pkg/storage/cacher/delegator.go:Get")],
    tests: [
      reads("GET without a version reads etcd, with 0 the cache as it is"),
      reads("GET of version N waits until the cache has N"),
    ],
    facts: [fact("api.request", { verb: "get" }), "api.waiting"],
    moments: ["/s/two-edits-one-run?at=c6"],
  },
  {
    id: "list-unset",
    en: "LIST without a version is the most recent state: the server asks etcd for its revision, waits up to 3 s for its cache to have it, and else reads etcd.",
    zh: "不带版本的 LIST 是最新状态：服务器先问 etcd 的 revision，等缓存到达它，至多 3 秒，否则直接读 etcd。",
    upstream: [
      apiserver("pkg/storage/cacher/delegator.go:GetList"),
      apiserver("pkg/storage/cacher/watch_cache.go:waitUntilFreshAndList"),
    ],
    tests: [reads("LIST without a version waits for the cache to be as fresh as etcd was, and reads etcd after 3 s")],
    facts: [fact("api.request", { verb: "list", rv: "" })],
  },
  {
    id: "list-zero",
    en: "LIST with version 0 takes whatever the cache has, possibly old, and ignores limit: no pages.",
    zh: "版本为 0 的 LIST 取缓存现有的状态，可能是旧的，并且忽略 limit：不分页。",
    upstream: [apiserver("pkg/storage/cacher/cacher.go:computeListLimit")],
    tests: [reads("LIST with version 0 takes what the cache has, and ignores limit")],
    facts: [fact("api.request", { verb: "list", rv: "0" })],
    moments: ["/s/watch-history-gone?at=c1"],
  },
  {
    id: "list-at-version",
    en: "LIST N is at least N; with limit or Exact it is exactly N, from a snapshot of the ring or from etcd, and 410 once etcd has compacted it.",
    zh: "LIST N 至少是 N；带 limit 或 Exact 时恰好是 N，取自环的快照或 etcd；etcd 压缩掉之后是 410。",
    upstream: [apiserver("pkg/storage/cacher/delegator.go:shouldDelegateExactRV")],
    tests: [
      reads("LIST N is at least N; LIST N with limit and LIST N Exact are exactly N"),
      reads("an exact list comes from the ring's snapshots, then from etcd, then 410 when etcd has compacted it"),
    ],
    facts: [fact("api.request", { verb: "list" })],
    moments: ["/s/watch-history-gone?at=c5"],
  },
  {
    id: "paging",
    en: "All pages of a list show one revision, whatever is written meanwhile. A token lives as long as etcd remembers; then comes 410 with a new token that goes on at the latest revision.",
    zh: "一个列表的所有页显示同一个 revision，不管其间写了什么。token 的寿命与 etcd 的记忆相同；之后是 410，并附一个从最新 revision 继续的新 token。",
    upstream: [
      apiserver("pkg/storage/continue.go"),
      apiserver("pkg/storage/etcd3/errors.go:handleCompactedErrorForPaging"),
    ],
    tests: [
      reads("all pages of a list show one revision, whatever is written meanwhile"),
      reads("an expired token gets 410 with a new token, which goes on at the latest revision"),
      reads("with a selector a page is filled by scanning on, and nobody says how many remain"),
    ],
    leftOut: {
      en: "No stock scenario pages, since first lists ask for version 0.",
      zh: "内置场景不分页，因为第一次列表要求版本 0。",
    },
  },
  {
    id: "too-large",
    en: "A read of a version that the cache does not reach within 3 s ends with 504 “Too large resource version” and Retry-After 1.",
    zh: "读取缓存 3 秒内到不了的版本，以 504 “Too large resource version” 与 Retry-After 1 结束。",
    upstream: [apiserver("pkg/storage/errors.go:NewTooLargeResourceVersionError")],
    tests: [
      reads("GET and LIST of a version that the cache never reaches end after 3 s with 504 and Retry-After 1"),
      statusError("504 of a too large revision has the cause that clients test for and a Retry-After"),
    ],
    facts: [fact("api.response", { code: 504 })],
  },
  {
    id: "not-ready",
    en: "While a cache lists, watches and lists get 429 with a growing Retry-After, except a LIST with a limit and no selector; GET reads etcd.",
    zh: "缓存列表期间，watch 与 LIST 得到 429，Retry-After 逐渐变长；只有带 limit 且无 selector 的 LIST 例外；GET 读 etcd。",
    upstream: [
      apiserver("pkg/storage/cacher/util.go:calculateRetryAfterForUnreadyCache"),
      apiserver("pkg/storage/cacher/delegator.go:shouldDelegateListOnNotReadyCache"),
    ],
    tests: [
      reads("while the cache lists, LIST gets 429 except with a limit and no selector; GET reads etcd"),
      starts("the longer a cache is not ready, the longer clients are told to wait, up to 30 s"),
    ],
    leftOut: {
      en: "In scenarios a starting cache lists without delay; one that lost etcd's history is not ready for a second.",
      zh: "在场景里，启动中的缓存立刻完成列表；失去 etcd 历史的缓存有一秒未就绪。",
    },
  },
  {
    id: "selectors",
    en: "Label selectors: != and notin also match objects without the key; an empty selector in a spec matches everything, an absent one nothing. Field selectors know only the fields of their kind.",
    zh: "label selector：!= 与 notin 也匹配没有该 key 的对象；spec 里空的 selector 匹配一切，缺失的什么也不匹配。field selector 只认本 kind 的字段。",
    upstream: [apimachinery("pkg/labels/selector.go:Parse"), apimachinery("pkg/fields/selector.go")],
    tests: [
      testsIn("simulation/kubernetes/label-selector")("k=v and k!=v split every set of labels in two"),
      testsIn("simulation/kubernetes/field-selector")(
        "a field that the kind does not index is refused with the text of its kind",
      ),
    ],
  },
]);

const errorEntries: readonly Entry[] = entriesOf("errors", [
  {
    id: "write-limit",
    en: "A write that takes longer than 34 s at the server is answered 504 Timeout. If etcd has it by then it is stored all the same, and watchers hear of it; if webhooks still hold it, nothing is stored.",
    zh: "写入在服务器处耗时超过 34 秒就得到 504 Timeout。若那时它已交给 etcd，仍会被存储，watcher 也会收到；若还在 webhook 手里，则什么也不存。",
    upstream: [
      apiserver("pkg/endpoints/handlers/rest.go:requestTimeoutUpperBound"),
      apiserver("pkg/endpoints/handlers/finisher/finisher.go:FinishRequest"),
    ],
    tests: [
      calls("a write that etcd keeps waiting is answered 504 after 34 s, and is stored all the same"),
      calls("a write whose webhooks take longer than 34 s is answered 504, and nothing of it is stored"),
    ],
    facts: [fact("api.response", { code: 504 })],
  },
  {
    id: "status-shapes",
    en: "Refusals are Status objects with upstream's code, reason, text and details. details.kind is the plural resource for most, the Kind for 422 and for deletion preconditions.",
    zh: "拒绝是 Status 对象，code、reason、文本与 details 与上游一致。details.kind 多数是复数资源名，422 与删除前提条件则是 Kind。",
    upstream: [apimachinery("pkg/api/errors/errors.go")],
    tests: [
      statusError("404 names the resource with its group"),
      statusError("422 lists every finding and details.kind is the Kind"),
      statusError("409 of a delete precondition names the Kind, not the resource"),
    ],
    facts: ["api.response", "api.request"],
    moments: ["/s/backoff-staircase?at=c1"],
  },
  {
    id: "validation",
    en: "Names, labels, owner references, replicas, and a workload's selector against its template are validated; selector and uid are immutable. Everything wrong is listed in one 422.",
    zh: "会校验名字、label、ownerReference、replicas，以及工作负载的 selector 是否匹配其 template；selector 与 uid 不可变。所有错误列在同一个 422 里。",
    upstream: [apimachinery("pkg/api/validation/objectmeta.go"), kubernetes("pkg/apis/apps/validation/validation.go")],
    tests: [creates("a POST with %s gets 422"), updates("a ReplicaSet's selector cannot be changed")],
    leftOut: {
      en: "Of built-in kinds only what a controller can run into is validated.",
      zh: "内置 kind 只校验控制器可能碰到的部分。",
    },
  },
  {
    id: "wrong-target",
    en: "A body of another kind, version, namespace or name than the path gets 400; a kind that is not served gets plain 404.",
    zh: "body 的 kind、version、namespace 或 name 与路径不符得到 400；没有提供的 kind 得到纯文本 404。",
    upstream: [apiserver("pkg/endpoints/handlers/create.go"), apiserver("pkg/registry/rest/update.go:BeforeUpdate")],
    tests: [
      creates("a body of %s than the path gets 400"),
      server("a kind that the cluster does not serve gets plain 404"),
    ],
  },
  {
    id: "method-not-allowed",
    en: "A verb that a path does not have gets 405: a POST to the status of an object, a PUT of a collection, a DELETE of all namespaces. Custom resources name the verb; for built-in kinds the router says only that the server does not allow the method.",
    zh: "路径不具备的动词得到 405：向对象的 status POST、对集合 PUT、删除所有 namespace。自定义资源会写明动词；对内置 kind，路由器只说服务器不允许该方法。",
    upstream: [
      apiextensions("pkg/apiserver/customresource_handler.go:serveResource, serveStatus"),
      apiserver("pkg/server/handler.go:serviceErrorHandler"),
      apiserver("pkg/endpoints/installer.go:registerResourceHandlers"),
    ],
    tests: [
      unread("%s is refused before anybody looks for the object"),
      unread("a PUT of a collection of custom resources finds its handler, which misses the name"),
    ],
    facts: [fact("api.response", { code: 405 })],
    leftOut: {
      en: "Of subresources only status and the finalize of namespaces are known; scale, eviction, log and the like are left out.",
      zh: "子资源只认识 status 与 namespace 的 finalize；省略 scale、eviction、log 等。",
    },
  },
  {
    id: "request-too-large",
    en: "A body of more than 3 MiB gets 413 before it is decoded, and nothing of it is stored. The limit is on what is sent: an object can grow beyond it by small patches, and then no PUT of it is taken any more.",
    zh: "超过 3 MiB 的 body 在解码之前就得到 413，什么也不存。限制针对发送的内容：对象可以被一次次小的 patch 撑过限制，此后对它的任何 PUT 都不再被接受。",
    upstream: [
      apiserver("pkg/endpoints/handlers/rest.go:limitedReadBody"),
      apiserver("pkg/server/config.go:NewConfig"),
    ],
    tests: [
      unread("a body of 3 MiB is read, one with a byte more is not: 413, and nothing is stored"),
      unread(
        "bytes are counted, not characters, and only those of the body: an object may grow past the limit by patches",
      ),
    ],
    facts: [fact("api.response", { code: 413 })],
    leftOut: {
      en: "Bodies are JSON here, also of built-in kinds. etcd's own limit of 1.5 MiB for a request is left out, and so is the one on the copies of a JSON patch.",
      zh: "这里内置 kind 的 body 也是 JSON。省略 etcd 自身 1.5 MiB 的请求上限，以及 JSON patch 中复制的上限。",
    },
  },
  {
    id: "namespaces",
    en: "A POST into a missing namespace gets 404, into a terminating one 403 with its cause.",
    zh: "向不存在的 namespace POST 得到 404，向正在终止的得到 403 及原因。",
    upstream: [apiserver("pkg/admission/plugin/namespace/lifecycle/admission.go")],
    tests: [
      creates("a POST into a missing namespace gets 404, into a terminating one 403, into the built-in ones 201"),
      namespace("nothing is created in it any more, whether namespaces are checked or not (%s)"),
    ],
    leftOut: {
      en: "A scenario that begins with Namespace objects has those and the system's; one without has every namespace that is named.",
      zh: "一开始就给出 Namespace 对象的场景只有这些和系统的 namespace；没有给出的场景里，任何提到的 namespace 都存在。",
    },
  },
]);

const admissionEntries: readonly Entry[] = entriesOf("admission", [
  {
    id: "admission-order",
    en: "Mutating admission runs before the version is checked, so webhooks are called even for an update that then ends in 409, and again when the object changed meanwhile. They are called one after the other, in the order of their names.",
    zh: "变更准入在检查版本之前运行，所以最终得到 409 的更新也会调用 webhook；其间对象变了还会再调用。它们按名字的次序一个接一个地调用。",
    upstream: [
      apiserver("pkg/registry/generic/registry/store.go:Update"),
      apiserver("pkg/admission/plugin/webhook/mutating/dispatcher.go:Dispatch"),
    ],
    tests: [
      updates("mutating admission runs even for an update that then fails with 409; validating admission does not"),
      webhooks(
        "webhooks are called one after the other in the order of their names, each seeing what the one before made",
      ),
      webhooks("webhooks are called for an update that then ends in 409"),
      webhooks("a patch whose object is written while its webhooks are at work goes through them again, and wins"),
    ],
    facts: [fact("api.admission", { phase: "mutating" })],
  },
  {
    id: "validating-admission",
    en: "Validating webhooks come last, when the version and the schema are through: they see the object as it would be stored and change nothing. All of them are called at once, also when one has refused; the request waits for the slowest, and the first refusal to come is the answer. failurePolicy is about calls that fail, not about refusals.",
    zh: "验证型 webhook 最后才来，在版本与 schema 通过之后：它们看到将要存储的对象，什么也不改。所有 webhook 同时被调用，即使其中一个已拒绝；请求等待最慢的一个，最先到达的拒绝就是应答。failurePolicy 管的是调用失败，而不是拒绝。",
    upstream: [
      apiserver("pkg/registry/generic/registry/store.go:Update"),
      apiserver("pkg/admission/plugin/webhook/validating/dispatcher.go:Dispatch"),
      apiserver("pkg/admission/plugin/webhook/errors/statuserror.go:ToStatusErr"),
    ],
    tests: [
      webhooks("validating webhooks are asked once each, all of them, also when one has refused"),
      webhooks("of several refusals the client hears the one that came first"),
      webhooks("failurePolicy is about calls that fail, not about refusals"),
      webhooks("calls of validating webhooks take as long as the slowest of them, after the mutating ones"),
      webhooks(
        "the schema stands between both phases: what it refuses no validating webhook sees, and those see what the others made",
      ),
      webhooks("an update that ends in 409 never comes to its validating webhooks"),
    ],
    facts: [fact("api.admission", { phase: "validating" })],
    leftOut: {
      en: "Admission policies (CEL), match conditions and selectors, warnings, dry-run rules; a webhook either refuses all objects or those with given values.",
      zh: "准入策略（CEL）、匹配条件与 selector、警告、dry-run 规则；webhook 要么拒绝所有对象，要么拒绝带有给定值的对象。",
    },
  },
  {
    id: "reinvocation",
    en: "If any webhook changed the object there is a second round. It calls only those that asked for it (IfNeeded) and saw a change of somebody else's after their own call. There is no third round.",
    zh: "只要有 webhook 改了对象，就有第二轮。它只调用要求了的（IfNeeded）、且在自己之后别人又改过的。没有第三轮。",
    upstream: [
      apiserver("pkg/admission/plugin/webhook/mutating/reinvocationcontext.go"),
      apiserver("pkg/admission/reinvocation.go"),
    ],
    tests: [
      webhooks(
        "a hook that asked for it is called again when a later one changed the object; its own change does not count (G31)",
      ),
      webhooks("there is no third round, however often the hooks change the object"),
      webhooks("without any change there is no second round"),
    ],
    facts: [fact("api.admission", { round: 2 })],
  },
  {
    id: "webhook-failure",
    en: "A refusal ends the chain with 400 and the webhook's name. One that cannot be reached, or takes more than 10 s, fails the request with 500 or is skipped, by its failurePolicy.",
    zh: "拒绝以 400 和 webhook 的名字结束整条链。连不上的或超过 10 秒的，按 failurePolicy 让请求以 500 失败，或者跳过。",
    upstream: [apiserver("pkg/admission/plugin/webhook/mutating/dispatcher.go:Dispatch")],
    tests: [
      webhooks("a refusal ends the chain with 400 and the webhook's name"),
      webhooks(
        "a webhook that cannot be reached, or takes more than 10 s, fails the request with 500 or is skipped, by its policy",
      ),
      statusError("a webhook refuses with 400 unless it names another error, and one that cannot be called gives 500"),
    ],
    facts: [fact("api.admission", { verdict: "denied" }), fact("api.admission", { verdict: "failed" })],
  },
  {
    id: "identities",
    en: "Every client has its own identity: controllers the token of a service account, kubelets a certificate for system:node:NAME, the scheduler one for system:kube-scheduler. A 403 names it.",
    zh: "每个客户端都有自己的身份：控制器用 ServiceAccount 的 token，kubelet 用 system:node:NAME 的证书，scheduler 用 system:kube-scheduler 的证书。403 会写出它。",
    upstream: [
      apiserver("pkg/authentication/serviceaccount/util.go:MakeUsername"),
      kubernetes("pkg/auth/nodeidentifier/default.go"),
    ],
    tests: [
      identity("the API server knows %s as %s"),
      actions("a permission that is revoked gives 403 with the server's words until it is granted again"),
    ],
    facts: [fact("api.response", { code: 403 })],
    leftOut: {
      en: "How tokens and certificates are issued, checked and renewed: a name stands for each.",
      zh: "token 与证书如何签发、校验、续期：每个身份以一个名字表示。",
    },
  },
  {
    id: "authentication",
    en: "A token that is not valid gets 401 before RBAC is asked, without a word on who it was; the audit log has one line that names no user. It is looked at once a request: a watch that is open goes on. The client does not try again; a reflector backs off and lists again for ever, a reconcile's key comes again by the rate limiter.",
    zh: "无效的 token 在询问 RBAC 之前就得到 401，不写明是谁；审计日志只有一行，且没有用户。每个请求只检查一次：已打开的 watch 会继续。client 不会自动重试；reflector 永远退避后重新 LIST，调谐的 key 由限速器再次排入。",
    upstream: [
      apiserver("pkg/endpoints/filters/authentication.go:WithAuthentication, Unauthorized"),
      apiserver("pkg/endpoints/filters/authn_audit.go:WithFailedAuthenticationAudit"),
      apiserver("pkg/server/config.go:DefaultBuildHandlerChain"),
    ],
    tests: [
      unknown(
        "a request with a token that is not valid is refused with 401 and no word on who sent it, a permission that lacks as well",
      ),
      unknown("an open watch goes on with a token that was revoked, and only its next one is refused"),
      unknown(
        "a reflector that gets 401 lists again with its back-off for ever, and at once goes on when there is a new token",
      ),
      unknown("a write with a token that was revoked fails with 401, not tried again by the client but by the queue"),
      unknown("the audit log has one line for it, when the answer starts, that names no user"),
    ],
    facts: [fact("api.response", { code: 401 })],
    leftOut: {
      en: "The server's cache of tokens that were valid within the last 10 s, and the client's minute between two readings of its token's file.",
      zh: "服务器对 10 秒内有效 token 的缓存，以及 client 每分钟读取一次 token 文件的间隔。",
    },
  },
  {
    id: "rbac",
    en: "What RBAC refuses gets 403 before anything else is looked at. A reflector without permission retries with its back-off for ever, and its informer does not sync.",
    zh: "RBAC 拒绝的请求在一切检查之前就得到 403。没有权限的 reflector 永远按退避重试，它的 informer 不会同步。",
    upstream: [
      apiserver("pkg/endpoints/filters/authorization.go"),
      apiserver("pkg/endpoints/handlers/responsewriters/errors.go:Forbidden"),
    ],
    runs: ["T13c-watch-io-errors"],
    tests: [
      server("what RBAC refuses gets 403 before anything else is looked at"),
      statusError("403 of RBAC names user, verb, resource, group and scope"),
    ],
    facts: [fact("api.response", { code: 403 })],
    leftOut: {
      en: "Rules are pairs of verb and kind for a process; roles and bindings are left out.",
      zh: "规则是进程的“动词 + kind”；省略 role 与 binding。",
    },
  },
]);

/** What is read, and what is refused. */
export const readAndRefusalEntries: readonly Entry[] = [...readEntries, ...errorEntries, ...admissionEntries];
