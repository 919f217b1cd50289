import type { recording as en } from "../en/recording.ts";

/** 真实库的一次录制运行，以及旁边的引擎。 */
export const recording: typeof en = {
  label: "引擎与录制，逐条观测对照",
  lines: "观测",
  keys: "上下键到前一条或后一条观测。",
  allSame: (all) => `全部 ${all} 条观测与录制一致`,
  someSame: (here, all) => `到此 ${here} / ${all} 条观测，全部与录制一致`,
  differs: (event) => `引擎在事件 ${event} 首次与录制不同`,
  goThere: "前往",
  standing: { same: "与录制一致", differs: "首个差异", open: "不作比较" },
  engine: "引擎",
  library: "录制",
  nothing: "无",
  kind: "录制运行",
  explained: "由脚本驱动真实的库，并记下观察到的一切。这里引擎按同一脚本、同样的随机数运行，每条观测都与录制逐一对照。",
  subject: "运行对象",
  source: "库",
  proves: "它证明了什么",
  provesNothing: "没有行为以这次运行为证。",
  previous: "上一个运行",
  next: "下一个运行",
  list: "所有录制运行",
};
