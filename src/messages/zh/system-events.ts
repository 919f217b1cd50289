import type { systemEvents as en } from "../en/system-events.ts";
import { code, span } from "../event-words.ts";

function amount(value: number, unit: "span" | "count" | "perSecond" | "times"): string {
  if (unit === "span") return span(value);
  if (unit === "perSecond") return `每秒 ${value} 次`;
  return unit === "times" ? `${value} 倍` : String(value);
}

/** 控制器之外的系统做了什么。 */
export const systemEvents: typeof en = {
  "system.started": (fact, place) => `${code(place.actor)} ${fact.run > 1 ? `第 ${fact.run} 次启动` : "启动"}`,
  "system.crashed": (_, place) => `${code(place.actor)} 崩溃，内存里的一切随之消失`,
  "system.arrived": (fact) => `${code(fact.key)} 的 ${code(fact.what)} 到达`,
  "system.queued": (fact) => `${code(fact.key)} 在 ${code(fact.where)} 排队，前面有 ${fact.ahead} 个`,
  "system.began": (fact) =>
    `${code(fact.where)} 开始处理 ${code(fact.key)}${fact.waited > 0 ? `，它已等待 ${span(fact.waited)}` : ""}`,
  "system.finished": (fact) =>
    `${code(fact.where)} 处理完 ${code(fact.key)}：等待 ${span(fact.waited)}，处理 ${span(fact.took)}`,
  "system.sent": (fact) => `${code(fact.key)} 的 ${code(fact.what)} 发往 ${code(fact.to)}`,
  "system.held": (fact) => `${code(fact.key)} 的 ${code(fact.what)} 被暂存：目前 ${fact.count} 个`,
  "system.released": (fact) => `暂存的 ${fact.count} 个 ${code(fact.what)} 继续交给 ${code(fact.key)}`,
  "system.lost": (fact) =>
    `${code(fact.key)} 的 ${code(fact.what)} *丢失*（${code(fact.reason)}）：目前 ${fact.count} 个`,
  "system.saved": (fact) => `${code(fact.key)} 的 ${code(fact.what)} 存入 ${code(fact.where)}，用时 ${span(fact.took)}`,
  "system.recovered": (fact) => `${code(fact.key)} 从 ${code(fact.where)} 里的 ${code(fact.what)} 继续`,
  "system.repeated": (fact) => `${code(fact.key)} 的 ${code(fact.what)} *又*做了一次：目前共 ${fact.times} 次`,
  "system.conflict": (fact) =>
    `${code(fact.key)} 的修改基于版本 ${code(fact.based)}，而存储中是 ${code(fact.stored)}：*没有*接受`,
  "system.signed": (fact) => `以 ${code(fact.id)} 为 id，为 ${code(fact.key)} 生成了第 ${fact.signature} 个签名`,
  "system.reused": (fact) =>
    `${code(fact.key)} 已在 ${code(fact.id)} 下签过：再次给出签名 ${fact.signature}，*没有*重新签名`,
  "system.moved": (fact) => `${code(fact.key)} 从 ${code(fact.from)} 迁到 ${code(fact.to)}`,
  "system.alert": (fact) => `告警 ${code(fact.what)}：${fact.count}`,
  "system.alertEnded": (fact) => `告警 ${code(fact.what)} 持续 ${span(fact.lasted)} 后解除`,
  "system.looked": (fact, place) =>
    `${code(place.actor)} 花 ${span(fact.took)} 查看 ${code(fact.what)}，${fact.found === "" ? "*没有*发现" : `发现 ${code(fact.found)}`}`,
  "system.measured": (fact) => `测得：${code(fact.what)} 为 ${amount(fact.value, fact.unit)}`,
};
