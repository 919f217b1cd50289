import type { controllerEvents as en } from "../en/controller-events.ts";
import { answerName, code, moment, requestName, span } from "../event-words.ts";

const detailed = (text: string) => (text === "" ? "" : `：${text}`);
const by = { handler: "事件处理函数", loop: "工作协程" } as const;
const ended = {
  ok: "顺利结束",
  error: "失败，将重试",
  terminalError: "失败，*不会*重试",
  panic: "发生 panic",
} as const;

type Queue = Extract<keyof typeof en, `queue.${string}`>;

/** 工作队列。 */
const queue: Pick<typeof en, Queue> = {
  "queue.add": (fact) =>
    `${by[fact.by]}把 ${code(fact.key)} 加入队列${fact.priority === 0 ? "" : `，优先级 ${code(fact.priority)}`}`,
  "queue.addAfter": (fact) => `${by[fact.by]}要求 ${code(fact.key)} 在 ${span(fact.after)} 后再来`,
  "queue.addRateLimited": (fact) => `${by[fact.by]}问限流器 ${code(fact.key)} 何时可以再来`,
  "queue.forget": (fact) => `循环让限流器忘掉 ${code(fact.key)}`,
  "queue.done": (fact) => `${code(fact.key)} 处理完毕，用时 ${span(fact.took)}`,
  "queue.get": (fact) =>
    `worker ${fact.worker} 取走 ${code(fact.key)}${fact.latency > 0 ? `，它已就绪 ${span(fact.latency)}` : ""}`,
  "queue.enqueued": (fact) => `${code(fact.key)} 在队列中就绪`,
  "queue.coalesced": (fact) => `${code(fact.key)} 已在队列中，因此*没有*再加：一次运行覆盖两者`,
  "queue.markedDirty": (fact) =>
    fact.again
      ? `${code(fact.key)} 正在处理且已是脏的，因此*没有*变化`
      : `${code(fact.key)} 正在处理，因此*没有*入队：标记为脏，之后再运行`,
  "queue.addIgnored": (fact) => `${code(fact.key)} *没有*加入：队列正在关闭`,
  "queue.delayStarted": (fact) => `${code(fact.key)} 等到 ${moment(fact.readyAt)}`,
  "queue.delayMovedEarlier": (fact) => `${code(fact.key)} 的等待提前：${moment(fact.readyAt)} 就绪`,
  "queue.laterDelayDropped": (fact) => `${code(fact.key)} 更长的等待被丢弃：它反正在 ${moment(fact.readyAt)} 到来`,
  "queue.delaySwallowed": (fact) => `为 ${code(fact.key)} 要求的等待*丢失*：它已就绪，之后不会再来`,
  "queue.delayAbsorbed": (fact) => `等待中的 ${code(fact.key)} 立即就绪，原来的等待作废`,
  "queue.delayStillPending": (fact) =>
    `${code(fact.key)} 现在就绪，并将在 ${moment(fact.readyAt)} *再次*到来：事件不会取消等待`,
  "queue.delayElapsed": (fact) => `${code(fact.key)} 的等待结束`,
  "queue.priorityRaised": (fact) => `${code(fact.key)} 的优先级从 ${code(fact.from)} 升到 ${code(fact.to)}`,
  "queue.lowerPriorityDropped": (fact) => `${code(fact.key)} 的较低优先级被丢弃：仍是 ${code(fact.kept)}`,
  "queue.limited": (fact) => `限流器让 ${code(fact.key)} 等待 ${span(fact.delay)}：连续第 ${fact.failures} 次失败`,
  "queue.forgotten": (fact) =>
    fact.failures === 0
      ? `限流器对 ${code(fact.key)} *没有*可忘的`
      : `限流器忘掉 ${code(fact.key)} 的 ${fact.failures} 次失败`,
  "queue.shutDown": (fact) =>
    `队列关闭${fact.drain ? "并排空" : ""}：${fact.readyLost + fact.waitingLost === 0 ? "没有丢失" : `${fact.readyLost} 个就绪与 ${fact.waitingLost} 个等待的 key *不会*再分发`}`,
};

type Controller =
  | "reconcile.start"
  | "reconcile.phase"
  | "reconcile.read"
  | "reconcile.note"
  | "reconcile.remember"
  | "reconcile.resultIgnored"
  | "reconcile.end"
  | "handler.ignored"
  | "client.request"
  | "client.response"
  | "client.retry"
  | "client.throttled"
  | "process.start"
  | "process.workersStart"
  | "process.syncTimedOut"
  | "process.stopTimedOut"
  | "lease.held"
  | "lease.written"
  | "lease.lost"
  | "leader.started"
  | "leader.stopped"
  | "process.stop"
  | "process.workerExit"
  | "process.stopped"
  | "process.crash"
  | "invariant.broken";

/** reconcile、client 与进程。 */
const controller: Pick<typeof en, Controller> = {
  "reconcile.start": (fact) =>
    `${code(fact.key)} 的 reconcile #${fact.reconcile} 在 worker ${fact.worker} 上开始${fact.failures > 0 ? `，此前失败 ${fact.failures} 次` : ""}`,
  "reconcile.phase": (fact) => `${code(fact.key)} 的 reconcile #${fact.reconcile} 进入 ${code(fact.phase)}`,
  "reconcile.read": (fact) =>
    `reconcile #${fact.reconcile} 从停在 ${code(fact.rv)} 的 store 读到 ${fact.count} 个 ${fact.kind}${fact.behind > 0 ? `，*落后 ${fact.behind} 个修订*` : ""}`,
  "reconcile.note": (fact) => `reconcile #${fact.reconcile}：${fact.text}`,
  "reconcile.remember": (fact) => `控制器为 ${code(fact.key)} 记下：${fact.why}`,
  "reconcile.resultIgnored": (fact) =>
    `${code(fact.key)} 返回的 result *不*算数：有 error 时，RequeueAfter 与 Requeue 被忽略`,
  "reconcile.end": (fact) =>
    `${code(fact.key)} 的 reconcile #${fact.reconcile} ${ended[fact.outcome]}，用时 ${span(fact.took)}${detailed(fact.message)}`,
  "handler.ignored": (fact) => `关于 ${fact.kind} ${code(fact.key)} 的事件*没有*唤醒任何人：${fact.reason}`,
  "client.request": (fact) => `client 发出 ${requestName(fact.verb, fact.kind, fact.key, fact.subresource)}`,
  "client.response": (fact) =>
    `client 的 ${requestName(fact.verb, fact.kind, fact.key, fact.subresource)} 得到 ${answerName(fact.code, fact.reason)}，用时 ${span(fact.took)}`,
  "client.retry": (fact) =>
    `client 的 ${requestName(fact.verb, fact.kind, fact.key)} 得到 ${answerName(fact.code, fact.reason)}，*没有*告诉任何人，${span(fact.after)}后进行第 ${fact.attempt} 次尝试`,
  "client.throttled": (fact) =>
    `client 侧限流器*没有*令牌给 ${requestName(fact.verb, fact.kind, fact.key)}：它在 client 里等待 ${span(fact.delay)}`,
  "process.start": (fact) => `进程 ${code(fact.process)} 启动`,
  "process.workersStart": (fact) => `${code(fact.process)} 的 ${fact.workers} 个 worker 开始取 key：所有缓存已同步`,
  "process.syncTimedOut": (fact) =>
    `${code(fact.process)} 等待 ${fact.kind} 的缓存同步*超时*：${span(fact.waited)}已过，进程以此 error 退出`,
  "process.stopTimedOut": (fact) =>
    `${code(fact.process)} *没能*在${span(fact.waited)}的宽限期内结束${fact.runs === 0 ? "" : `，还有 ${fact.runs} 个 reconcile 在运行`}：不再等待，进程以此 error 退出`,
  "lease.held": (fact) =>
    `${code(fact.process)} *什么也没写*：lease ${code(fact.lease)} 由 ${code(fact.holder)} 持有，按自己的时钟至少到 ${moment(fact.validUntil)}`,
  "lease.written": (fact) =>
    `${code(fact.process)} ${fact.purpose === "acquire" ? "取得" : "续约"}了 lease ${code(fact.lease)}`,
  "lease.lost": (fact) => `${code(fact.process)} 有 10 秒*未能*续约 lease ${code(fact.lease)}，于是放弃`,
  "leader.started": (fact) => `${code(fact.process)} 成为 leader：它的控制器启动`,
  "leader.stopped": (fact) => `${code(fact.process)} *不再*参加选举`,
  "process.stop": (fact) => `进程 ${code(fact.process)} 被要求停止`,
  "process.workerExit": (fact) => `${code(fact.process)} 的 worker ${fact.worker} 结束`,
  "process.stopped": (fact) => `进程 ${code(fact.process)} 已停止`,
  "process.crash": (fact) =>
    `进程 ${code(fact.process)} 崩溃${fact.runs > 0 ? `，有 ${fact.runs} 个 reconcile 正在进行` : ""}`,
  "invariant.broken": (fact) => `不变式 ${code(fact.invariant)} 被打破：${fact.message}`,
};

/** 工作队列、reconcile、client 与进程。 */
export const controllerEvents: typeof en = { ...queue, ...controller };
