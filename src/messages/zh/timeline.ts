import type { timeline as en } from "../en/timeline.ts";

/** 时间线与事件表。 */
export const timeline: typeof en = {
  label: "时间线",
  help: "加号和减号缩放，0 显示整个运行，Page Up 和 Page Down 平移，上下键选择泳道，回车到该泳道的下一个事件。",
  picture: (lanes, from, to, now, difference) =>
    `${lanes} 条泳道，从 ${from} 秒到 ${to} 秒；现在是 ${now} 秒。${difference === undefined ? "" : `首个差异在事件 ${difference}。`}文字记录以表格给出同样的内容。`,
  wholeRun: "整个运行",
  asTable: "以表格显示时间线",
  allLanes: (shown, all) => `泳道 ${shown} / ${all}`,
  allLanesHint: "显示所有泳道；在名称上滚动滚轮",
  fewerLanes: "只看要紧的",
  laneChosen: (lane, events) => `${lane}，${events} 个事件`,
  lane: ({ part, process, kind, subject }, showProcess) => {
    const of = showProcess && process !== "" && part !== "process" ? ` · ${process.replace(/^kubelet\//, "")}` : "";
    switch (part) {
      case "you":
        return "你";
      case "script":
        return "脚本";
      case "etcd":
        return "etcd";
      case "server":
        return subject === "" ? "server" : `API server ${subject}`;
      case "cache":
        return `监听缓存 ${subject}`;
      case "network":
        return `连接 ${subject}`;
      case "watch":
        return `监听 ${kind}${of}`;
      case "decoder":
        return `解码 ${kind}${of}`;
      case "store":
        return `缓存 ${kind}${of}`;
      case "fifo":
        return `FIFO ${kind}${of}`;
      case "loop":
        return `处理循环 ${kind}${of}`;
      case "handler":
        return `run ${subject}${of}`;
      case "pop":
        return `pop ${subject}${of}`;
      case "chart":
        return `${subject.replace("/", " ")}${of}`;
      case "key":
        return `键 ${subject}${of}`;
      case "queue":
        return `队列${subject === "" ? "" : ` ${subject}`}${of}`;
      case "worker":
        return `worker ${subject}${of}`;
      case "client":
        return `client${of}`;
      case "process":
        return `进程 ${process}`;
      case "pod":
        return `pod ${subject}`;
      case "system":
        return `${subject}${of}`;
      case "agent":
      case "other":
        return subject;
      default:
        return `${part} ${kind}${of}`;
    }
  },
  fork: (branch, what) => (branch === 0 ? "主线" : what === "" ? `分叉 ${branch}` : `分叉 ${branch}：${what}`),
  table: {
    label: "运行中的每个事件",
    lane: "泳道",
    time: "时间",
    type: "类型",
    sentence: "发生了什么",
    empty: "还什么都没有发生。",
    keys: "上下键移动，回车到该时刻，Home 和 End 跳到两端。",
    waiting: "请稍候…",
    now: "现在",
    standing: { same: "与录制一致", differs: "首个差异" },
    count: (shown, all) => (shown === all ? `${all} 个事件` : `${shown} / ${all} 个事件`),
  },
};
