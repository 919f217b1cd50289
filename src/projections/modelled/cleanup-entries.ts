import { type Entry, entriesOf, testsIn } from "./entry.ts";
import { apiextensions, apimachinery, apiserver, kubernetes } from "./upstream.ts";

const namespace = testsIn("simulation/cluster/server/namespace");
const controller = testsIn("simulation/controllers/namespace-controller");
const definition = testsIn("simulation/cluster/server/definition");
const definitions = testsIn("simulation/cluster/actors/definitions");
const storage = (place: string) => kubernetes(`pkg/registry/core/namespace/${place}`);
const deleter = (place: string) => kubernetes(`pkg/controller/namespace/deletion/${place}`);

const namespaceEntries: readonly Entry[] = entriesOf("cleanup", [
  {
    id: "namespace-terminating",
    en: "A namespace is born with the finalizer kubernetes in its spec. Its first DELETE marks it Terminating, with no grace period, and answers with it; later ones change nothing. Reads, updates and deletions inside go on, creations get 403. default, kube-system and kube-public cannot be deleted.",
    zh: "namespace 出生时 spec 里就带着 finalizer kubernetes。第一次 DELETE 把它标记为 Terminating（没有宽限期）并返回它；之后的 DELETE 不再改变什么。里面的读取、更新与删除照常，创建得到 403。default、kube-system 与 kube-public 不能删除。",
    upstream: [
      storage("storage/storage.go:Delete"),
      storage("strategy.go:PrepareForCreate"),
      apiserver("pkg/admission/plugin/namespace/lifecycle/admission.go:Admit"),
    ],
    tests: [
      namespace(
        "a namespace is born Active, with the finalizer that the namespace controller takes out and its name as a label",
      ),
      namespace(
        "DELETE makes it Terminating without a grace period, answers 200 with it, and a second one changes nothing",
      ),
      namespace("nothing is created in it any more, whether namespaces are checked or not (%s)"),
      namespace("what is inside can be changed and deleted until the end"),
      namespace("nobody deletes %s"),
    ],
    moments: ["/s/namespace-stays?at=c2", "/s/namespace-stays?at=c5"],
    leftOut: {
      en: "Each server knows of the deletion at once; upstream its cache may be behind, and after a DELETE that it saw it asks etcd for 30 s.",
      zh: "每个服务器立刻知道删除；上游的缓存可能落后，而亲自见过 DELETE 的服务器会在 30 秒内直接查询。",
    },
  },
  {
    id: "namespace-finalize",
    en: "Only PUT of /finalize changes spec.finalizers, and only PUT is there. With the last one, a terminating namespace is removed: watchers see DELETED alone. Nobody checks that it is empty: what is inside then stays in etcd, where it can be read and deleted but not updated, so its finalizers stay too until the namespace is made anew.",
    zh: "只有对 /finalize 的 PUT 能改 spec.finalizers，也只有 PUT。去掉最后一个时，正在终止的 namespace 就被移除：watch 只看到 DELETED。没有人检查它是否为空：里面的东西会留在 etcd 里，可读可删但不能更新，因此它们的 finalizer 也会留着，直到重建这个 namespace。",
    upstream: [
      storage("storage/storage.go:FinalizeREST, ShouldDeleteNamespaceDuringUpdate"),
      storage("strategy.go:namespaceFinalizeStrategy"),
    ],
    tests: [
      namespace(
        "/finalize takes the finalizers and keeps the status; the last one of a terminating namespace ends it with DELETED alone",
      ),
      namespace(
        "nobody looks whether it is empty: what is inside outlives it, and belongs to the next one of that name",
      ),
      namespace("with its own list empty, it still waits for the finalizers of its metadata"),
      namespace("/finalize is there for PUT alone, and for namespaces alone"),
      namespace("an update changes neither the finalizers of the spec nor the status, and the label comes back"),
    ],
  },
  {
    id: "namespace-content",
    en: "The namespace controller waits 5 s, then deletes kind by kind, each as a collection: pods first, and while there is one, nothing else. What remains is looked at again: after half the longest grace period and 1 s where there are pods, after 8 s where there are finalizers. An object that stays without either is an error. When nothing is left it takes its finalizer out.",
    zh: "namespace 控制器先等 5 秒，再逐个 kind 整批删除：先是 Pod，只要还有一个，就不碰别的。剩下的会再看：有 Pod 时在最长宽限期的一半再加 1 秒之后，有 finalizer 时在 8 秒之后。两者都没有却还在的对象算错误。什么都不剩时它去掉自己的 finalizer。",
    upstream: [
      kubernetes("pkg/controller/namespace/namespace_controller.go:worker"),
      deleter("namespaced_resources_deleter.go:deleteAllContent"),
    ],
    tests: [
      controller("pods go first, and while there is one nothing else is touched; the conditions say that all is well"),
      controller("what waits for finalizers is counted and looked at again after 8 s"),
      controller("what remains without a finalizer is an error of its kind; custom kinds are part of the content"),
      controller(
        "a run: the content goes, nobody makes it anew, and the namespace ends with the last finalizer inside",
      ),
    ],
    moments: ["/s/namespace-stays?at=c3", "/s/namespace-stays?at=c4", "/s/namespace-stays?at=c6"],
    leftOut: {
      en: "Discovery takes no request and cannot fail; the kinds come in a fixed order.",
      zh: "discovery 不需要请求，也不会失败；kind 按固定次序处理。",
    },
  },
  {
    id: "namespace-conditions",
    en: "Five conditions tell what holds a terminating namespace: which resources remain, and which finalizers in how many. While pods remain, they say that all is well. The controller writes them with a version that it then goes on using, so its first PUT of /finalize afterwards gets 409; it reads again and succeeds.",
    zh: "五个 condition 说明什么拖住了正在终止的 namespace：还剩哪些资源，哪些 finalizer 在多少个对象上。还有 Pod 时，它们说一切正常。控制器写入 condition 后仍沿用旧版本，所以随后对 /finalize 的第一次 PUT 得到 409；它重新读取后成功。",
    upstream: [
      deleter("status_condition_utils.go:updateConditions"),
      deleter("namespaced_resources_deleter.go:retryOnConflictError"),
    ],
    tests: [
      controller("conditions that are as they were are not written again"),
      controller("an empty namespace loses the controller's finalizer, and only that one; the status is not sent"),
      controller(
        "a run: the content goes, nobody makes it anew, and the namespace ends with the last finalizer inside",
      ),
    ],
    moments: ["/s/namespace-stays?at=c7", "/s/namespace-stays?at=c9"],
  },
]);

const definitionEntries: readonly Entry[] = entriesOf("cleanup", [
  {
    id: "definition-terminating",
    en: "The first DELETE of a CustomResourceDefinition marks it, adds the finalizer customresourcecleanup.apiextensions.k8s.io and the condition Terminating. Its kind is served as before, but creations of it get 403. As part of a deleted collection the definition goes at once, and its objects stay in etcd.",
    zh: "CustomResourceDefinition 的第一次 DELETE 给它打上标记，加上 finalizer customresourcecleanup.apiextensions.k8s.io 与 condition Terminating。它的 kind 照常提供，但创建得到 403。如果随整个集合一起删除，定义立刻消失，它的对象留在 etcd 里。",
    upstream: [
      apiextensions("pkg/registry/customresourcedefinition/etcd.go:Delete"),
      apiextensions("pkg/apiserver/customresource_handler.go:forbidCreateAdmission"),
    ],
    tests: [
      definition(
        "DELETE marks it without a grace period, adds the finalizer of its objects and says so; the kind is served still",
      ),
      definition("nothing of its kind is created any more, by POST or by apply"),
      definition("with the whole collection it goes at once, and its objects stay in etcd"),
      definitions("a server that hears late of the deletion makes objects still, and serves the kind still"),
    ],
    moments: ["/s/definition-goes?at=c1", "/s/definition-goes?at=c4"],
    leftOut: {
      en: "Which kinds there are is part of a scenario: in a run definitions can change their metadata and go, and nobody makes new ones. Their own validation, and controllers that establish them, are left out.",
      zh: "有哪些 kind 是场景的一部分：运行中定义只能改 metadata 或被删除，没人能新建。定义自身的校验、以及让它 established 的控制器都被省略。",
    },
  },
  {
    id: "definition-finalizer",
    en: "Each API server runs a finalizer: it deletes all objects of the kind, looks every 5 s whether they are gone, and then takes the finalizer out. After a minute it says what it could not confirm and begins anew, later and later. So one object whose own finalizer nobody removes keeps the definition for ever.",
    zh: "每个 API server 都运行一个 finalizer 控制器：删除该 kind 的所有对象，每 5 秒看一次是否都没了，然后去掉 finalizer。一分钟后它会写明未能确认的情况并重新开始，间隔越来越长。因此只要有一个对象自己的 finalizer 没人去掉，定义就永远留着。",
    upstream: [apiextensions("pkg/controller/finalizer/crd_finalizer.go:sync, deleteInstances")],
    tests: [
      definitions("an object with a finalizer holds the definition: it is looked for every 5 s"),
      definitions("after a minute it gives up, says so and begins anew, later and later"),
      definitions("each server runs the finalizer: one gets its status through, the others leave it to that one"),
      definitions(
        "whoever takes the finalizer out by hand gets rid of the definition alone: the objects stay, and nobody can reach them",
      ),
    ],
    moments: ["/s/definition-goes?at=c2"],
    facts: ["api.emptied"],
    leftOut: {
      en: "Its requests to its own server take no time and go past webhooks and the audit log; the deletions do so upstream too.",
      zh: "它向自己服务器发的请求不花时间，也不经过 webhook 与审计日志；上游的删除本来就是如此。",
    },
  },
  {
    id: "definition-gone",
    en: "Once a server sees that a definition is gone, the paths of its kind are 404 in plain text, and a second later its watches end without an error. The watchers were told of each deletion before. Their reflectors watch and list again with back-off, for ever: an informer has no way to learn that its kind will not come back.",
    zh: "服务器看到定义消失后，该 kind 的路径返回纯文本 404，一秒后它的 watch 不带错误地结束。此前监听者已收到每一次删除。它们的 reflector 会带退避地一直 WATCH、LIST：informer 无从得知这个 kind 不会再回来。",
    upstream: [
      apiextensions("pkg/apiserver/customresource_handler.go:ServeHTTP, removeDeadStorage, tearDown"),
      apimachinery("pkg/api/errors/errors.go:NewGenericServerResponse"),
    ],
    tests: [
      definitions(
        "its objects go first, then the definition, then the kind; its watches end a second later, and from then on it is 404",
      ),
      definitions("other kinds are served on, and of this one nothing can be made"),
      definitions("a server that was down takes up what is being deleted, and does not serve what went meanwhile"),
    ],
    moments: [
      "/s/definition-goes?at=c5",
      "/s/definition-goes?at=c6",
      "/s/definition-goes?at=c7",
      "/s/definition-goes?at=c8",
    ],
    facts: ["api.unserved"],
  },
]);

/** How namespaces and definitions go, with what is in them. */
export const cleanupEntries: readonly Entry[] = [...namespaceEntries, ...definitionEntries];
