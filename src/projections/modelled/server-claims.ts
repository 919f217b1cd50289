import { type Claim, claim } from "./claim.ts";
import type { Upstream } from "./entry.ts";
import { apiextensions, apiserver, clientGo } from "./upstream.ts";

const knative = (place: string): Upstream => ({ ref: `knative ${place}`, version: "main 2026-08" });
const versioner = apiserver("pkg/storage/etcd3/store.go:GetList");

/** Wrong and half-true sentences about the API server, and traps. */
export const serverClaims: readonly Claim[] = [
  claim(
    "conflict-needs-relist",
    "false",
    {
      en: [
        "After a 409 a controller must re-list or re-watch.",
        "A 409 is about one object: read it afresh, apply again, retry or requeue. The watch is not affected. Relisting is for 410.",
      ],
      zh: [
        "409 之后控制器必须重新 List 或 Watch。",
        "409 只关乎一个对象：重新读取、再应用、重试或重新入队。watch 不受影响。relist 是 410 的事。",
      ],
    },
    {
      upstream: [clientGo("util/retry/util.go:RetryOnConflict"), clientGo("tools/cache/reflector.go:watch")],
      entries: ["optimistic-concurrency", "retry-on-conflict"],
      moment: "/s/two-edits-one-run?at=c6",
    },
  ),
  claim(
    "knative-evicts-edited-pods",
    "false",
    {
      en: [
        "Knative: a pod whose image was edited by hand is evicted by the Revision reconciler within 10 s.",
        "It neither watches pods for that nor evicts. The kubelet restarts the container in place with the new image, and the edit stays until the pod is replaced.",
      ],
      zh: [
        "Knative：手工改了镜像的 Pod 会在 10 秒内被 Revision reconciler 驱逐。",
        "它既不为此 watch Pod，也不驱逐。kubelet 用新镜像就地重启容器，改动一直保留到 Pod 被替换。",
      ],
    },
    {
      upstream: [knative("serving pkg/reconciler/revision/cruds.go:checkAndUpdateDeployment")],
      entries: ["knative-drift-deployment"],
      moment: "/s/drift-image-stays?at=c3",
    },
  ),
  claim(
    "container-concurrency-is-replicas",
    "false",
    {
      en: [
        "Revision.spec.containerConcurrency is the desired number of replicas.",
        "It is the most concurrent requests per pod, 0 for no limit. Replicas come from the autoscaler.",
      ],
      zh: [
        "Revision.spec.containerConcurrency 是期望的副本数。",
        "它是每个 Pod 的最大并发请求数，0 为不限。副本数由 autoscaler 决定。",
      ],
    },
    { upstream: [knative("serving pkg/reconciler/autoscaling/kpa")], moment: "/s/knative-service-way?at=c4" },
  ),
  claim(
    "configmap-rebuilds-revision",
    "false",
    {
      en: [
        "A ConfigMap change makes the Configuration reconciler rebuild the Revision.",
        "ConfigMaps of users are not watched. A Revision is made only for a new generation of the Configuration.",
      ],
      zh: [
        "ConfigMap 变化会触发 Configuration reconciler 重建 Revision。",
        "用户的 ConfigMap 不被 watch。只有 Configuration 有新的 generation 才会创建 Revision。",
      ],
    },
    {
      upstream: [knative("serving pkg/reconciler/configuration/configuration.go:latestCreatedRevision")],
      entries: ["knative-drift-others", "knative-service"],
      moment: "/s/drift-silent?at=c1",
    },
  ),
  claim(
    "observed-generation-always",
    "halfTrue",
    {
      en: [
        "A reconciler always sets status.observedGeneration.",
        "It is a convention: controller-runtime leaves it to you, many built-in controllers do it, Knative's generated reconcilers always do, even after an error.",
      ],
      zh: [
        "reconciler 总会设置 status.observedGeneration。",
        "这只是约定：controller-runtime 交给你自己，许多内置控制器会做，Knative 生成的 reconciler 总会做，出错之后也做。",
      ],
    },
    {
      upstream: [knative("pkg reconciler/reconcile_common.go:PostProcessReconcile")],
      entries: ["observed-generation", "knative-status-update", "rs-status"],
      moment: "/s/trigger-before-broker?at=c3",
    },
  ),
  claim(
    "reinvocation-default-changed",
    "false",
    {
      en: ["reinvocationPolicy silently changed its default in 1.25.", "The default is Never, in 1.23 as in 1.36."],
      zh: ["reinvocationPolicy 在 1.25 悄悄改了默认值。", "默认一直是 Never，1.23 如此，1.36 也如此。"],
    },
    {
      upstream: [
        { ref: "k8s.io/api admissionregistration/v1 types.go", version: "v0.36.3" },
        apiserver("pkg/admission/plugin/webhook/mutating/dispatcher.go"),
      ],
      entries: ["reinvocation"],
      moment: "/s/signed-twice?at=c1",
    },
  ),
  claim(
    "status-404-without-subresource",
    "true",
    {
      en: [
        "Without the status subresource, patching --subresource=status gives 404.",
        "For custom resources: an API Status NotFound with the object's name, not a plain-text 404. The status is then written through the main endpoint, and bumps generation.",
      ],
      zh: [
        "没有 status 子资源时，patch --subresource=status 得到 404。",
        "自定义资源如此：是带对象名的 API Status NotFound，不是纯文本 404。这时 status 经主端点写入，并让 generation 加一。",
      ],
    },
    {
      upstream: [apiextensions("pkg/apiserver/customresource_handler.go:ServeHTTP")],
      entries: ["status-subresource"],
      moment: "/s/database-crd?at=c7",
    },
  ),
  claim(
    "bookmarks-are-periodic",
    "trueWithConditions",
    {
      en: [
        "BOOKMARK events are sent periodically to let the client resume.",
        "Only to watches that allow them, about once a minute and 2 s before the deadline, best effort: a kind on which nothing moves may get none. The client resumes from its version, which may have expired all the same.",
      ],
      zh: [
        "服务器定期发送 BOOKMARK，让客户端可以续传。",
        "只发给允许的 watch，大约每分钟一次，以及期限前 2 秒，尽力而为：毫无动静的 kind 可能一个也没有。客户端从自己的版本续传，而那个版本仍可能已过期。",
      ],
    },
    {
      upstream: [apiserver("pkg/storage/cacher/cache_watcher.go:nextBookmarkTime")],
      entries: ["bookmarks", "bookmark-moves-version-only"],
      moment: "/s/stream-ends?at=c2",
    },
  ),
  claim(
    "deleted-carries-old-version",
    "false",
    {
      en: [
        "DELETED carries the version that the object had.",
        "It carries the last content with the revision of the deletion, which is a write of its own.",
      ],
      zh: ["DELETED 带着对象原来的版本。", "它带着最后的内容，版本是删除的 revision；删除本身就是一次写入。"],
    },
    {
      upstream: [apiserver("pkg/storage/cacher/cache_watcher.go:convertToWatchEvent")],
      entries: ["deletion-takes-a-revision"],
      moment: "/s/watch-history-gone?at=c3",
    },
  ),
  claim(
    "list-version-is-highest-item",
    "false",
    {
      en: [
        "A list's version is the highest version of its items.",
        "It is the revision of the snapshot: usually higher, since other kinds were written since. Only from it has a watch no gap.",
      ],
      zh: [
        "列表的版本是各项版本中的最大值。",
        "它是快照的 revision：通常更高，因为其他 kind 也在写。只有从它开始的 watch 才没有缺口。",
      ],
    },
    { upstream: [versioner], entries: ["object-version"], moment: "/s/watch-history-gone?at=c1" },
  ),
  claim(
    "generation-set-by-client",
    "false",
    {
      en: [
        "The client sets metadata.generation.",
        "The server does: 1 on create, one more for each change of the spec, and once when deletion begins. What a client sends is replaced without an error.",
      ],
      zh: [
        "metadata.generation 由客户端设置。",
        "由服务器设置：创建时为 1，spec 每变一次加一，开始删除时再加一。客户端发来的值会被替换，也不报错。",
      ],
    },
    {
      upstream: [
        apiextensions("pkg/registry/customresource/strategy.go:PrepareForCreate, PrepareForUpdate"),
        apiserver("pkg/registry/rest/delete.go:BeforeDelete"),
      ],
      entries: ["generation"],
      moment: "/s/old-generation-refused?at=c3",
    },
  ),
  claim(
    "modified-means-spec",
    "false",
    {
      en: [
        "MODIFIED means that the spec has changed.",
        "Any write does that: status, labels, managed fields. Most MODIFIED events of pods are about status.",
      ],
      zh: [
        "MODIFIED 表示 spec 变了。",
        "任何写入都会：status、label、managedFields。Pod 的多数 MODIFIED 是关于 status 的。",
      ],
    },
    {
      upstream: [apiserver("pkg/storage/cacher/cache_watcher.go:convertToWatchEvent")],
      entries: ["generation", "status-subresource"],
      moment: "/s/three-pods?at=c7",
    },
  ),
  claim(
    "last-finalizer-modified",
    "false",
    {
      en: [
        "Removing a finalizer yields MODIFIED.",
        "Removing the last one of a terminating object yields only DELETED, whose content still lists it.",
      ],
      zh: ["去掉 finalizer 会产生 MODIFIED。", "去掉正在终止的对象的最后一个，只产生 DELETED，其内容里仍列着它。"],
    },
    {
      upstream: [apiserver("pkg/registry/generic/registry/store.go:ShouldDeleteDuringUpdate")],
      entries: ["finalizers"],
      moment: "/s/last-finalizer?at=c4",
    },
  ),
  claim(
    "watch-delivers-every-state",
    "trueWithConditions",
    {
      en: [
        "A watch delivers every intermediate state.",
        "The server does, while the watch lives or can be resumed. A relist loses intermediate states, and the work queue keeps keys only.",
      ],
      zh: [
        "watch 会送达每个中间状态。",
        "只要 watch 还在或能续传，服务器确实如此。relist 会丢失中间状态，而 work queue 只保留 key。",
      ],
    },
    {
      upstream: [apiserver("pkg/storage/cacher/cacher.go:dispatchEvent")],
      entries: ["watch-resumes", "queue-holds-keys"],
      moment: "/s/twenty-edits?at=c5",
    },
  ),
  claim(
    "kinds-are-ordered",
    "false",
    {
      en: [
        "Events of two kinds arrive in the order of their revisions.",
        "Each kind has its own cache and stream. Nothing orders one against the other.",
      ],
      zh: ["两个 kind 的事件按 revision 的次序到达。", "每个 kind 有自己的缓存与流，彼此之间没有次序。"],
    },
    {
      upstream: [apiserver("pkg/storage/cacher/cacher.go")],
      entries: ["watch-cache", "one-revision"],
      moment: "/s/three-pods?at=c6",
    },
  ),
  claim(
    "limit-with-zero",
    "false",
    {
      en: [
        "limit works with resourceVersion=0.",
        "It is ignored: the answer comes from the cache in one piece, without a continue token.",
      ],
      zh: ["resourceVersion=0 时 limit 有效。", "它被忽略：应答整个来自缓存，没有 continue token。"],
    },
    {
      upstream: [apiserver("pkg/storage/cacher/cacher.go:computeListLimit")],
      entries: ["list-zero", "paging"],
      moment: "/s/watch-history-gone?at=c1",
    },
  ),
];
