import type { statechart as en } from "../en/statechart.ts";

/** 单个参与者的状态图。状态、事件、守卫的名字来自代码，各语言相同。 */
export const statechart: typeof en = {
  label: (machine) => `${machine} 的状态图`,
  summary: (active, last) => (last === "" ? `处于 ${active}。` : `处于 ${active}。上一步：${last}。`),
  step: (from, event, to) => `${event} 从 ${from} 到 ${to}`,
  stayed: (state, event) => `${event} 在 ${state} 中处理`,
  visits: (count) => `×${count}`,
  next: "下一步",
  nextHint: (trigger, targets) => `${trigger} 通向 ${targets}`,
  notStarted: "此刻它没有状态图。",
  loading: "请稍候…",
  enlarge: "所有转移",
  close: "关闭",
  zoomIn: "放大",
  zoomOut: "缩小",
  always: "立即",
  states: "状态图",
};
