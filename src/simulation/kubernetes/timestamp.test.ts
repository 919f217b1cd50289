import fc from "fast-check";
import { expect, test } from "vitest";
import { micros, seconds } from "../../base/time.ts";
import { epochSeconds, formatMicroTime, formatTimestamp, parseTimestamp } from "./timestamp.ts";

test("virtual time 0 is the first second of 2026", () => {
  expect(formatTimestamp(micros(0))).toBe("2026-01-01T00:00:00Z");
  expect(formatTimestamp(micros(1_999_999))).toBe("2026-01-01T00:00:01Z");
});

test("timestamps agree with the calendar of the platform and can be read back", () => {
  fc.assert(
    fc.property(fc.integer({ min: -4_000_000_000, max: 8_000_000_000 }), (second) => {
      const platform = new Date((epochSeconds + second) * 1000).toISOString().replace(".000Z", "Z");
      expect(formatTimestamp(seconds(second))).toBe(platform);
      expect(parseTimestamp(platform)).toBe(seconds(second));
    }),
  );
});

test("a MicroTime keeps all six digits of its second, before and after the start too", () => {
  expect(formatMicroTime(micros(2_016_005))).toBe("2026-01-01T00:00:02.016005Z");
  fc.assert(
    fc.property(fc.integer({ min: -4_000_000_000, max: 8_000_000_000 }), (at) => {
      expect(parseTimestamp(formatMicroTime(micros(at)))).toBe(at);
    }),
  );
});

test("text that is not a UTC timestamp is not read", () => {
  expect(parseTimestamp("2026-01-01")).toBeUndefined();
  expect(parseTimestamp("2026-01-01T00:00:00+02:00")).toBeUndefined();
});
