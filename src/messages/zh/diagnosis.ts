import type { diagnosis as english } from "../en/diagnosis.ts";

/** 五项检查的控制台。 */
export const diagnosis: typeof english = {
  checks: {
    pods: "Pod",
    log: "控制器日志",
    audit: "审计日志",
    permissions: "权限",
    etcd: "etcd 延迟",
  },
  check: "查看什么",
  controller: "控制器",
  filter: "只看包含此文本的行",
  copy: "复制",
  copied: "已复制",
  output: (command) => `${command} 的输出`,
  lines: (shown, all) => (shown === all ? `${all} 行` : `${all} 行中的 ${shown} 行`),
  empty: "还没有内容：当前时刻在第一行之前。",
  silent: "没有一行。在这个日志级别，正常工作的控制器很少出声。",
  noMatch: "没有包含此文本的行。",
};
