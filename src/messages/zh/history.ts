import type { history as en } from "../en/history.ts";

/** 历史轴：谁停在哪个 revision。 */
export const history: typeof en = {
  informers: "informer",
  now: "此刻",
  run: "到此刻为止的运行",
  runNote: "自上而下按事件次序",
  revision: "revision",
  rows: {
    etcd: "etcd",
    objects: "etcd 中的对象",
    cache: (server) => `watch cache ${server}`,
    stream: "watch",
    resume: "续接点",
    fifo: "FIFO",
    store: "store",
  },
  etcd: (revision, compacted) => (compacted > 0 ? `${revision}，已压缩到 ${compacted}` : `${revision}，尚未压缩`),
  objects: (count) => `${count} 个对象`,
  cache: (kept, capacity, from, to) =>
    kept === 0 ? `空，可从 ${from} 续接` : `${from} 到 ${to}，保留 ${kept} / ${capacity}`,
  streamStates: { initial: "正在发送初始对象", open: "打开", held: "被扣住", silent: "沉默", closed: "已关闭" },
  stream: (state, rv) => (rv > 0 ? `${state}，已发送到 ${rv}` : state),
  resume: (rv, tooOld) => (tooOld > 0 ? `${rv}：过旧 ${tooOld}` : `${rv}，可以续接`),
  fifo: (deltas) => (deltas === 0 ? "空" : `${deltas} 个 delta`),
  store: (rv, behind) => (rv === "" ? "空" : behind === 0 ? `${rv}，与 etcd 一致` : `${rv}，${behind} 个与 etcd 不同`),
  legend: {
    head: "etcd 的最新 revision",
    gone: "etcd 已压缩",
    window: "服务器可从这里续接",
    resume: "客户端的续接点",
    lost: "对服务器来说过旧",
    bookmark: "bookmark",
  },
  slider: "运行的时刻",
  moment: (time, head, resume, lost) => `${time}：etcd 在 ${head}，客户端在 ${resume}${lost ? "，过旧" : ""}`,
  nothing: "还没有任何写入。",
};
