import { expect, test } from "vitest";
import { decodeLink } from "../sharing/link.ts";
import { runScenario } from "./run-scenario.ts";

const command = {
  type: "run",
  scenario: "three-pods",
  variant: undefined,
  profile: "classic",
  seed: 7,
  until: "100ms",
  format: "text",
} as const;

test("a step that breaks an invariant is named, with a link that leads to it, and the exit code tells", async () => {
  const complaints: string[] = [];
  const surroundings = {
    print: () => {},
    complain: (line: string) => complaints.push(line),
    readText: () => undefined,
  };
  const code = await runScenario(command, surroundings, (_before, after) =>
    after.step === 5 ? [{ invariant: "noKeyLost", message: "demo/web is gone" }] : [],
  );
  expect(code).toBe(1);
  const at = complaints.findIndex((line) => line.startsWith("loopscope: step"));
  const [, seq] =
    /^loopscope: step 5, e(\d+): invariant noKeyLost is broken: demo\/web is gone$/.exec(complaints[at] ?? "") ?? [];
  const link = decodeLink((complaints[at + 1] ?? "").replace("  see ", ""));
  expect(link).toMatchObject({
    type: "ok",
    value: {
      spec: { scenario: { type: "stock", id: "three-pods" }, profile: "classic", seed: 7, inputs: [] },
      cursor: { type: "event", seq: Number(seq) },
    },
  });
});
