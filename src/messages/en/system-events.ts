import { code, type EventPlace, many, span } from "../event-words.ts";

/** A number with the unit that it was measured in. */
function amount(value: number, unit: "span" | "count" | "perSecond" | "times"): string {
  if (unit === "span") return span(value);
  if (unit === "perSecond") return `${value} a second`;
  return unit === "times" ? `${value}×` : String(value);
}

/** What systems beside the controllers do; names are the system's own. */
export const systemEvents = {
  "system.started": (fact: { kind: string; run: number }, place: EventPlace) =>
    `${code(place.actor)} started${fact.run > 1 ? ` again: run ${fact.run}` : ""}`,
  "system.crashed": (_: object, place: EventPlace) => `${code(place.actor)} crashed, with everything in its memory`,
  "system.arrived": (fact: { key: string; what: string }) => `${code(fact.what)} arrived for ${code(fact.key)}`,
  "system.queued": (fact: { key: string; where: string; ahead: number }) =>
    `${code(fact.key)} waits at ${code(fact.where)} behind ${fact.ahead}`,
  "system.began": (fact: { key: string; where: string; waited: number }) =>
    `${code(fact.where)} began with ${code(fact.key)}${fact.waited > 0 ? `, which had waited ${span(fact.waited)}` : ""}`,
  "system.finished": (fact: { key: string; where: string; waited: number; took: number }) =>
    `${code(fact.where)} finished ${code(fact.key)}: ${span(fact.waited)} of waiting, ${span(fact.took)} of work`,
  "system.sent": (fact: { key: string; what: string; to: string }) =>
    `${code(fact.what)} of ${code(fact.key)} went to ${code(fact.to)}`,
  "system.held": (fact: { key: string; what: string; count: number }) =>
    `${code(fact.what)} of ${code(fact.key)} was kept back: ${fact.count} by now`,
  "system.released": (fact: { key: string; what: string; count: number }) =>
    `${many(fact.count, "kept piece")} of ${code(fact.what)} went on to ${code(fact.key)}`,
  "system.lost": (fact: { key: string; what: string; count: number; reason: string }) =>
    `${code(fact.what)} of ${code(fact.key)} was *lost* (${code(fact.reason)}): ${fact.count} by now`,
  "system.saved": (fact: { key: string; what: string; where: string; took: number }) =>
    `${code(fact.what)} of ${code(fact.key)} was saved in ${code(fact.where)}, which took ${span(fact.took)}`,
  "system.recovered": (fact: { key: string; what: string; where: string }) =>
    `${code(fact.key)} goes on from ${code(fact.what)}, found in ${code(fact.where)}`,
  "system.repeated": (fact: { key: string; what: string; times: number }) =>
    `${code(fact.what)} of ${code(fact.key)} was done *again*: ${fact.times} times by now`,
  "system.conflict": (fact: { key: string; based: string; stored: string }) =>
    `the change of ${code(fact.key)} is based on version ${code(fact.based)}, but ${code(fact.stored)} is stored: it was *not* taken`,
  "system.signed": (fact: { key: string; id: string; signature: number }) =>
    `signature ${fact.signature} was made for ${code(fact.key)}, under the id ${code(fact.id)}`,
  "system.reused": (fact: { key: string; id: string; signature: number }) =>
    `${code(fact.key)} was signed before under ${code(fact.id)}: signature ${fact.signature} was given again, *nothing* was signed`,
  "system.moved": (fact: { key: string; from: string; to: string }) =>
    `${code(fact.key)} moved from ${code(fact.from)} to ${code(fact.to)}`,
  "system.alert": (fact: { what: string; count: number }) => `alert ${code(fact.what)}: ${fact.count}`,
  "system.alertEnded": (fact: { what: string; lasted: number }) =>
    `the alert ${code(fact.what)} ended after ${span(fact.lasted)}`,
  "system.looked": (fact: { what: string; found: string; took: number }, place: EventPlace) =>
    `${code(place.actor)} looked at ${code(fact.what)} for ${span(fact.took)} and found ${fact.found === "" ? "*nothing*" : code(fact.found)}`,
  "system.measured": (fact: { what: string; value: number; unit: "span" | "count" | "perSecond" | "times" }) =>
    `measured: ${code(fact.what)} is ${amount(fact.value, fact.unit)}`,
};
