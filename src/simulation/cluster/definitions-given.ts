import { DigestBuilder, EMPTY_DIGEST } from "../../base/digest.ts";
import { micros } from "../../base/time.ts";
import { CRD, definitionOf } from "../kubernetes/custom-resource-definition.ts";
import type { KindInfo, KindRegistry } from "../kubernetes/kind.ts";
import { revision } from "../kubernetes/resource-version.ts";
import { formatTimestamp } from "../kubernetes/timestamp.ts";
import { type Etcd, etcdSeed } from "./etcd.ts";
import { definitionKey } from "./server/definition.ts";
import { uidFrom } from "./server/generate-name.ts";

/**
 * Puts the definitions of the custom kinds into a store that nobody has looked into yet, as its newest writes; where it has not that many
 * revisions, some share one.
 */
export function seedDefinitions(etcd: Etcd, kinds: KindRegistry): Etcd {
  const custom = Object.values(kinds).filter((info) => info.custom);
  const time = formatTimestamp(micros(0));
  return custom.reduce((seeded, info, index) => {
    const at = revision(Math.max(1, etcd.revision - custom.length + 1 + index));
    const metadata = { uid: uidOf(info), resourceVersion: "", generation: 1, creationTimestamp: time };
    return etcdSeed(seeded, CRD, definitionKey(info), definitionOf(info, metadata, time), at);
  }, etcd);
}

function uidOf(info: KindInfo): string {
  const draw = (nth: number) => {
    const { low } = new DigestBuilder(EMPTY_DIGEST).text(definitionKey(info)).integer(nth).digest();
    return (low >>> 0) / 0x1_0000_0000;
  };
  return uidFrom([draw(0), draw(1), draw(2), draw(3)]);
}
