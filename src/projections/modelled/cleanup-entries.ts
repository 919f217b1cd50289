import { type Entry, entriesOf, testsIn } from "./entry.ts";
import { apiserver, kubernetes } from "./upstream.ts";

const namespace = testsIn("simulation/cluster/server/namespace");
const controller = testsIn("simulation/controllers/namespace-controller");
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

/** How namespaces go, with what is in them. */
export const cleanupEntries: readonly Entry[] = namespaceEntries;
