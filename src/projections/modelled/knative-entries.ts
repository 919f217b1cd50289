import { type Entry, entriesOf, testsIn } from "./entry.ts";
import { knativePkg, knativeServing } from "./upstream.ts";

const conditions = testsIn("simulation/controllers/knative-conditions");
const serving = testsIn("simulation/controllers/serving");
const run = testsIn("simulation/controllers/serving-run");

/** Knative Serving's reconcilers, and what generated reconcilers do. */
export const knativeEntries: readonly Entry[] = entriesOf("knative", [
  {
    id: "knative-conditions",
    en: "Ready follows its dependents: False if any is False, with the newest one's reason, Unknown if any is Unknown, else True. Others are informational. The time moves with any difference, not only with the status.",
    zh: "Ready 跟随其依赖项：有 False 则 False，取最新那个的 reason；有 Unknown 则 Unknown；否则 True。其余只供参考。任何差异都会更新时间，不只是 status 变化。",
    upstream: [knativePkg("apis/condition_set.go")],
    moments: ["/s/trigger-false-which-one?at=c3"],
    tests: [
      conditions("a False dependent makes Ready False with its reason, and False outweighs Unknown"),
      conditions("of several False dependents the newest gives Ready its reason"),
      conditions("a condition outside of the set is informational and never touches Ready"),
      conditions("the time moves with the message too, and stays when nothing differs"),
    ],
  },
  {
    id: "knative-status-update",
    en: "A generated reconciler always sets observedGeneration and writes the status once computed, also after an error, up to five times on conflicts over a fresh object.",
    zh: "生成的 reconciler 总会设置 observedGeneration，并写入算好的 status，出错之后也写；遇到冲突就对新读的对象最多试五次。",
    upstream: [
      knativePkg("reconciler/reconcile_common.go:PostProcessReconcile"),
      knativePkg("codegen/cmd/injection-gen/generators/reconciler/reconciler_reconciler.go"),
    ],
    moments: ["/s/status-two-writers?at=c4"],
    tests: [
      serving("the status is computed once and tried again on a fresh object after a conflict"),
      serving("after five conflicts the run fails with the conflict"),
    ],
    leftOut: {
      en: "One queue instead of a fast and a slow lane; leader election by buckets, ObserveKind and GlobalResync are left out.",
      zh: "一个队列代替快慢两条；省略按 bucket 的 leader election、ObserveKind 与 GlobalResync。",
    },
  },
  {
    id: "knative-service",
    en: "A Service owns a Configuration and a Route; each generation of the Configuration makes one Revision, which owns a Deployment and a PodAutoscaler. Traffic moves when the new Revision is ready.",
    zh: "Service 拥有 Configuration 与 Route；Configuration 的每个 generation 产生一个 Revision，后者拥有 Deployment 与 PodAutoscaler。新 Revision 就绪后流量才转移。",
    upstream: [
      knativeServing("pkg/reconciler/service"),
      knativeServing("pkg/reconciler/configuration"),
      knativeServing("pkg/reconciler/route"),
    ],
    moments: ["/s/knative-service-way?at=c2"],
    tests: [
      run("a Service becomes Ready with a Configuration, a Revision, a Deployment, a Route and an Ingress"),
      run("a new image makes one further Revision, and traffic moves when that is ready"),
      serving("each generation of a Configuration has one Revision, named by the generation"),
    ],
    leftOut: {
      en: "Image caches, certificates, placeholder Services, gradual rollouts and Revision deletion are left out.",
      zh: "省略镜像缓存、证书、占位 Service、渐进发布与 Revision 的清理。",
    },
  },
  {
    id: "knative-drift-deployment",
    en: "An image that was edited in a Revision's Deployment stays since 1.22, where only a hash label is compared; up to 1.21 it was written back at the event. An edited hash label or a deleted Deployment is repaired in either.",
    zh: "手工改了 Revision 的 Deployment 镜像，从 1.22 起会保留（只比较 hash 标签）；1.21 及以前在事件到来时写回。改 hash 标签或删除 Deployment，两者都会修复。",
    upstream: [knativeServing("pkg/reconciler/revision/cruds.go:checkAndUpdateDeployment")],
    moments: ["/s/drift-image-stays?at=c3", "/s/drift-image-reverted?at=c2"],
    tests: [
      run("an image edited in the Deployment stays since 1.22, and is written back at its event up to 1.21"),
      run("the hash label edited away makes the Revision write the Deployment, in either version"),
      run("a deleted Deployment is made again at its event"),
    ],
  },
  {
    id: "knative-drift-others",
    en: "Edited replicas are undone by the autoscaler at its next tick of 2 s, traffic edited in an owned Route is written back, a Configuration edited behind the Service's back costs two Revisions. A user's ConfigMap changes nothing.",
    zh: "手工改的副本数在 autoscaler 的下一个 2 秒节拍被撤销；所属 Route 里改的流量被写回；绕过 Service 改 Configuration 会多出两个 Revision。用户的 ConfigMap 变化什么也不触发。",
    upstream: [knativeServing("pkg/reconciler/autoscaling/kpa/scaler.go"), knativeServing("pkg/reconciler/service")],
    moments: ["/s/drift-traffic?at=c5", "/s/drift-pods-and-replicas?at=c3"],
    tests: [
      run("edited replicas are undone by the autoscaler at its next tick of two seconds"),
      run("traffic edited in the Route is written back by the Service"),
      run("a Configuration edited behind the Service's back costs Revisions: one for the edit, one for the repair"),
      run("a ConfigMap that nobody watches changes nothing"),
    ],
    leftOut: {
      en: "The autoscaler has no traffic to measure: metrics, windows and scale to zero are left out.",
      zh: "autoscaler 没有流量可测：省略指标、窗口与缩容到零。",
    },
  },
]);
