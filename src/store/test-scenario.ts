import { decodeScenario } from "../scenarios/decode.ts";
import type { Chapter, Scenario } from "../scenarios/scenario.ts";

/** The smallest scenario there is, with some parts of one's own. */
export function testScenario(changes: Partial<Scenario>): Scenario {
  const decoded = decodeScenario("{ loopscope: 1, id: x, title: X }");
  if (decoded.type === "problems") throw new Error(JSON.stringify(decoded.problems));
  return { ...decoded.value, ...changes };
}

/** A chapter that says nothing in particular, with some parts of one's own. */
export function testChapter(changes: Partial<Chapter>): Chapter {
  const text = { en: "x", zh: "x" };
  const on = { match: { type: "x" }, nth: 1 };
  return {
    title: text,
    say: text,
    on,
    focus: "etcd",
    view: undefined,
    check: undefined,
    along: undefined,
    ask: undefined,
    tries: [],
    ...changes,
  };
}
