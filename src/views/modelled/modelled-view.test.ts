import { expect, test } from "vitest";
import { ENTRIES } from "../../projections/modelled/entries.ts";
import { contains, entryView, openingView, wordsOfEntry } from "./modelled-view.ts";

test("the page opens at an entry among those of its part, or at everything", () => {
  expect(openingView({ type: "entry", id: "error-event-410" })).toEqual({
    tab: "behaviours",
    group: "watch",
    search: "",
    entry: "error-event-410",
  });
  expect(openingView(undefined)).toMatchObject({ tab: "behaviours", group: undefined });
  expect(openingView({ type: "entry", id: "no such entry" })).toEqual(openingView(undefined));
  expect(entryView("no such entry")).toBeUndefined();
});

test("the page opens at a recorded run among all of them", () => {
  const at = openingView({ type: "run", name: "G07-addafter" });
  expect(at).toEqual({ tab: "runs", group: undefined, search: "", entry: "G07-addafter" });
});

test("a behaviour is found by any of its words, in both languages, and by its source, run or event", () => {
  const found = (search: string) =>
    ENTRIES.filter((entry) => contains(search, wordsOfEntry(entry))).map(({ id }) => id);
  expect(found("tombstone relist")).toContain("tombstones");
  expect(found("退避")).toContain("backoff-sequence");
  expect(found("delayswallowed")).toContain("priority-delay-swallowed");
  expect(found("T06-410-relist-default")).toContain("error-event-410");
  expect(found("nextBookmarkTime")).toEqual(["bookmarks"]);
  expect(found("no such word anywhere")).toEqual([]);
});
