import fc from "fast-check";
import { deflateSync } from "fflate";
import { expect, test } from "vitest";
import { fromBase64url, toBase64url } from "./base64url.ts";
import { crc32 } from "./crc32.ts";
import { DICTIONARY } from "./dictionary.ts";
import { decodeLink, encodeLink, LONGEST_LINK } from "./link.ts";
import { momentOf, someInputs } from "./sample-runs.ts";
import type { BrokenLink, OpenedLink } from "./shared-run.ts";
import { STOCK_NUMBERS } from "./stock-numbers.ts";

function brokenBy(opened: OpenedLink): BrokenLink {
  if (opened.type === "ok") throw new Error("the link opened");
  return opened.problems;
}

test("any text gives a run or a problem, and never throws", () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: "binary" }),
    fc.string().map((rest) => `1${rest}`),
    fc.string().map((rest) => `/s/${rest}`),
  );
  const bytes = fc.uint8Array({ maxLength: 200 }).map((list) => `1${toBase64url(list)}`);
  fc.assert(
    fc.property(fc.oneof(text, bytes), (link) => {
      expect(["ok", "problems"]).toContain(decodeLink(link).type);
    }),
    { numRuns: 500 },
  );
});

test("inner layers of any bytes with a right checksum give a run or a problem, and never throw", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 120 }), fc.boolean(), (inner, packed) => {
      const opened = decodeLink(framed(inner, packed ? 1 : 0));
      expect(["ok", "problems"]).toContain(opened.type);
    }),
    { numRuns: 1_000 },
  );
});

test("a link that was cut or changed gives the same run or none, and still says what it is about", () => {
  const run = momentOf("watch-history-gone", someInputs(10));
  const link = encodeLink(run);
  fc.assert(
    fc.property(fc.nat(link.length - 1), fc.constantFrom(..."ABCxyz019-_"), fc.boolean(), (at, letter, cut) => {
      const changed = cut ? link.slice(0, at) : `${link.slice(0, at)}${letter}${link.slice(at + 1)}`;
      fc.pre(changed !== link);
      const opened = decodeLink(changed);
      if (opened.type === "ok")
        expect(opened.value).toEqual(run); // a bit that the packing does not use
      else if (at >= 5) expect(opened.problems).toMatchObject({ reason: "damaged", scenario: "watch-history-gone" });
      else expect(opened.problems.problems.length).toBe(1);
    }),
    { numRuns: 300 },
  );
});

test("a link of a later format says so", () => {
  expect(brokenBy(decodeLink(`#2${encodeLink(momentOf("stopping")).slice(1)}`))).toMatchObject({
    reason: "future",
    problems: [{ message: expect.stringContaining("format 2, which a newer Loopscope made") }],
  });
});

test("a scenario that only a later version has is named by its number", () => {
  const low = 200;
  const outer = toBase64url(Uint8Array.from([low, 0, crc32(Uint8Array.from([low, 0])) & 255]));
  expect(brokenBy(decodeLink(`1${outer}AAAA`))).toMatchObject({
    reason: "unknownScenario",
    problems: [{ message: "This link is about scenario number 200, which this version of Loopscope does not have." }],
  });
});

test.each([
  ["", "none"],
  ["#", "none"],
  ["x", "damaged"],
  ["1", "damaged"],
  ["1AQ", "damaged"],
  ["%31AQ", "damaged"],
])("%j is no link: %s", (text, reason) => {
  expect(brokenBy(decodeLink(text)).reason).toBe(reason);
});

test("a link with a seed that no run has is refused", () => {
  const run = momentOf("three-pods");
  const seeded = (seed: number) => decodeLink(encodeLink({ ...run, spec: { ...run.spec, seed } }));
  expect(seeded(4_294_967_295).type).toBe("ok");
  expect(brokenBy(seeded(4_294_967_296))).toMatchObject({
    reason: "damaged",
    scenario: "three-pods",
    problems: [{ message: expect.stringContaining("its seed is too large") }],
  });
});

test.each([
  [{ type: "step", step: 3_000_001 }],
  [{ type: "event", seq: 4_000_001 }],
  [{ type: "time", at: 86_400_000_001 }],
  [{ type: "chapter", index: 50 }],
] as const)("a link to a place beyond the end of any run is refused: %j", (cursor) => {
  expect(brokenBy(decodeLink(encodeLink({ ...momentOf("three-pods"), cursor })))).toMatchObject({
    reason: "damaged",
    scenario: "three-pods",
    problems: [{ message: expect.stringContaining("its place is beyond the end of any run") }],
  });
});

test("a link with an input beyond the end of any run is refused", () => {
  const inputs = [{ step: 3_000_001, action: { type: "compact" } }] as const;
  expect(brokenBy(decodeLink(encodeLink(momentOf("three-pods", inputs))))).toMatchObject({
    problems: [{ message: expect.stringContaining("a step is beyond the end of any run") }],
  });
});

test("a link longer than the bound is refused unread", () => {
  expect(brokenBy(decodeLink(`1${"A".repeat(LONGEST_LINK)}`))).toMatchObject({ reason: "tooLong" });
});

test("a link that unpacks without end is stopped on the way", () => {
  const bomb = deflateSync(new Uint8Array(60_000_000), { level: 9, dictionary: DICTIONARY });
  const link = `1${toBase64url(outerOf(1))}${toBase64url(Uint8Array.from([1, 0, 0, 0, 0, ...bomb]))}`;
  expect(link.length).toBeLessThan(LONGEST_LINK);
  expect(brokenBy(decodeLink(link))).toMatchObject({
    reason: "damaged",
    scenario: "three-pods",
    problems: [{ message: expect.stringContaining("it unpacks to more than 4 MB") }],
  });
});

test("a link that was packed with another dictionary does not open", () => {
  const inner = Uint8Array.from([0, 0, 1, 0, 0]);
  const other = new TextEncoder().encode("another dictionary, as long as one likes");
  const body = deflateSync(inner, { dictionary: other });
  expect(decodeLink(framedBody(inner, body, 1)).type).toBe("ok");
  const text = new TextEncoder().encode("another dictionary, as long as one likes".repeat(3));
  expect(brokenBy(decodeLink(framedBody(text, deflateSync(text, { level: 9, dictionary: other }), 1))).reason).toBe(
    "damaged",
  );
});

test("the shares of a usual lesson stay short", () => {
  for (const id of STOCK_NUMBERS) expect(encodeLink(momentOf(id)).length).toBeLessThanOrEqual(60);
  expect(encodeLink(momentOf("watch-history-gone", someInputs(10))).length).toBeLessThanOrEqual(120);
  expect(encodeLink(momentOf("watch-history-gone", someInputs(100))).length).toBeLessThanOrEqual(500);
});

test("base64url takes one text per value", () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(fromBase64url(toBase64url(bytes))).toEqual(bytes);
    }),
  );
  expect(fromBase64url("AB")).toBeUndefined();
  expect(fromBase64url("A")).toBeUndefined();
  expect(fromBase64url("A+")).toBeUndefined();
  expect(Buffer.from("any bytes?>").toString("base64url")).toBe(toBase64url(new TextEncoder().encode("any bytes?>")));
});

test("the checksum is the CRC-32 of zip files", () => {
  expect(crc32(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
  expect(crc32(new TextEncoder().encode("12345"), new TextEncoder().encode("6789"))).toBe(0xcbf43926);
});

function outerOf(number: number): Uint8Array {
  return Uint8Array.from([number, 0, crc32(Uint8Array.from([number, 0])) & 255]);
}

/** A link about scenario 1 with this inner layer and the right checksum. */
function framed(inner: Uint8Array, packing: number): string {
  return framedBody(inner, packing === 1 ? deflateSync(inner, { dictionary: DICTIONARY }) : inner, packing);
}

function framedBody(inner: Uint8Array, body: Uint8Array, packing: number): string {
  const outer = outerOf(1);
  const crc = crc32(outer, inner);
  const head = [packing, crc, crc >>> 8, crc >>> 16, crc >>> 24].map((byte) => byte & 255);
  return `1${toBase64url(outer)}${toBase64url(Uint8Array.from([...head, ...body]))}`;
}
