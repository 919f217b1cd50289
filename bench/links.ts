import { encodeLink } from "../src/sharing/link.ts";
import { momentOf, someInputs } from "../src/sharing/sample-runs.ts";

/** Characters after the `#` of links to a stock scenario: to a moment in it, and with so many inputs. */
export function measureLinks() {
  return { moment: lengthWith(0), tenInputs: lengthWith(10), hundredInputs: lengthWith(100) };
}

function lengthWith(inputs: number): number {
  return encodeLink(momentOf("watch-history-gone", someInputs(inputs))).length;
}
