import { type Entry, entriesOf, testsIn } from "./entry.ts";
import { apiserver, clientGo, controllerRuntime, knativeEventing, kubernetes } from "./upstream.ts";

const audit = testsIn("simulation/cluster/actors/audit-log");
const readOuts = testsIn("projections/diagnosis/diagnosis");

const auditEntries: readonly Entry[] = entriesOf("admission", [
  {
    id: "audit-log",
    en: "Each request leaves a line per stage in the audit log: RequestReceived, ResponseComplete, and for a watch ResponseStarted between them; its last one comes when the watch ends. A line names user, verb, object, code and RBAC's decision.",
    zh: "每个请求在审计日志中每个阶段留一行：RequestReceived、ResponseComplete，watch 在两者之间还有 ResponseStarted，最后一行要到 watch 结束才写。一行写明用户、动词、对象、状态码与 RBAC 的决定。",
    upstream: [
      apiserver("pkg/endpoints/filters/audit.go:WithAudit"),
      apiserver("pkg/apis/audit/v1/types.go"),
      apiserver("pkg/endpoints/filters/authorization.go"),
    ],
    tests: [
      audit("a write has two lines in the audit log, a watch has its third only when it ends"),
      readOuts("an audit line is an audit.k8s.io/v1 Event at the level Metadata"),
    ],
    moments: ["/s/trigger-not-ready-b?at=c4", "/s/trigger-not-ready-e?at=c3"],
    leftOut: {
      en: "Policies (everything is logged at Metadata), source addresses, the role that allowed a request, the stage Panic; the newest 160 lines are kept.",
      zh: "审计策略（一律按 Metadata 级别记录）、来源地址、允许请求的 role、Panic 阶段；保留最新的 160 行。",
    },
  },
]);

const latencyEntries: readonly Entry[] = entriesOf("etcd", [
  {
    id: "etcd-latency",
    en: "The API server counts how long etcd took in etcd_request_duration_seconds, a histogram by operation and resource.",
    zh: "API server 用 etcd_request_duration_seconds 统计 etcd 花的时间，按操作与资源分组的直方图。",
    upstream: [apiserver("pkg/storage/etcd3/metrics/metrics.go:etcdRequestLatency")],
    tests: [
      audit("etcd's time for a write goes into the bucket that upstream's bounds give it"),
      readOuts("etcd's latency is a Prometheus histogram with cumulative buckets"),
    ],
    moments: ["/s/trigger-not-ready-d?at=c3"],
    leftOut: {
      en: "Reads, which take no time in etcd here, and writes that webhooks delay.",
      zh: "读取（在此模型中 etcd 读取不花时间），以及被 webhook 延迟的写入。",
    },
  },
]);

const logEntries: readonly Entry[] = entriesOf("process", [
  {
    id: "controller-log",
    en: "At verbosity 2 a controller logs its start, each cache that has been populated, each failed list or watch, and each reconcile that returned an error. Runs that succeed and streams that end in the ordinary way leave no line.",
    zh: "在日志级别 2，控制器会记录自己的启动、每个已填充的缓存、每次失败的 list 或 watch，以及每次返回错误的 reconcile。成功的运行、正常结束的流不留一行。",
    upstream: [
      clientGo("tools/cache/reflector.go:DefaultWatchErrorHandler, watch"),
      clientGo("rest/request.go:tryThrottleWithInfo"),
      controllerRuntime("pkg/internal/controller/controller.go:Start, reconcileHandler"),
    ],
    tests: [
      readOuts("the log has klog's header and upstream's texts, and says nothing of a run that succeeds"),
      readOuts("the end of a stream is logged only when it is out of the ordinary"),
    ],
    moments: ["/s/cache-never-synced?at=c2"],
    leftOut: { en: "What a reconciler logs by itself.", zh: "reconciler 自己写的日志。" },
  },
  {
    id: "knative-log",
    en: "Knative's controllers log zap's JSON at level info: each run that succeeded, each error, and a status that could not be written. That a run ended in a conflict is for the level debug.",
    zh: "Knative 的控制器以 info 级别写 zap 的 JSON 日志：每次成功的运行、每个错误，以及写不进去的 status。运行以冲突告终则属于 debug 级别。",
    upstream: [
      { ref: "knative pkg controller/controller.go:processNextWorkItem, handleErr", version: "6300c57a" },
      knativeEventing("pkg/client/injection/reconciler/eventing/v1/trigger/reconciler.go:Reconcile"),
      knativeEventing("config/core/configmaps/logging.yaml"),
    ],
    tests: [
      readOuts("Knative logs zap's JSON, and says of each run that it succeeded"),
      readOuts(
        "a status that was refused is a warning; what follows from a conflict Knative keeps to itself, and from a 403 not",
      ),
      readOuts(
        "client-go logs through Knative's logger, and at verbosity 0 it says nothing of a cache that was populated",
      ),
    ],
    moments: ["/s/trigger-not-ready-b?at=c3", "/s/trigger-not-ready-c?at=c3"],
    leftOut: {
      en: "What a reconciler logs by itself, and stack traces. The loop below is controller-runtime's.",
      zh: "省略 reconciler 自己写的日志以及调用栈。其下的循环是 controller-runtime 的。",
    },
  },
  {
    id: "controllers-as-pods",
    en: "A process whose container dies is restarted at once, then after 10, 20, 40 s and so on. kubectl shows it in CrashLoopBackOff with a growing number of restarts.",
    zh: "容器退出后立刻重启，之后依次等 10、20、40 秒……kubectl 显示 CrashLoopBackOff，重启次数不断增加。",
    upstream: [kubernetes("pkg/kubelet/kuberuntime/kuberuntime_manager.go:doBackOff")],
    tests: [readOuts("a process that crashed shows as a pod in CrashLoopBackOff, with its restarts")],
    moments: ["/s/trigger-not-ready-a?at=c3"],
    leftOut: {
      en: "The pods of controllers are no objects: the read-out shows the processes as if they were. When they start again, the scenario says.",
      zh: "控制器的 Pod 不是对象：输出把进程当作 Pod 显示。何时重启由场景决定。",
    },
  },
]);

/** What one can look at when something is stuck. */
export const diagnosisEntries: readonly Entry[] = [...auditEntries, ...latencyEntries, ...logEntries];
