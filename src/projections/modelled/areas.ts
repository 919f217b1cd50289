import type { Text } from "./text.ts";

export type AreaId =
  | "reflector"
  | "watch"
  | "rest"
  | "fifo"
  | "processing"
  | "handlers"
  | "informer"
  | "queue"
  | "priority"
  | "limiters"
  | "loop"
  | "sources"
  | "process"
  | "leader"
  | "conflict"
  | "etcd"
  | "cache"
  | "watches"
  | "reads"
  | "writes"
  | "deletion"
  | "errors"
  | "admission"
  | "replicaSet"
  | "deployment"
  | "garbage"
  | "cleanup"
  | "lessons"
  | "knative"
  | "systems"
  | "agents"
  | "simulation";

/** The parts of the system, from the client's way in to what we added. */
export const AREAS: readonly { readonly id: AreaId; readonly title: Text }[] = [
  { id: "reflector", title: { en: "Reflector: list and back-off", zh: "reflector：LIST 与退避" } },
  { id: "watch", title: { en: "Reflector: the watch", zh: "reflector：watch" } },
  { id: "rest", title: { en: "REST client and network", zh: "REST 客户端与网络" } },
  { id: "fifo", title: { en: "Queue of deltas", zh: "delta 队列" } },
  { id: "processing", title: { en: "Store and processing", zh: "store 与处理" } },
  { id: "handlers", title: { en: "Handlers and resync", zh: "handler 与 resync" } },
  { id: "informer", title: { en: "Informer's life", zh: "informer 的一生" } },
  { id: "queue", title: { en: "Work queue (client-go)", zh: "work queue（client-go）" } },
  { id: "priority", title: { en: "Priority queue", zh: "priority queue" } },
  { id: "limiters", title: { en: "Rate limiters", zh: "rate limiter" } },
  { id: "loop", title: { en: "Reconcile loop", zh: "reconcile 循环" } },
  { id: "sources", title: { en: "What wakes a controller", zh: "什么会唤醒控制器" } },
  { id: "process", title: { en: "Start and stop of a process", zh: "进程的启动与停止" } },
  { id: "leader", title: { en: "Leader election", zh: "leader election" } },
  { id: "conflict", title: { en: "Retry on conflict", zh: "冲突重试" } },
  { id: "etcd", title: { en: "etcd", zh: "etcd" } },
  { id: "cache", title: { en: "Watch cache", zh: "watch cache" } },
  { id: "watches", title: { en: "Watches, from the server", zh: "watch（服务器一侧）" } },
  { id: "reads", title: { en: "GET and LIST", zh: "GET 与 LIST" } },
  { id: "writes", title: { en: "Writes", zh: "写入" } },
  { id: "deletion", title: { en: "Deletion", zh: "删除" } },
  { id: "errors", title: { en: "Error answers", zh: "错误应答" } },
  { id: "admission", title: { en: "Admission and access", zh: "准入与权限" } },
  { id: "replicaSet", title: { en: "ReplicaSet controller", zh: "ReplicaSet 控制器" } },
  { id: "deployment", title: { en: "Deployment controller", zh: "Deployment 控制器" } },
  { id: "garbage", title: { en: "Garbage collector", zh: "垃圾回收器" } },
  { id: "cleanup", title: { en: "Namespaces and CRDs that go", zh: "namespace 与 CRD 的删除" } },
  { id: "lessons", title: { en: "Custom and small controllers", zh: "自定义与小控制器" } },
  { id: "knative", title: { en: "Knative Serving", zh: "Knative Serving" } },
  { id: "systems", title: { en: "Systems beside the controllers", zh: "控制器之外的系统" } },
  { id: "agents", title: { en: "Scheduler and kubelet", zh: "scheduler 与 kubelet" } },
  { id: "simulation", title: { en: "What the simulation adds", zh: "模拟本身添加的东西" } },
];
