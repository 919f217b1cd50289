import type { systems as en } from "../en/systems.ts";

/** 控制器之外的系统。 */
export const systems: typeof en = {
  crashed: "已崩溃",
  readings: (system) => `${system} 的数值`,
  input: "输入",
  measured: "实测",
  inputHint: "由场景给出的数值",
  measuredHint: "由这次运行得出的数值",
  notYet: "尚无",
  perSecond: (value) => `每秒 ${value}`,
  grid: (system) => `${system} 的网格`,
  pick: (grid, cells) => `${grid}：共 ${cells} 个，选其一`,
  cell: (name, of) => `${name}：${of}`,
  class: "状态",
  count: "数量",
  members: "哪些",
  none: "无",
};
