import { expect, test } from "vitest";
import { RECORDED_RUNS } from "../modelled/recorded-runs.ts";
import { playRecorded, SCRIPT_LANE } from "./play-recorded.ts";
import { isWatchable, readRecorded } from "./recorded-files.ts";

async function played(name: string) {
  return playRecorded((await readRecorded(name)) ?? "");
}

test("every recorded run can be watched, without a difference and with times that never fall", async () => {
  for (const { name } of RECORDED_RUNS) {
    expect(isWatchable(name), name).toBe(true);
    const { moments, lanes, difference } = await played(name);
    expect(difference, name).toBeUndefined();
    expect(moments.length, name).toBeGreaterThan(1);
    expect(lanes, name).toContain(SCRIPT_LANE);
    for (const [index, { at }] of moments.entries())
      if (index > 0) expect(at, `${name} ${index}`).toBeGreaterThanOrEqual(moments[index - 1]?.at ?? 0);
  }
});

test("a run of an informer shows what the script does and what the library was seen to do, each in its lane", async () => {
  const { moments } = await played("T06-410-relist-default");
  const lines = moments.map(
    ({ lane, type, fields }) => `${lane}: ${type} ${fields.map(([, value]) => value).join(" ")}`,
  );
  expect(lines[0]).toBe("script: addHandler h1");
  expect(lines).toContain("reflector: list.request 1 0 500");
  expect(lines.some((line) => line.startsWith("handler:h1: handler.call"))).toBe(true);
});

test("a run of a queue shows each operation before what follows from it", async () => {
  const { moments } = await played("G02-dirty-while-processing");
  const place = (lane: string, type: string) => moments.findIndex((one) => one.lane === lane && one.type === type);
  expect(moments[0]).toMatchObject({ lane: SCRIPT_LANE, type: "add", fields: [["key", "a"]] });
  expect(place(SCRIPT_LANE, "get")).toBeLessThan(moments.findIndex(({ type }) => type === "get.item"));
  expect(moments.filter(({ lane }) => lane === SCRIPT_LANE).length).toBeGreaterThan(5);
});

test("a run that the product does not bring cannot be watched", async () => {
  expect(isWatchable("no such run")).toBe(false);
  expect(await readRecorded("no such run")).toBeUndefined();
});
