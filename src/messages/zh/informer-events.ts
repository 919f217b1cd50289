import type { informerEvents as en } from "../en/informer-events.ts";
import {
  answerName,
  code,
  type EventPlace,
  listName,
  objectAt,
  span,
  watchEventName,
  watchName,
} from "../event-words.ts";

const store = (place: EventPlace) => (place.kind === "" ? "store" : `${place.kind} 的 store`);
const reflector = (place: EventPlace) => (place.kind === "" ? "reflector" : `${place.kind} 的 reflector`);

const ignored: Readonly<Record<string, string>> = {
  stopped: "informer 已停止",
  streamAbandoned: "它所在的流早已放弃",
  answerAbandoned: "已没人等待这个应答",
  alreadyStarted: "informer 已在运行",
  notRunning: "informer 还没运行",
};

const verbs: Readonly<Record<string, string>> = { add: "新增", update: "更新", delete: "删除" };

/** informer：reflector、FIFO、store、处理函数。 */
export const informerEvents: typeof en = {
  "list.request": (fact, place) =>
    `${reflector(place)} 发出 ${listName(fact.resourceVersion)}${fact.continue === "" ? "" : "，取下一页"}${fact.limit > 0 ? `，limit ${fact.limit}` : ""}`,
  "list.response": (fact, place) =>
    `列表得到应答：修订 ${code(fact.rv)} 的 ${fact.objects.length} 个 ${place.kind || "对象"}${fact.continue === "" ? "" : "，还有后续"}`,
  "list.failed": (fact, place) => `${reflector(place)} 的列表被 ${answerName(fact.code, fact.reason)} 拒绝`,
  "watch.request": (fact, place) =>
    `${reflector(place)} 发出 ${watchName(fact.resourceVersion)}，时限 ${fact.timeoutSeconds} s${fact.sendInitialEvents ? "，并要求先发全部对象" : ""}`,
  "watch.response": (_, place) => `${reflector(place)} 的监听已打开`,
  "watch.refused": (fact, place) => `${reflector(place)} 的监听被 ${answerName(fact.code, fact.reason)} 拒绝`,
  "watch.decoded": (fact, place) => `${watchEventName(fact)} 从流中解码出来，交给 ${reflector(place)}`,
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
    `处理循环取出${fact.batch ? `一批 ${fact.deltas.length} 个 delta` : ` ${code(fact.deltas[0] ?? "nothing")}${fact.deltas.length > 1 ? ` 以及同一 key 的另外 ${fact.deltas.length - 1} 个 delta` : ""}`}${fact.initial ? "（属于初始列表）" : ""}`,
  "fifo.synced": (_, place) => `${store(place)} 的首次填充已全部取出`,
  "store.write": (fact, place) =>
    `${store(place)} 执行 ${code(fact.operation)}${fact.rv === "" ? "" : `（${code(fact.rv)}）`}，现有 ${fact.size} 个对象`,
  distribute: (fact) =>
    `${verbs[fact.kind] ?? fact.kind} ${objectAt(fact.key, fact.rv)}${fact.tombstone ? "（墓碑）" : " "}分发给${fact.to.length === 0 ? "*零*个处理函数" : ` ${fact.to.length} 个处理函数`}${fact.sync ? "，作为 sync" : ""}`,
  "process.done": () => "处理循环完成了这次取出",
  "resync.tick": (fact) =>
    fact.resync
      ? `resync 计时器使 ${fact.due.length} 个处理函数需要重放 store`
      : "resync 计时器触发，但*没有*处理函数到期",
  "handler.added": (fact) => `处理函数 ${code(fact.handler)} ${fact.ok ? "已添加" : "*没有*添加：informer 已停止"}`,
  replay: (fact) => `${objectAt(fact.key, fact.rv)} 从 store 重放给后来的处理函数 ${code(fact.handler)}`,
  "handler.removed": (fact) => `处理函数 ${code(fact.handler)} ${fact.ok ? "已移除" : "*没有*移除：没有这个处理函数"}`,
  "handler.shutdown": (fact) => `处理函数 ${code(fact.handler)} ${fact.ok ? "已关闭" : "*没有*关闭：没有这个处理函数"}`,
  "handler.call": (fact) =>
    `处理函数 ${code(fact.handler)} 被调用：\`${fact.method}(${fact.tombstone ? "tombstone " : ""}${fact.key}@${fact.oldRv === "" ? "" : `${fact.oldRv}→`}${fact.rv})\``,
  "handler.return": (fact) => `处理函数 ${code(fact.handler)} 返回`,
  "pop.kept": (fact) =>
    `处理函数 ${code(fact.handler)} 正在调用中，它的 pump 留下 ${objectAt(fact.key, fact.rv)}：有 ${fact.pending} 个在等`,
  "pop.handedOver": (fact) =>
    `处理函数 ${code(fact.handler)} 的 pump 把 ${objectAt(fact.key, fact.rv)} 交给 runner：${fact.pending === 0 ? "没有在等的了" : `还有 ${fact.pending} 个在等`}`,
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
