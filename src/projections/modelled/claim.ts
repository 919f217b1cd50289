import type { Upstream } from "./entry.ts";
import type { Text } from "./text.ts";

export type Verdict = "false" | "halfTrue" | "trueWithConditions" | "true";

/** A sentence that is often written, held against the code. */
export type Claim = {
  readonly id: string;
  readonly sentence: Text;
  readonly verdict: Verdict;
  /** What happens instead. */
  readonly answer: Text;
  readonly upstream: readonly Upstream[];
  /** Behaviours that it is about. */
  readonly entries: readonly string[];
  /** Where it is seen: a link by hand without the `#`. */
  readonly moment: string;
};

/** A claim in the order in which one reads it. */
export function claim(
  id: string,
  verdict: Verdict,
  texts: { readonly en: readonly [string, string]; readonly zh: readonly [string, string] },
  rest: { readonly upstream: readonly Upstream[]; readonly entries?: readonly string[]; readonly moment: string },
): Claim {
  const { en, zh } = texts;
  return {
    id,
    verdict,
    sentence: { en: en[0], zh: zh[0] },
    answer: { en: en[1], zh: zh[1] },
    upstream: rest.upstream,
    entries: rest.entries ?? [],
    moment: rest.moment,
  };
}
