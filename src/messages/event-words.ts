// What the sentences of all languages put together in the same way.

/** Where an event happened: its actor, and the process and kind that can be read from the actor's name. */
export type EventPlace = { readonly actor: string; readonly process: string; readonly kind: string };

/** A span of microseconds in its natural unit: `18 ms`, `4.16 s`, `48 min`. */
export function span(micros: number): string {
  if (micros < 1_000) return `${micros} µs`;
  if (micros < 1_000_000) return `${short(micros / 1_000)} ms`;
  if (micros < 600_000_000) return `${short(micros / 1_000_000)} s`;
  return `${short(micros / 60_000_000)} min`;
}

/** A moment in seconds: `12.842 s`. */
export function moment(micros: number): string {
  return `${(micros / 1_000_000).toFixed(3)} s`;
}

function short(value: number): string {
  return String(Number(value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)));
}

/** A LIST as one names it: by the version that it asks for. */
export function listName(version: string): string {
  return `\`LIST ${version === "" ? '""' : version}\``;
}

/** A WATCH as one names it: by the version from which it goes on. */
export function watchName(version: string): string {
  return `\`WATCH ${version === "" ? '""' : version}\``;
}

/** `1 object`, `3 objects`; English only, other languages have no plural here. */
export function many(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

/** A name from the code. */
export function code(name: string | number): string {
  return `\`${name}\``;
}

/** Of a transition between states of several regions, only the regions that changed: `queued` → `processing.start`. */
export function changedRegions(from: string, to: string): { readonly from: string; readonly to: string } {
  const [before, after] = [from.split(" | "), to.split(" | ")];
  const left = before.filter((region) => !after.includes(region));
  const entered = after.filter((region) => !before.includes(region));
  return left.length === 0 || entered.length === 0 ? { from, to } : { from: left.join(" | "), to: entered.join(" | ") };
}

/** An object at a version. */
export function objectAt(key: string, rv: string | number): string {
  return rv === "" ? code(key) : `\`${key}@${rv}\``;
}

/** A watch event as one names it: its type, and the object at its version; of a bookmark the version alone. */
export function watchEventName({ event, key, rv }: { event: string; key: string; rv: string }): string {
  if (key !== "") return `${code(event)} ${objectAt(key, rv)}`;
  return rv === "" ? code(event) : `${code(event)} ${code(rv)}`;
}

/** A request as one names it: verb and what it is about, with the subresource if it asks for one. */
export function requestName(verb: string, kind: string, key: string, subresource?: string): string {
  const part = subresource === undefined ? "" : `/${subresource}`;
  return `\`${verb.toUpperCase()} ${key === "" ? kind : `${kind} ${key}`}${part}\``;
}

/** A status code with its reason; the reason alone when there is no code. */
export function answerName(status: number, reason: string): string {
  if (status === 0) return code(reason === "" ? "error" : reason);
  return code(reason === "" ? status : `${status} ${reason}`);
}
