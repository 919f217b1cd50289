import type { AreaId } from "./areas.ts";
import type { Text } from "./text.ts";

/** Something that real clusters do and the simulation does not. */
export type NotModelled = { readonly id: string; readonly area: AreaId; readonly what: Text };

const row = (id: string, area: AreaId, en: string, zh: string): NotModelled => ({ id, area, what: { en, zh } });

/** What one should not look for here. What is left out of a behaviour that is modelled stands with that behaviour. */
export const NOT_MODELLED: readonly NotModelled[] = [
  row(
    "manager",
    "process",
    "Of the manager's groups the servers, the webhooks and the warm-up, and the second signal, which ends a process at once.",
    "manager 各组中的服务器、webhook 与 warmup，以及让进程立即退出的第二次信号。",
  ),
  row(
    "several-controllers",
    "process",
    "Several controllers that share one cache in one process: each process has one controller.",
    "一个进程里共用缓存的多个控制器：这里每个进程只有一个控制器。",
  ),
  row(
    "lazy-informers",
    "process",
    "Informers that a first cached Get starts inside a reconcile; APIReader, field indices, read-your-own-writes (controller-runtime 0.25).",
    "reconcile 里第一次缓存 Get 启动的 informer；APIReader、field index、read-your-own-writes（controller-runtime 0.25）。",
  ),
  row(
    "reconcilers-of-yours",
    "loop",
    "Reconcilers of your own. Scenarios choose among those that are there.",
    "你自己的 reconciler。场景只能从现有的里选择。",
  ),
  row(
    "other-controllers",
    "replicaSet",
    "StatefulSet, DaemonSet, EndpointSlice, node lifecycle and taint eviction controllers; CRDs that are made or changed in a run.",
    "StatefulSet、DaemonSet、EndpointSlice、节点生命周期与 taint 驱逐控制器；运行中新建或修改 CRD。",
  ),
  row(
    "knative",
    "knative",
    "Of Knative Serving what carries traffic: activator, queue-proxy, metrics, scaling by load.",
    "Knative Serving 中承载流量的部分：activator、queue-proxy、指标、按负载伸缩。",
  ),
  row(
    "uncached-events",
    "watches",
    "Event resources, which have no watch cache: their watches go to etcd and end at its compaction.",
    "Event 资源没有 watch cache：它们的 watch 直达 etcd，受压缩限制。",
  ),
  row(
    "versions",
    "reads",
    "Several versions of a custom resource with a cache each, conversion, tables, metadata-only and protobuf encodings.",
    "自定义资源的多个版本（各有缓存）、转换、Table、仅 metadata 与 protobuf 编码。",
  ),
  row(
    "apf",
    "errors",
    "Of priority and fairness the configuration objects, borrowed seats, and requests that take more than one seat. Without `flowControl` a cluster has no limit, and its 429 is a fault.",
    "Priority and Fairness 的配置对象、席位借用，以及占用多个席位的请求。没有 `flowControl` 的集群不设限制，它的 429 是故障。",
  ),
  row(
    "read-timeouts",
    "errors",
    "The API server's 60 s limit of reads and their ?timeout= (a read waits 3 s for its cache at most).",
    "API server 对读取的 60 秒上限及其 ?timeout=（读取至多等缓存 3 秒）。",
  ),
  row(
    "authentication",
    "admission",
    "How a client proves who it is (its token is valid or not), roles and bindings, quota, Pod security, admission policies.",
    "客户端如何证明自己是谁（它的 token 要么有效要么无效）、Role 与 RoleBinding、quota、Pod 安全、准入策略。",
  ),
  row(
    "http-on-the-wire",
    "rest",
    "HTTP/2 frames, pings, load balancers, TLS, kept connections. What they do to a request is a fault or a recorded run.",
    "HTTP/2 帧、ping、负载均衡、TLS、保留连接。它们对请求的影响以故障或录制运行的形式出现。",
  ),
  row(
    "etcd-cluster",
    "etcd",
    "etcd as a cluster: elections, lost quorum, disk latency beyond one number, leases and their expiry.",
    "作为集群的 etcd：选举、失去 quorum、一个数字之外的磁盘延迟、lease 及其到期。",
  ),
  row(
    "mutation-detectors",
    "processing",
    "The cache mutation detector, the watch-list consistency check, and aliasing bugs: objects here cannot be changed in place.",
    "缓存变更检测器、watch-list 一致性检查，以及别名问题：这里的对象不能就地修改。",
  ),
  row(
    "unshared-informers",
    "informer",
    "Unshared informers, whose one handler runs on the process loop, and SharedInformerFactory.",
    "非共享 informer（唯一的 handler 在处理循环里运行）与 SharedInformerFactory。",
  ),
  row(
    "handler-panics",
    "handlers",
    "Panics of handlers and index functions, which end the process.",
    "handler 与 index 函数的 panic（会让进程终止）。",
  ),
  row(
    "cpu",
    "simulation",
    "Time for computing: nothing takes time but what a scenario names. Garbage collection, contention and scheduling of goroutines have no length.",
    "计算所需的时间：除场景指明的以外都不花时间。GC、争用与 goroutine 调度没有长度。",
  ),
  row("clock-skew", "simulation", "Clocks that run at different speeds.", "走速不同的时钟。"),
  row(
    "nodes",
    "agents",
    "Images, volumes, network, probes, resources, node failures and leases of nodes.",
    "镜像、卷、网络、探针、资源、节点故障与节点 lease。",
  ),
];
