import type { events as en, clauses as enClauses } from "../en/events.ts";
import {
  answerName,
  code,
  type EventPlace,
  listName,
  moment,
  objectAt,
  requestName,
  span,
  watchName,
} from "../event-words.ts";

const done = { create: "创建", update: "更新", delete: "删除" } as const;
const asked = { create: "创建", patch: "修改", delete: "删除" } as const;
const detailed = (text: string) => (text === "" ? "" : `：${text}`);
const store = (place: EventPlace) => (place.kind === "" ? "store" : `${place.kind} 的 store`);
const reflector = (place: EventPlace) => (place.kind === "" ? "reflector" : `${place.kind} 的 reflector`);
const by = { handler: "事件处理函数", loop: "工作协程" } as const;
const ended = {
  ok: "顺利结束",
  error: "失败，将重试",
  terminalError: "失败，*不会*重试",
  panic: "发生 panic",
} as const;

const ignored: Readonly<Record<string, string>> = {
  stopped: "informer 已停止",
  streamAbandoned: "它所在的流早已放弃",
  answerAbandoned: "已没人等待这个应答",
  alreadyStarted: "informer 已在运行",
  notRunning: "informer 还没运行",
  unknownHandler: "没有这个处理函数",
};

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
};

/** 人、脚本与故障。 */
const people: Pick<
  typeof en,
  "user.edit" | "user.choice" | "fault.start" | "fault.end" | "fault.hit" | "fault.missed"
> = {
  "user.edit": (fact, place) =>
    `${place.actor === "user" ? "你" : code(place.actor)}要求${asked[fact.verb]} ${fact.kind} ${code(fact.key)}${detailed(fact.change)}`,
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
  | "api.unchanged"
  | "api.waiting"
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

/** etcd、API server、流与网络。 */
const cluster: Pick<typeof en, Cluster> = {
  "etcd.commit": (fact) =>
    `etcd ${done[fact.verb]}了 ${fact.kind} ${code(fact.key)}，修订 ${code(fact.revision)}${detailed(fact.verb === "update" ? fact.change : "")}`,
  "etcd.compact": (fact) =>
    fact.compacted === 0
      ? `压缩器记下修订 ${code(fact.revision)} 供下一轮使用，*没有*删除任何历史`
      : `修订 ${code(fact.compacted)} 及以前的历史被压缩掉`,
  "api.request": (fact) => `${code(fact.client)} 的 ${requestName(fact.verb, fact.kind, fact.key)} 到达 API server`,
  "api.response": (fact) => {
    const name = `${code(fact.client)} 的 ${requestName(fact.verb, fact.kind, fact.key)}`;
    if (fact.code >= 400)
      return `${name} 被 ${answerName(fact.code, fact.reason)} 拒绝${fact.fault ? "（由故障给出）" : ""}`;
    if (fact.items >= 0) return `${name} 得到应答：修订 ${code(fact.rv)} 的 ${fact.items} 个 ${fact.kind}`;
    return `${name} 得到应答 ${code(fact.code)}${fact.rv === "" ? "" : `，修订 ${code(fact.rv)}`}`;
  },
  "api.unchanged": (fact) =>
    `对 ${fact.kind} ${code(fact.key)} 的写入没有改变什么，因此*没有*新修订：仍是 ${code(fact.rv)}`,
  "api.waiting": (fact) =>
    `对 ${fact.kind} 的读取在等监听缓存到达修订 ${code(fact.revision)}，最晚等到 ${moment(fact.until)}`,
  "server.down": (fact) => `API server ${code(fact.server)} 停机，断开 ${fact.streams} 个流`,
  "server.up": (fact) => `API server ${code(fact.server)} 启动，监听缓存为空`,
  "cache.apply": (fact) => `监听缓存收下 ${objectAt(fact.key, fact.revision)}，有 ${fact.watchers} 个监听者`,
  "cache.resize": (fact) =>
    `${fact.kind} 的监听缓存从 ${fact.from} ${fact.to > fact.from ? "扩大" : "缩小"}到 ${fact.to} 个事件`,
  "cache.list": (fact) =>
    `${fact.kind} 的监听缓存从 etcd 填充：${code(fact.revision)} 的 ${fact.objects} 个对象，没有历史`,
  "stream.open": (fact) =>
    `服务器为 ${code(fact.client)} 打开 ${fact.kind} 监听，从 ${code(fact.from === "" ? '""' : fact.from)} 起${fact.initial > 0 ? `，先发送 ${fact.initial} 个对象` : ""}`,
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

type Informer =
  | "list.request"
  | "list.response"
  | "list.failed"
  | "watch.request"
  | "watch.response"
  | "watch.refused"
  | "watch.event"
  | "watch.eventDropped"
  | "watch.closed"
  | "watch.stop"
  | "transform.call"
  | "reflector.rv"
  | "reflector.rvUnavailable"
  | "listAndWatch.return"
  | "errorHandler.call"
  | "backoff"
  | "fifo.enqueue"
  | "fifo.pop"
  | "fifo.synced"
  | "store.write"
  | "distribute"
  | "process.done"
  | "resync.tick"
  | "handler.added"
  | "replay"
  | "handler.removed"
  | "handler.shutdown"
  | "handler.call"
  | "handler.return"
  | "synced"
  | "run.return"
  | "informer.ignored"
  | "delta.ignored"
  | "notification.missed"
  | "notifications.dropped"
  | "fifo.abandoned";

const verbs: Readonly<Record<string, string>> = { add: "新增", update: "更新", delete: "删除" };

/** informer：reflector、FIFO、store、处理函数。 */
const informer: Pick<typeof en, Informer> = {
  "list.request": (fact, place) =>
    `${reflector(place)} 发出 ${listName(fact.resourceVersion)}${fact.continue === "" ? "" : "，取下一页"}${fact.limit > 0 ? `，limit ${fact.limit}` : ""}`,
  "list.response": (fact, place) =>
    `列表得到应答：修订 ${code(fact.rv)} 的 ${fact.objects.length} 个 ${place.kind || "对象"}${fact.continue === "" ? "" : "，还有后续"}`,
  "list.failed": (fact, place) => `${reflector(place)} 的列表被 ${answerName(fact.code, fact.reason)} 拒绝`,
  "watch.request": (fact, place) =>
    `${reflector(place)} 发出 ${watchName(fact.resourceVersion)}${fact.sendInitialEvents ? "，并要求先发全部对象" : ""}`,
  "watch.response": (_, place) => `${reflector(place)} 的监听已打开`,
  "watch.refused": (fact, place) => `${reflector(place)} 的监听被 ${answerName(fact.code, fact.reason)} 拒绝`,
  "watch.event": (fact, place) => {
    if (fact.event === "ERROR") return `${reflector(place)} 收到 ERROR 事件：${answerName(fact.code, fact.reason)}`;
    if (fact.event === "BOOKMARK") return `${reflector(place)} 收到书签 ${code(fact.rv)}`;
    return `${reflector(place)} 收到 ${code(fact.event)} ${objectAt(fact.key, fact.rv)}`;
  },
  "watch.eventDropped": (fact, place) =>
    `${reflector(place)} 丢弃了一个监听事件（${fact.reason}），因此*没有* delta${fact.rvAdvanced ? "，但版本前进了" : ""}`,
  "watch.closed": (_, place) => `${reflector(place)} 的流结束`,
  "watch.stop": (_, place) => `${reflector(place)} 停止了监听`,
  "transform.call": (fact) => `transform 函数${fact.ok ? "处理了" : "未能处理"} ${objectAt(fact.key, fact.rv)}`,
  "reflector.rv": (fact, place) => `${reflector(place)} 到达 ${code(fact.rv)}：\`lastSyncResourceVersion\` 前进`,
  "reflector.rvUnavailable": (fact, place) =>
    fact.value
      ? `${reflector(place)} 记下：它的版本已无法取得，下次请求 \`""\``
      : `${reflector(place)} 不再认为它的版本无法取得`,
  "listAndWatch.return": (fact, place) =>
    fact.stage === ""
      ? `${reflector(place)} 的 ListAndWatch 无错误返回，但仍要先等待`
      : `${reflector(place)} 的 ListAndWatch 在 ${fact.stage} 处返回错误：${answerName(fact.code, fact.reason)}`,
  "errorHandler.call": (fact, place) =>
    `${reflector(place)} 的监听错误处理函数得知 ${answerName(fact.code, fact.reason)}`,
  backoff: (fact, place) => `${reflector(place)} 等待 ${span(fact.delay)}（基数 ${span(fact.base)} 加抖动）`,
  "fifo.enqueue": (fact) => {
    if (fact.key === "")
      return `${code(fact.delta)} 进入 FIFO${fact.count > 0 ? `，含 ${fact.count} 个对象` : ""}，修订 ${code(fact.rv)}`;
    return `${code(fact.delta)} ${objectAt(fact.key, fact.rv)} ${fact.tombstone ? "作为墓碑" : ""}进入 FIFO`;
  },
  "fifo.pop": (fact) =>
    `处理循环取出${fact.batch ? `一批 ${fact.deltas.length} 个 delta` : ` ${code(fact.deltas[0] ?? "nothing")}`}${fact.initial ? "（属于初始列表）" : ""}`,
  "fifo.synced": (_, place) => `${store(place)} 的首次填充已全部取出`,
  "store.write": (fact, place) =>
    `${store(place)} 执行 ${code(fact.operation)}${fact.rv === "" ? "" : `（${code(fact.rv)}）`}，现有 ${fact.size} 个对象`,
  distribute: (fact) =>
    `${verbs[fact.kind] ?? fact.kind} ${objectAt(fact.key, fact.rv)}${fact.tombstone ? "（墓碑）" : ""}分发给${fact.to.length === 0 ? "*零*个处理函数" : ` ${fact.to.length} 个处理函数`}${fact.sync ? "，作为 sync" : ""}`,
  "process.done": () => "处理循环完成了这次取出",
  "resync.tick": (fact) =>
    fact.resync
      ? `resync 计时器使 ${fact.due.length} 个处理函数需要重放 store`
      : "resync 计时器触发，但*没有*处理函数到期",
  "handler.added": (fact) => `处理函数 ${code(fact.handler)} ${fact.ok ? "已添加" : "*没有*添加：informer 已停止"}`,
  replay: (fact) => `${objectAt(fact.key, fact.rv)} 从 store 重放给后来的处理函数 ${code(fact.handler)}`,
  "handler.removed": (fact) => `处理函数 ${code(fact.handler)} ${fact.ok ? "已移除" : "*没有*移除：没有这个处理函数"}`,
  "handler.shutdown": (fact) => `处理函数 ${code(fact.handler)} ${fact.ok ? "已关闭" : "仍在忙，*没有*及时关闭"}`,
  "handler.call": (fact) =>
    `处理函数 ${code(fact.handler)} 被调用：\`${fact.method}(${fact.tombstone ? "tombstone " : ""}${fact.key}@${fact.oldRv === "" ? "" : `${fact.oldRv}→`}${fact.rv})\``,
  "handler.return": (fact) => `处理函数 ${code(fact.handler)} 返回`,
  synced: (fact) => `${code(fact.who)} 报告 HasSynced`,
  "run.return": (fact, place) => `${place.kind} informer 的 Run 返回${fact.isStopped ? "" : "，尽管没有被停止"}`,
  "informer.ignored": (fact) => `${code(fact.what)} *没有*效果：${ignored[fact.reason] ?? fact.reason}`,
  "delta.ignored": (fact) =>
    `*没有*为 ${code(fact.key)} 入队 Deleted：${fact.reason === "unknownObject" ? "store 与队列都不认识它" : "它的删除已在队列中"}`,
  "notification.missed": (fact) =>
    `处理函数 ${code(fact.handler)} *没有*得知 ${objectAt(fact.key, fact.rv)}：${fact.reason === "filtered" ? "被它的过滤器挡下" : "没有变化，也不到 resync 的时候"}`,
  "notifications.dropped": (fact) =>
    `处理函数 ${code(fact.handler)} 的 ${fact.count} 个通知被丢弃：它已${fact.reason === "removed" ? "移除" : "停止"}`,
  "fifo.abandoned": (fact) => `${fact.count} 个 delta *永远*留在 FIFO 中：不再有人取出`,
};

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
  | "reconcile.end"
  | "handler.ignored"
  | "client.request"
  | "client.response"
  | "process.start"
  | "process.workersStart"
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
  "reconcile.end": (fact) =>
    `${code(fact.key)} 的 reconcile #${fact.reconcile} ${ended[fact.outcome]}，用时 ${span(fact.took)}${detailed(fact.message)}`,
  "handler.ignored": (fact) => `关于 ${fact.kind} ${code(fact.key)} 的事件*没有*唤醒任何人：${fact.reason}`,
  "client.request": (fact) => `client 发出 ${requestName(fact.verb, fact.kind, fact.key)}`,
  "client.response": (fact) =>
    `client 的 ${requestName(fact.verb, fact.kind, fact.key)} 得到 ${answerName(fact.code, fact.reason)}，用时 ${span(fact.took)}`,
  "process.start": (fact) => `进程 ${code(fact.process)} 启动`,
  "process.workersStart": (fact) => `${code(fact.process)} 的 ${fact.workers} 个 worker 开始取 key：所有缓存已同步`,
  "process.stop": (fact) => `进程 ${code(fact.process)} 被要求停止`,
  "process.workerExit": (fact) => `${code(fact.process)} 的 worker ${fact.worker} 结束`,
  "process.stopped": (fact) => `进程 ${code(fact.process)} 已停止`,
  "process.crash": (fact) =>
    `进程 ${code(fact.process)} 崩溃${fact.runs > 0 ? `，有 ${fact.runs} 个 reconcile 正在进行` : ""}`,
  "invariant.broken": (fact) => `不变式 ${code(fact.invariant)} 被打破：${fact.message}`,
};

type Kernel = "machine.transition" | "machine.ignored" | "timer.set" | "timer.cancelled";

/** 状态图与计时器。 */
const kernel: Pick<typeof en, Kernel> = {
  "machine.transition": (fact, place) =>
    fact.from === ""
      ? `${code(place.actor)} 的状态图从 ${code(fact.to)} 开始`
      : `${code(place.actor)} 因 ${code(fact.event)} 从 ${code(fact.from)} 转到 ${code(fact.to)}${fact.guard === "" ? "" : `，条件 ${code(fact.guard)}`}`,
  "machine.ignored": (fact, place) =>
    `${code(place.actor)} 忽略 ${code(fact.event)}：在 ${code(fact.state)} 中它*没有*意义`,
  "timer.set": (fact, place) => `${code(place.actor)} 设置 ${span(fact.after)} 的计时器，${moment(fact.due)} 到期`,
  "timer.cancelled": (_, place) => `${code(place.actor)} 的一个计时器被取消，*不会*触发`,
};

/** 每种事件一个小句：不带句号，可单独作标题，也可接在“因为”之后。 */
export const events: typeof en = { ...people, ...cluster, ...informer, ...queue, ...controller, ...kernel };

/** 小句如何相接。 */
export const clauses: typeof enClauses = {
  unknown: (type) => `发生了 ${code(type)}`,
  sentence: (clause) => clause,
  because: (cause) => `因为${spaced(cause)}`,
  becauseRoot: (cause, root) => `因为${spaced(cause)}；起因是${spaced(root)}`,
  first: "没有原因：运行由此开始",
  full: (clause) => `${clause}。`,
};

/** 汉字与西文之间留一格。 */
function spaced(clause: string): string {
  return /^[\x21-\x7e]/.test(clause) ? ` ${clause}` : clause;
}
