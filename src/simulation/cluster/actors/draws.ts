import { chance, jitter } from "../../kernel/turn.ts";
import type { ClusterTurn } from "../cluster.ts";
import type { RequestDraws } from "../server/api-server.ts";
import type { ApiRequest } from "../server/request.ts";

/** The random values that a request may use at the server: uids, suffixes of generated names, the spread of deadlines. */
export function drawsFor(turn: ClusterTurn, request: ApiRequest): RequestDraws {
  if (request.verb === "watch")
    return { uid: "", nameSuffixes: [], jitter: jitter(turn, "watchDeadline", request.client) };
  if (request.verb !== "create") return { uid: "", nameSuffixes: [], jitter: 0 };
  const uid = uidFrom(chance(turn, "uid", request.kind), chance(turn, "uid", request.kind));
  const isGenerated = request.body.metadata.name === undefined;
  const nameSuffixes = isGenerated
    ? Array.from({ length: 8 }, () => suffixFrom(chance(turn, "name", request.kind)))
    : [];
  return { uid, nameSuffixes, jitter: 0 };
}

/** The letters of generated names: no vowels and nothing that looks alike (`am:util/rand/rand.go @v0.36.3`). */
const LETTERS = "bcdfghjklmnpqrstvwxz2456789";

function suffixFrom(value: number): string {
  let rest = Math.floor(value * LETTERS.length ** 5);
  let suffix = "";
  for (let place = 0; place < 5; place++) {
    suffix += LETTERS[rest % LETTERS.length] ?? "";
    rest = Math.floor(rest / LETTERS.length);
  }
  return suffix;
}

function uidFrom(high: number, low: number): string {
  const hex = [high, low]
    .map((value) =>
      Math.floor(value * 2 ** 48)
        .toString(16)
        .padStart(12, "0"),
    )
    .join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(12, 24)}`;
}
