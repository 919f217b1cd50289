import { valueAt } from "../../base/persistent-map.ts";
import { sendsState } from "./stream-order.ts";
import type { Check } from "./violation.ts";

/** A stream from a version brings nothing at or below it, but for the synthetic events of its initial part (fidelity apiserver I.5). */
export const streamStart: Check = (before, _after, events) => {
  for (const { fact } of events) {
    if (fact.type !== "stream.send") continue;
    const stream = valueAt(before.shared.streams, String(fact.stream));
    const start = Number(stream?.from ?? 0);
    if (stream === undefined || !(start > 0) || fact.rv > start || sendsState(before, stream)) continue;
    return { invariant: "streamStart", message: `stream ${fact.stream} from ${start} sent ${fact.rv}` };
  }
  return undefined;
};
