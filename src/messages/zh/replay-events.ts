import type { replayEvents as en } from "../en/replay-events.ts";
import { code, span } from "../event-words.ts";

const about = (text: string) => (text === "" ? "" : ` ${code(text)}`);

/** 只有录制回放才讲述的：脚本本身，以及录制逐一展示的调用。 */
export const replayEvents: typeof en = {
  "script.step": (fact) =>
    fact.doing === "advance" ? "脚本让时间流逝" : `脚本执行 ${code(fact.doing)}${about(fact.about)}`,
  "script.read": (fact) => `读取公开的状态：${code(fact.reading)}`,
  "script.answered": (fact) => `${code(fact.what)} 返回 ${code(fact.answer)}`,
  "http.request": (fact) =>
    `服务器收到第 ${fact.n} 个 ${fact.kind.toUpperCase()} 请求：${code(`${fact.method} ${fact.path}`)}`,
  "http.done": (fact) => `服务器结束第 ${fact.n} 个 ${fact.kind.toUpperCase()} 请求：${code(fact.how)}`,
  "queue.doneCalled": (fact) => `工作协程对 ${code(fact.key)} 调用 Done`,
  "queue.getBlocked": (fact) => `worker ${fact.worker} 在 Get 中等待：*没有*就绪的 key`,
  "queue.getRefused": (fact) => `worker ${fact.worker} *没有*取到 key：队列已关闭`,
  "queue.drainBlocked": (fact) => `${code(fact.caller)} 的 ShutDownWithDrain 等待处理中的 key`,
  "queue.drainReturned": (fact) => `${code(fact.caller)} 的 ShutDownWithDrain 返回`,
  "queue.panicked": (fact) => `${code(fact.operation)} 发生 panic`,
  "queue.measured": (fact) => `未完成工作的指标被更新：共 ${span(fact.total)}，最长 ${span(fact.longest)}`,
  "limiter.tokens": (fact) => `令牌桶中有 ${code(fact.tokens)} 个令牌`,
  "reconcile.contextEnded": (fact) =>
    `${code(fact.key)} 这次运行的 context 结束：${code(fact.reason)}；没有谁会停止 reconciler`,
  "reconcile.logged": (fact) => `循环为 ${code(fact.key)} 记录日志 ${code(fact.what)}`,
  "reconcile.decided": (fact) =>
    `循环对 ${code(fact.key)} 采用决策表的第 ${code(fact.row)} 行，计为 ${code(fact.label)}`,
  "lease.called": (fact, place) =>
    `${code(place.actor)} 对 lease 的 ${code(fact.verb.toUpperCase())} 得到 ${code(fact.outcome)}`,
  "lease.stored": (fact) =>
    `${code(fact.by)} 的写入存为版本 ${code(fact.version)}：${fact.holder === "" ? "*没有*谁持有 lease" : `${code(fact.holder)} 持有 lease`}`,
  "leader.event": (fact, place) => `${code(place.actor)} 记录事件 ${code(fact.message)}`,
  "leader.contextEnded": (_, place) => `${code(place.actor)} 领导期间的 context 被取消`,
  "leader.observed": (fact, place) => `${code(place.actor)} 首次看到领导者 ${code(fact.leader)}`,
  "leader.returned": (_, place) => `${code(place.actor)} 的选举器返回`,
  "retry.attemptStarted": (fact) => `函数的第 ${fact.attempt} 次尝试开始`,
  "retry.attemptEnded": (fact) => `函数的第 ${fact.attempt} 次尝试以 ${code(fact.result)} 结束`,
  "retry.returned": (fact) =>
    `RetryOnConflict 在 ${fact.attempts} 次尝试后返回，${fact.error === "none" ? "没有错误" : `错误为 ${code(fact.error)}`}`,
};
