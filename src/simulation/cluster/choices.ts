import type { Entry } from "../kernel/agenda.ts";
import { enabled } from "../kernel/step.ts";
import type { ClusterWorld } from "./cluster.ts";
import type { ClusterMessage } from "./messages.ts";

/**
 * What may be delivered next, the normal choice first: every live entry of the earliest instant, except what would overtake
 * on its connection. Requests and streams may come in any order, the frames of one stream may not (RFC 9113 §5: the order of frames within a stream is significant).
 */
export function choices(world: ClusterWorld): readonly Entry<ClusterMessage>[] {
  const begun = new Set<number>();
  return enabled(world).filter(({ message }) => {
    if (message.type !== "stream.arrive" && message.type !== "stream.ended") return true;
    const isFirst = !begun.has(message.stream);
    begun.add(message.stream);
    return isFirst;
  });
}
