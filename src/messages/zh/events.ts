import type { events as en, clauses as enClauses } from "../en/events.ts";
import { answerName, changedRegions, code, moment, objectAt, requestName, span } from "../event-words.ts";
import { controllerEvents } from "./controller-events.ts";
import { informerEvents } from "./informer-events.ts";
import { replayEvents } from "./replay-events.ts";
import { systemEvents } from "./system-events.ts";

const done = { create: "创建", update: "更新", delete: "删除" } as const;
const asked = {
  create: "创建",
  apply: " apply",
  update: "替换",
  patch: "修改",
  delete: "删除",
  deletecollection: "删除所有",
} as const;
const detailed = (text: string) => (text === "" ? "" : `：${text}`);

const other = (target: string, fault: string) => `故障开始：${code(fault)}，作用于 ${target}`;

/** 故障开始时做什么，按动作的类型。 */
const begun: Readonly<Record<string, (target: string, fault: string) => string>> = {
  endWatch: (target) => `监听 ${target} 被故障结束`,
  silenceWatch: (target) => `监听 ${target} 因故障而沉默`,
  holdEvents: (target) => `${target} 的事件被故障扣住`,
  loseEvent: (target) => `故障将吞掉 ${target} 的事件`,
  answer: (target) => `故障将代为应答 ${target}`,
  cutLink: (target) => `连接 ${target} 被切断`,
  mendLink: (target) => `连接 ${target} 被修复`,
  slowLink: (target) => `连接 ${target} 变慢`,
  compact: () => "etcd 被手动压缩",
  restartServer: (target) => `API server ${target} 被故障重启`,
  freezeCache: (target) => `${target} 的监听缓存被冻结`,
  slowEtcd: () => "etcd 变慢",
  crash: (target) => `进程 ${target} 被弄崩溃`,
  pause: (target) => `进程 ${target} 被暂停`,
  stop: (target) => `进程 ${target} 被要求停止`,
  slowHandler: (target) => `处理函数 ${target} 变慢`,
  revoke: (target) => `${target} 被收回一项权限`,
  grant: (target) => `${target} 得到一项权限`,
  revokeToken: (target) => `${target} 的 token 被吊销`,
  renewToken: (target) => `${target} 得到新的 token`,
};

/** 人、脚本与故障。 */
const people: Pick<
  typeof en,
  "user.edit" | "user.tell" | "user.choice" | "fault.start" | "fault.end" | "fault.hit" | "fault.missed"
> = {
  "user.edit": (fact, place) =>
    `${place.actor === "user" ? "你" : code(place.actor)}要求${asked[fact.verb]} ${fact.kind} ${code(fact.key)}${detailed(fact.change)}`,
  "user.tell": (fact) => `${code(fact.system)} 被告知 ${code(fact.event)}${detailed(fact.about)}`,
  "user.choice": (fact) => `你选择了下一步：把 ${code(fact.message)} 交给 ${code(fact.to)}`,
  "fault.start": (fact) => `${(begun[fact.fault] ?? other)(code(fact.target), fact.fault)}${detailed(fact.detail)}`,
  "fault.end": (fact) => `作用于 ${code(fact.target)} 的故障 ${code(fact.fault)} 结束`,
  "fault.hit": (fact) => `故障（${code(fact.fault)}）击中 ${code(fact.target)}${detailed(fact.detail)}`,
  "fault.missed": (fact) => `故障 ${code(fact.fault)} *没有*作用：${fact.reason}`,
};

type Cluster =
  | "etcd.commit"
  | "etcd.compact"
  | "api.request"
  | "api.response"
  | "api.admission"
  | "api.applied"
  | "api.unchanged"
  | "api.waiting"
  | "api.queued"
  | "api.seated"
  | "api.rejected"
  | "api.emptied"
  | "api.unserved"
  | "server.down"
  | "server.up"
  | "cache.apply"
  | "cache.resize"
  | "cache.list"
  | "stream.open"
  | "stream.send"
  | "stream.bookmark"
  | "stream.error"
  | "stream.close"
  | "stream.held"
  | "stream.lost"
  | "link.lost"
  | "link.refused";

const judged = {
  unchanged: "*没有*改动",
  changed: "改动了它",
  denied: "拒绝了它",
  failed: "*没有*应答",
} as const;

/** etcd、API server、流与网络。 */
const cluster: Pick<typeof en, Cluster> = {
  "etcd.commit": (fact) =>
    `etcd ${done[fact.verb]}了 ${fact.kind} ${code(fact.key)}，修订 ${code(fact.revision)}${detailed(fact.verb === "update" ? fact.change : "")}`,
  "etcd.compact": (fact) =>
    fact.compacted === 0
      ? `压缩器记下修订 ${code(fact.revision)} 供下一轮使用，*没有*删除任何历史`
      : `修订 ${code(fact.compacted)} 及以前的历史被压缩掉`,
  "api.request": (fact) =>
    `${code(fact.client)} 的 ${requestName(fact.verb, fact.kind, fact.key, fact.subresource)} 到达 API server`,
  "api.response": (fact) => {
    const name = `${code(fact.client)} 的 ${requestName(fact.verb, fact.kind, fact.key, fact.subresource)}`;
    if (fact.code >= 400)
      return `${name} 被 ${answerName(fact.code, fact.reason)} 拒绝${fact.fault ? "（由故障给出）" : ""}`;
    if (fact.items >= 0) return `${name} 得到应答：修订 ${code(fact.rv)} 的 ${fact.items} 个 ${fact.kind}`;
    return `${name} 得到应答 ${code(fact.code)}${fact.rv === "" ? "" : `，修订 ${code(fact.rv)}`}`;
  },
  "api.admission": (fact) =>
    `webhook ${code(fact.hook)} ${fact.round > 1 ? "再次" : ""}因 ${fact.kind} ${code(fact.key)} 被调用，${judged[fact.verdict]}`,
  "api.applied": (fact) => {
    const took = fact.took === "" ? "" : `；从他人处接管 ${code(fact.took)}`;
    const dropped = fact.dropped === "" ? "" : `；${code(fact.dropped)} 不再有人 apply，因而移除`;
    return `${code(fact.manager)} 对 ${fact.kind} ${code(fact.key)} 执行 apply，现拥有其中 ${fact.owns} 个字段${took}${dropped}`;
  },
  "api.unchanged": (fact) =>
    `对 ${fact.kind} ${code(fact.key)} 的写入没有改变什么，因此*没有*新修订：仍是 ${code(fact.rv)}`,
  "api.waiting": (fact) =>
    `对 ${fact.kind} 的读取在等监听缓存到达修订 ${code(fact.revision)}，最晚等到 ${moment(fact.until)}`,
  "api.queued": (fact) =>
    `${code(fact.client)} 的 ${requestName(fact.verb, fact.kind, fact.key)} 在等 ${code(fact.level)} 的席位（共 ${fact.seats} 个）${fact.ahead === 0 ? "" : `，前面还有 ${fact.ahead} 个`}`,
  "api.seated": (fact) =>
    `${code(fact.client)} 的 ${requestName(fact.verb, fact.kind, fact.key)} 等了 ${span(fact.waited)} 后得到 ${code(fact.level)} 的席位`,
  "api.rejected": (fact) =>
    `${code(fact.client)} 的 ${requestName(fact.verb, fact.kind, fact.key)} *没有*得到 ${code(fact.level)} 的席位：${code(fact.reason)}`,
  "api.emptied": (fact) =>
    `API server 删除了 ${code(fact.kind)} 的 ${fact.found} 个对象，因为这个 kind 的定义要消失${fact.left === 0 ? "" : `；有 ${fact.left} 个还在等 finalizer`}`,
  "api.unserved": (fact) =>
    `API server 不再提供 ${code(fact.kind)}：它的路径返回 404，${fact.watches} 个 watch 将在一秒后结束`,
  "server.down": (fact) => `API server ${code(fact.server)} 停机，断开 ${fact.streams} 个流`,
  "server.up": (fact) => `API server ${code(fact.server)} 启动，监听缓存为空`,
  "cache.apply": (fact) => `监听缓存收下 ${objectAt(fact.key, fact.revision)}，有 ${fact.watchers} 个监听者`,
  "cache.resize": (fact) =>
    `${fact.kind} 的监听缓存从 ${fact.from} ${fact.to > fact.from ? "扩大" : "缩小"}到 ${fact.to} 个事件`,
  "cache.list": (fact) =>
    `${fact.kind} 的监听缓存从 etcd 填充：${code(fact.revision)} 的 ${fact.objects} 个对象，没有历史`,
  "stream.open": (fact) =>
    `服务器为 ${code(fact.client)} 打开 ${fact.kind} 监听，从 ${code(fact.from === "" ? '""' : fact.from)} 起，到 ${moment(fact.deadline)} 为止${fact.initial > 0 ? `，先发送 ${fact.initial} 个对象` : ""}`,
  "stream.send": (fact) => `服务器把 ${code(fact.event)} ${objectAt(fact.key, fact.rv)} 发给 ${code(fact.client)}`,
  "stream.bookmark": (fact) =>
    fact.initialEventsEnd
      ? `服务器告诉 ${code(fact.client)}：截至 ${code(fact.rv)} 的初始对象已全部发送`
      : `服务器给 ${code(fact.client)} 发了 ${fact.kind} 的书签 ${code(fact.rv)}：只有版本，*没有*对象`,
  "stream.error": (fact) =>
    `${code(fact.client)} 的 ${fact.kind} 监听收到 ERROR 事件：${answerName(fact.code, fact.reason)}${detailed(fact.message)}`,
  "stream.close": (fact) => `${code(fact.client)} 的 ${fact.kind} 监听在 ${code(fact.rv)} 之后关闭（${fact.reason}）`,
  "stream.held": (fact) => `${objectAt(fact.key, fact.rv)} *没有*离开服务器：故障扣住了 ${code(fact.client)} 的流`,
  "stream.lost": (fact) => `${objectAt(fact.key, fact.rv)} 已发给 ${code(fact.client)}，但*永远不会*到达：被故障吞掉`,
  "link.lost": (fact) => `${fact.what} 在 ${code(fact.server)} 与 ${code(fact.process)} 之间丢失：连接已切断`,
  "link.refused": (fact) => `${fact.what} *没有*离开 ${code(fact.process)}：到 ${code(fact.server)} 的连接被拒绝`,
};

type Kernel = "machine.transition" | "machine.ignored" | "timer.set" | "timer.cancelled";

/** 状态图与计时器。 */
const kernel: Pick<typeof en, Kernel> = {
  "machine.transition": (fact, place) => {
    const { from, to } = changedRegions(fact.from, fact.to);
    return from === ""
      ? `${code(place.actor)} 的状态图从 ${code(to)} 开始`
      : `${code(place.actor)} 因 ${code(fact.event)} 从 ${code(from)} 转到 ${code(to)}${fact.guard === "" ? "" : `，条件 ${code(fact.guard)}`}`;
  },
  "machine.ignored": (fact, place) =>
    `${code(place.actor)} 忽略 ${code(fact.event)}：在 ${code(fact.state)} 中它*没有*意义`,
  "timer.set": (fact, place) => `${code(place.actor)} 设置 ${span(fact.after)} 的计时器，${moment(fact.due)} 到期`,
  "timer.cancelled": (_, place) => `${code(place.actor)} 的一个计时器被取消，*不会*触发`,
};

/** 每种事件一个小句：不带句号，可单独作标题，也可接在“因为”之后。 */
export const events: typeof en = {
  ...people,
  ...cluster,
  ...informerEvents,
  ...replayEvents,
  ...controllerEvents,
  ...systemEvents,
  ...kernel,
};

/** 小句如何相接。 */
export const clauses: typeof enClauses = {
  unknown: (type) => `发生了 ${code(type)}`,
  sentence: (clause) => clause,
  because: (cause) => `因为${spaced(cause)}`,
  becauseRoot: (cause, root) => `因为${spaced(cause)}；起因是${spaced(root)}`,
  first: "一切由此开始：集群里没有什么导致它",
  full: (clause) => `${clause}。`,
};

/** 汉字与西文之间留一格。 */
function spaced(clause: string): string {
  return /^[\x21-\x7e]/.test(clause) ? ` ${clause}` : clause;
}
