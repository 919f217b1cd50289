import type { topology as english } from "../en/topology.ts";

/** 控制平面：一个中心与它的辐条。 */
export const topology: typeof english = {
  label: "谁与谁通信",
  etcd: "etcd",
  etcdFact: (revision) => `revision ${revision}`,
  trunk: { protocol: "gRPC，双向 TLS", what: "每次写入一个事务" },
  server: (id) => `API server ${id}`,
  serverFact: (streams, inFlight) => `${streams} 个 watch，${inFlight} 个请求在途`,
  serverDown: "已停",
  spokes: "API server 的客户端",
  roles: { user: "用户", scheduler: "scheduler", controller: "控制器", kubelet: "kubelet" },
  credentials: { kubeconfig: "客户端证书", certificate: "客户端证书", token: "ServiceAccount token" },
  states: {
    starting: "启动中",
    running: "运行中",
    paused: "已暂停",
    stopping: "停止中",
    stopped: "已停止",
    crashed: "已崩溃",
  },
  rest: "HTTPS",
  stream: "HTTP/2 帧",
  noRequest: "还没有请求",
  noWatch: "没有 watch",
  watches: (kinds) => `watch ${kinds}`,
  watchStates: { held: "被扣住", silent: "沉默", closed: "已关闭" },
  answered: (code) => (code === 0 ? "没有应答" : String(code)),
  broken: { unauthorized: "401 未认证", forbidden: "403 禁止", cut: "链路已断", down: "没有服务器" },
  inFlight: (count) => `${count} 个在途`,
  more: (count) => `另有 ${count} 个 kubelet`,
  spokeLabel: (name, role, user, facts) => `${name}，${role}，身份 ${user}：${facts}`,
};
