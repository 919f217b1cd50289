// Goal: what is lit is what is not so in all runs, no more and no less. Method: the queues of the scenario three-queues by hand.
import { expect, test } from "vitest";
import { lineAt, type ScriptCell, scriptLines, takenName } from "./script-lines.ts";

type Place = Parameters<typeof scriptLines>[0][number]["places"][number];

function place(changes: Partial<Place>): Place {
  return { isHere: true, holds: [], more: 0, gave: [], ignored: [], ...changes };
}

function holding(...entries: readonly (readonly [head: string, ...items: string[]])[]): Place {
  return place({ holds: entries.map(([head, ...items]) => ({ head, items })) });
}

/** Entries as texts; what is lit stands in brackets. */
function lit(cell: ScriptCell | undefined): readonly string[] {
  return (cell?.holds ?? []).map(({ head, isUnlike, items }) =>
    [isUnlike ? `[${head}]` : head, ...items.map((item) => (item.isUnlike ? `[${item.text}]` : item.text))].join(" "),
  );
}

test("where all runs hold the same, nothing is lit", () => {
  const [line] = scriptLines([{ places: [holding(["a", "Updated@1"]), holding(["a", "Updated@1"])] }]);
  expect(line?.isSame).toBe(true);
  expect(line?.cells.map(lit)).toEqual([["a Updated@1"], ["a Updated@1"]]);
});

test("a delta that waits under its key in one queue and in line in the other is lit in both, what came before it is not", () => {
  const grouped = holding(["a", "Updated@1", "Updated@3"], ["b", "Updated@2"]);
  const inLine = holding(["a", "Updated@1"], ["b", "Updated@2"], ["a", "Updated@3"]);
  const [line] = scriptLines([{ places: [grouped, inLine] }]);
  expect(line?.isSame).toBe(false);
  expect(line?.cells.map(lit)).toEqual([
    ["a Updated@1 [Updated@3]", "b Updated@2"],
    ["a Updated@1", "b Updated@2", "[a] [Updated@3]"],
  ]);
});

test("the same entries in another order are lit", () => {
  const first = holding(["a", "Replaced@1"], ["b", "Deleted@2"]);
  const last = holding(["b", "Deleted@2"], ["a", "Replaced@1"]);
  const [line] = scriptLines([{ places: [first, last] }]);
  expect(line?.cells.map(lit)).toEqual([
    ["[a] [Replaced@1]", "[b] [Deleted@2]"],
    ["[b] [Deleted@2]", "[a] [Replaced@1]"],
  ]);
});

test("runs that hold the same are not the same where one did not take the step, gave something out, or ignored it", () => {
  const entry = { head: "a", items: ["unknownObject"] };
  const others = [place({ isHere: false }), place({ gave: [entry] }), place({ ignored: [entry] }), place({ more: 1 })];
  const lines = scriptLines(others.map((other) => ({ places: [place({}), other] })));
  expect(lines.map(({ isSame }) => isSame)).toEqual([false, false, false, false]);
});

test("a row has nothing to tell where every run took its step, and no run holds, gave or ignored anything", () => {
  const entry = { head: "a", items: [] };
  const all = [{}, { isHere: false }, { holds: [entry] }, { gave: [entry] }, { ignored: [entry] }, { more: 1 }];
  const lines = scriptLines(all.map((changes) => ({ places: [place({}), place(changes)] })));
  expect(lines.map(({ isNothing }) => isNothing)).toEqual([true, false, false, false, false, false]);
});

test("the row of the cursor is the last that the run on the screen has come to", () => {
  const rows = [{ own: 3 }, { own: undefined }, { own: 7 }, { own: undefined }];
  expect([2, 3, 6, 7, 99].map((seq) => lineAt(rows, seq))).toEqual([-1, 0, 0, 2, 2]);
});

test("what a part takes in is named as the code names it, or told by a sentence", () => {
  expect(takenName({ type: "watch.event", event: "DELETED", key: "demo/gamma", rv: "600" })).toBe("DELETED gamma@600");
  expect(takenName({ type: "watch.event", event: "BOOKMARK", key: "", rv: "598" })).toBe("BOOKMARK @598");
  expect(takenName({ type: "list.response", rv: "592" })).toBe("LIST @592");
  expect(takenName({ type: "queue.addRateLimited", key: "demo/web" })).toBe("addRateLimited web");
  expect(takenName({ type: "system.saved", key: "memory" })).toBeUndefined();
});
