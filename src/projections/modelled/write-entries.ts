import { type Entry, entriesOf, fact, testsIn } from "./entry.ts";
import { apiextensions, apimachinery, apiserver, kubernetes } from "./upstream.ts";

const updates = testsIn("simulation/cluster/server/update");
const creates = testsIn("simulation/cluster/server/create");
const deletes = testsIn("simulation/cluster/server/delete");
const schema = testsIn("simulation/kubernetes/schema-errors");
const pattern = testsIn("simulation/kubernetes/pattern");
const strategy = testsIn("simulation/cluster/server/strategy");
const statusError = testsIn("simulation/kubernetes/status-error");
const server = testsIn("simulation/cluster/server/api-server");
const applies = testsIn("simulation/cluster/server/apply");
const actions = testsIn("simulation/cluster/actors/perform-action");

const decoding = testsIn("simulation/cluster/server/decode-body");
const validation = testsIn("simulation/cluster/server/validation");

const writeEntries: readonly Entry[] = entriesOf("writes", [
  {
    id: "undecodable-body",
    en: "A body is read into the types of the API before anything looks at it. A value of another type gets 400 BadRequest with the decoder's error, cannot unmarshal; after a patch it is 422 that names no kind. null is nothing.",
    zh: "请求体先被解码成 API 的类型，之后才有别的检查。类型不符的值得到 400 BadRequest，附上解码器的错误 cannot unmarshal；patch 之后则是一个不指明 kind 的 422。null 等于没有。",
    upstream: [
      apiserver("pkg/endpoints/handlers/rest.go:transformDecodeError"),
      apiserver("pkg/endpoints/handlers/patch.go:applyPatchToCurrentObject"),
    ],
    tests: [
      decoding("a body with %s: %j gets 400 with the decoder's error"),
      decoding("a patch that makes an object undecodable gets 422 that names no kind"),
      decoding("null is nothing: a field without a value, an empty text in a map, an empty owner in a list"),
    ],
    facts: [fact("api.response", { code: 400, reason: "BadRequest" })],
    leftOut: {
      en: "Only metadata and the fields that something here reads have types; of a strategic merge patch the message differs.",
      zh: "只有 metadata 以及这里会读取的字段有类型；strategic merge patch 的报错文字不同。",
    },
  },
  {
    id: "metadata-validation",
    en: "Keys of labels and annotations and finalizers are qualified names, owners are named in full, and one of them at most is the controller; else 422 Invalid.",
    zh: "label 与 annotation 的键以及 finalizer 必须是限定名，owner 要写全，其中至多一个是 controller；否则 422 Invalid。",
    upstream: [apimachinery("pkg/api/validation/objectmeta.go:ValidateObjectMeta")],
    tests: [
      validation("metadata of %j is refused"),
      validation("an annotation may have capitals before its slash, a label may not"),
    ],
  },
  {
    id: "schema-validation",
    en: "A custom resource is held against the schema of its CRD at each create and update, also of its status. 422 Invalid names every field that does not fit, with the value and the rule; nothing is stored. A pattern is a regular expression of Go: no lookaround, no backreferences, and the time grows only with the text.",
    zh: "自定义资源在每次创建与更新（包括 status）时都要与 CRD 的 schema 对照。422 Invalid 指出每个不合格的字段、它的值与规则；什么也不存。pattern 是 Go 的正则表达式：没有环视与反向引用，用时只随文本长度增长。",
    upstream: [
      apiextensions("pkg/apiserver/validation/validation.go:kubeOpenAPIResultToFieldErrors"),
      { ref: "kube-openapi pkg/validation/errors/schema.go", version: "2026-07" },
      { ref: "Go regexp/syntax/parse.go", version: "1.26" },
    ],
    tests: [
      schema("what breaks a limit is told with its value and the rule"),
      schema("a value of the wrong type is told by the type that it has, and nothing else about it"),
      schema("a value outside an enum is not supported, and what is missing is required"),
      pattern("the pattern %j is refused in the words of Go"),
      pattern("patterns that keep a backtracking engine busy for ages are through at once"),
    ],
    facts: [fact("api.response", { code: 422, reason: "Invalid" })],
    moments: ["/s/database-crd?at=c1"],
    leftOut: {
      en: "Only type, properties, required, items, enum, minimum, maximum, minLength and pattern. No pruning, no defaults, no CEL rules; an update does not tolerate what was wrong before. Patterns have no Unicode classes, fold the case of ASCII letters only, and take at most 4,000 states.",
      zh: "只有 type、properties、required、items、enum、minimum、maximum、minLength 与 pattern。没有裁剪、默认值与 CEL 规则；更新时不容忍原本就不合格的部分。pattern 没有 Unicode 类，忽略大小写只限 ASCII 字母，且最多 4,000 个状态。",
    },
  },
  {
    id: "optimistic-concurrency",
    en: "A PUT with a stale version gets 409 Conflict and writes nothing. It is about this one object: read it afresh and try again. The watch is not affected, and nothing is listed again.",
    zh: "带着陈旧版本的 PUT 得到 409 Conflict，什么也不写。它只关乎这一个对象：重新读取再试。watch 不受影响，也不需要重新 LIST。",
    upstream: [
      apiserver("pkg/registry/generic/registry/store.go:Update"),
      apiserver("pkg/storage/etcd3/store.go:GuaranteedUpdate"),
    ],
    tests: [
      updates("a PUT with a stale version gets 409 Conflict and writes nothing"),
      statusError("409 Conflict carries the sentence that every controller author knows"),
    ],
    facts: [fact("api.response", { code: 409, reason: "Conflict" })],
    moments: ["/s/two-edits-one-run?at=c6"],
  },
  {
    id: "unchanged-write",
    en: "A write that changes nothing is answered with 200 and the old version: no revision, no event, nobody hears of it.",
    zh: "没有改变任何东西的写入得到 200 与旧版本：没有 revision，没有事件，没人知道。",
    upstream: [apiserver("pkg/storage/etcd3/store.go:GuaranteedUpdate")],
    tests: [
      updates(
        "a PUT or PATCH that changes nothing answers with the old version, writes nothing, and no watcher hears of it",
      ),
    ],
    facts: ["api.unchanged"],
  },
  {
    id: "unconditional-update",
    en: "A PUT without a version overwrites a built-in object; for custom resources and Leases it is refused with 422.",
    zh: "不带版本的 PUT 会覆盖内置对象；对自定义资源与 Lease 则以 422 拒绝。",
    upstream: [apiextensions("pkg/registry/customresource/strategy.go:AllowUnconditionalUpdate")],
    tests: [updates("a PUT without a version overwrites a built-in object, and is refused with 422 for a custom one")],
  },
  {
    id: "patch",
    en: "A PATCH without a version applies to whatever is current and never conflicts; one with a version is a precondition. Merge, JSON and strategic merge patches are known.",
    zh: "不带版本的 PATCH 应用于当前状态，从不冲突；带版本则是前提条件。支持 merge、JSON 与 strategic merge patch。",
    upstream: [
      apiserver("pkg/endpoints/handlers/patch.go"),
      apiserver("pkg/registry/generic/registry/store.go:Update"),
    ],
    tests: [
      updates("a PATCH without a version applies to whatever is current; one with a stale version gets 409"),
      updates(
        "a strategic merge patch merges containers by name and owner references by uid, and is refused for custom kinds",
      ),
      updates("a JSON patch changes by path; a failed test or a missing path gets 422"),
    ],
    facts: [fact("api.request", { verb: "patch" })],
  },
  {
    id: "server-side-apply",
    en: "An apply creates what is not there (201), else lays its fields over the object and owns them. Another value for a field that somebody else owns gets 409 with that manager's name; force takes the field over. What a manager applied before and leaves out now goes, unless another one applies it too. Repeating an apply is no write.",
    zh: "apply 会创建不存在的对象（201），否则把自己的字段覆盖上去并拥有它们。若某字段由别的管理器拥有且值不同，则得到 409，其中写明那个管理器；force 会接管该字段。管理器曾 apply、现在省略的字段会被移除，除非还有别人 apply 它。重复同样的 apply 不算写入。",
    upstream: [
      { ref: "structured-merge-diff merge/update.go:Apply, Update, prune", version: "v6" },
      { ref: "apimachinery pkg/util/managedfields/internal/conflict.go:NewConflictError", version: "v0.36.3" },
      apiserver("pkg/endpoints/handlers/patch.go:applyPatcher"),
    ],
    tests: [
      applies(
        "an apply creates what is not there with 201; another value by another manager gets 409 with its owner; force takes the field",
      ),
      applies("two managers that apply the same value share the field, and each of them can stop to apply it"),
      applies("an apply that repeats itself writes nothing, and nobody hears of it"),
      actions(
        "an apply is a PATCH of its field manager; the trace says what it owns, from whom it took it, and what went",
      ),
      statusError(
        "409 of server-side apply names the manager of each field, and says how it got it if it did not apply",
      ),
    ],
    facts: ["api.applied", fact("user.edit", { verb: "apply" })],
    moments: ["/s/whose-field?at=c3", "/s/whose-field?at=c6", "/s/whose-field?at=c7"],
    leftOut: {
      en: "managedFields stand on an object from its first apply on (kubectl hides them anyway). The keys of lists come from a table of common ones; lists of custom resources have one owner, as without x-kubernetes-list-type. Maps are not owned by themselves, and more than ten updating managers are not merged.",
      zh: "对象自第一次 apply 起才带有 managedFields（kubectl 本来也会隐藏它们）。列表的键来自一张常用表；自定义资源的列表整体只有一个拥有者，如同没有 x-kubernetes-list-type。map 自身不被拥有，超过十个更新管理器时也不合并。",
    },
  },
  {
    id: "create-by-put",
    en: "A PUT of a Service or a Lease that is not there creates it with 201; for other kinds it is 404.",
    zh: "对不存在的 Service 或 Lease 执行 PUT 会创建它并返回 201；其他种类得到 404。",
    upstream: [
      apiserver("pkg/registry/generic/registry/store.go:Update"),
      kubernetes("pkg/registry/core/service/strategy.go:AllowCreateOnUpdate"),
    ],
    tests: [updates("a PUT of a Service or a Lease that is not there creates it with 201; of other kinds it is 404")],
  },
  {
    id: "stale-server-cache",
    en: "An update first looks at the object in the server's own cache. If that is behind, the decision is made again on fresh data: a stale cache never causes a wrong 409, but webhooks are called twice.",
    zh: "更新先看服务器自己缓存里的对象。如果它落后，就用新数据重新判断：陈旧的缓存从不造成错误的 409，但 webhook 会被调用两次。",
    upstream: [
      apiserver("pkg/storage/etcd3/store.go:GuaranteedUpdate"),
      apiserver("pkg/storage/cacher/delegator.go:GuaranteedUpdate"),
    ],
    tests: [
      updates("an update that first looks at a stale cache is decided on fresh data, and its hooks are called twice"),
      updates("a PATCH that first looks at a stale cache meets a failed compare and is applied again"),
      updates("what would not change a stale object is no unchanged write when it changes the stored one"),
    ],
  },
  {
    id: "create",
    en: "A POST answers 201 at the revision of its write; a name that exists gets 409 AlreadyExists; a body with a version gets 500. A name is generated with five characters, eight tries.",
    zh: "POST 返回 201，版本是这次写入的 revision；名字已存在则 409 AlreadyExists；body 带版本则 500。生成的名字带五个字符，试八次。",
    upstream: [apiserver("pkg/registry/generic/registry/store.go:Create, createWithGenerateNameRetry")],
    tests: [
      creates("a POST answers 201 with the object at the revision of the write, and watchers get ADDED"),
      creates("a second POST of a name gets 409 AlreadyExists"),
      creates("a POST with a resource version gets 500 without a reason"),
      creates("generateName tries eight names and then gives up with 409 and Retry-After 1"),
    ],
    facts: [fact("api.request", { verb: "create" }), fact("api.response", { code: 409, reason: "AlreadyExists" })],
    moments: ["/s/three-pods?at=c5"],
  },
  {
    id: "generation",
    en: "generation rises when the spec changes (of a Deployment also its annotations, of a custom resource anything but metadata and status) and once when deletionTimestamp is set. Labels and status never bump it; clients cannot set it.",
    zh: "generation 在 spec 变化时加一（Deployment 还包括 annotation，自定义资源是除 metadata 与 status 外的任何部分），设置 deletionTimestamp 时也加一次。label 与 status 从不影响它；客户端不能设置它。",
    upstream: [
      apiextensions("pkg/registry/customresource/strategy.go:PrepareForUpdate"),
      kubernetes("pkg/registry/apps/deployment/strategy.go"),
      apiserver("pkg/registry/rest/delete.go:BeforeDelete"),
    ],
    tests: [
      strategy("changing %s gives the generation of D.3"),
      creates("a new %s has generation %s, whatever the client sent"),
    ],
    moments: ["/s/three-pods?at=c2"],
  },
  {
    id: "status-subresource",
    en: "With a status subresource the main endpoint ignores status and /status ignores everything else. Without one, /status is 404 and a status written through the main endpoint bumps generation.",
    zh: "有 status 子资源时，主端点忽略 status，/status 忽略其余。没有时，/status 是 404，经主端点写 status 会让 generation 加一。",
    upstream: [
      apiextensions("pkg/registry/customresource/status_strategy.go"),
      apiextensions("pkg/apiserver/customresource_handler.go:ServeHTTP"),
    ],
    tests: [
      strategy("with a status subresource the main endpoint ignores status, and /status ignores everything else"),
      strategy(
        "without a status subresource /status is 404, and a status written through the main endpoint bumps generation",
      ),
    ],
    moments: ["/s/two-edits-one-run?at=c5"],
  },
]);

const deletionEntries: readonly Entry[] = entriesOf("deletion", [
  {
    id: "finalizers",
    en: "An object with finalizers is only marked: deletionTimestamp, generation + 1, MODIFIED. Taking off the last finalizer deletes it: watchers get DELETED alone, still listing that finalizer.",
    zh: "带 finalizer 的对象只被标记：deletionTimestamp、generation 加一、MODIFIED。去掉最后一个 finalizer 就删除它：watcher 只收到 DELETED，内容里仍列着那个 finalizer。",
    upstream: [apiserver("pkg/registry/generic/registry/store.go:markAsDeleting, ShouldDeleteDuringUpdate")],
    tests: [
      deletes(
        "an object with a finalizer is marked, stays, and goes with its last finalizer: only DELETED, still listing it",
      ),
      updates("no finalizer can be added to a terminating object; keeping and removing are fine"),
    ],
    moments: ["/s/last-finalizer?at=c1", "/s/last-finalizer?at=c2", "/s/last-finalizer?at=c4"],
  },
  {
    id: "graceful-pod-deletion",
    en: "DELETE of a running pod marks it with a time in the future (MODIFIED); the kubelet's last DELETE sets the grace to 0 (MODIFIED) and removes it (DELETED). An unscheduled or finished pod goes at once.",
    zh: "对运行中的 Pod 执行 DELETE，会用未来的时间标记它（MODIFIED）；kubelet 最后的 DELETE 把宽限期设为 0（MODIFIED）并移除它（DELETED）。未调度或已结束的 Pod 立刻消失。",
    upstream: [
      kubernetes("pkg/registry/core/pod/strategy.go:CheckGracefulDelete"),
      apiserver("pkg/registry/rest/delete.go:BeforeDelete"),
    ],
    tests: [
      deletes(
        "a running pod is marked with a timestamp in the future, then removed by the kubelet: MODIFIED, MODIFIED, DELETED",
      ),
      deletes("a pod %s is marked and removed at once"),
      deletes("a terminating pod ignores a longer grace period and takes a shorter one"),
    ],
    facts: [fact("api.request", { verb: "delete" }), fact("user.edit", { verb: "delete" })],
    moments: ["/s/watch-history-gone?at=c3"],
  },
  {
    id: "delete-preconditions",
    en: "A deletion may demand a uid or a version; otherwise 409 that names the Kind. After a deletion the same name comes back with another uid.",
    zh: "删除可以要求 uid 或版本；不符则 409，文本里是 Kind。删除之后，同名对象会有另一个 uid。",
    upstream: [apiserver("pkg/registry/generic/registry/store.go:Delete")],
    tests: [
      deletes("a deletion with another %s gets 409 that names the Kind"),
      server("a deleted and re-created object has another uid"),
    ],
  },
  {
    id: "propagation",
    en: "Foreground and Orphan leave a finalizer on the object; options decide over a finalizer that is there, and that over the kind's default (Background, for a Job Orphan).",
    zh: "Foreground 与 Orphan 会在对象上留下 finalizer；选项优先于已有的 finalizer，后者优先于 kind 的默认值（Background，Job 为 Orphan）。",
    upstream: [
      apiserver("pkg/registry/generic/registry/store.go:deletionFinalizersForGarbageCollection"),
      kubernetes("pkg/registry/batch/job/strategy.go:DefaultGarbageCollectionPolicy"),
    ],
    tests: [
      deletes("a Job is orphaning by default, and a finalizer that is there already decides over the default"),
      deletes("a deletion that names a policy replaces the finalizer of another one"),
    ],
  },
  {
    id: "delete-collection",
    en: "A collection is deleted one by one, each with an event of its own; it is not atomic.",
    zh: "集合是逐个删除的，每个都有自己的事件；它不是原子的。",
    upstream: [apiserver("pkg/registry/generic/registry/store.go:DeleteCollection")],
    tests: [deletes("a collection is deleted one by one, each with an event of its own")],
  },
]);

/** What is written and deleted. */
export const writeAndDeletionEntries: readonly Entry[] = [...writeEntries, ...deletionEntries];
