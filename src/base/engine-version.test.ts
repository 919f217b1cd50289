import { expect, test } from "vitest";
import { version } from "../../package.json";
import { engineVersion } from "./engine-version.ts";

test("the engine's version is the package's", () => {
  expect(engineVersion).toBe(version);
});
