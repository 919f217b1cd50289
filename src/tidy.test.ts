// Goal: the rules of src/README.md that no other tool holds up. Method: read the sources as text, and list breaches in plain sentences.
import { expect, test } from "vitest";

type Layer = {
  /** Layers that it may import from, besides itself. */
  readonly uses: readonly string[];
  /** Layers of which it may import types only. */
  readonly usesTypesOf?: readonly string[];
  readonly packages: readonly string[];
};

const kernel = "simulation/kernel";
const kubernetes = "simulation/kubernetes";
const machines = "simulation/machines";
const cluster = "simulation/cluster";

/** An arrow never turns round. "simulation" stands for every layer below it, "node:" for every module of Node. */
const layers: Readonly<Record<string, Layer>> = {
  base: { uses: [], packages: [] },
  [kernel]: { uses: ["base"], packages: ["xstate"] },
  [kubernetes]: { uses: ["base"], packages: [] },
  [machines]: { uses: ["base", kernel, kubernetes], packages: ["xstate"] },
  [cluster]: { uses: ["base", kernel, kubernetes, machines], packages: [] },
  "simulation/controllers": { uses: ["base", kubernetes, machines, cluster, "simulation/invariants"], packages: [] },
  "simulation/systems": {
    uses: ["base", kernel, kubernetes, machines, cluster, "simulation/invariants"],
    packages: [],
  },
  "simulation/invariants": { uses: ["base", kernel, kubernetes, cluster], packages: [] },
  scenarios: { uses: ["base", "simulation"], packages: ["valibot", "yaml"] },
  conformance: { uses: ["base", "simulation"], packages: ["node:"] },
  sharing: { uses: ["base", "scenarios", "simulation"], packages: ["fflate", "valibot"] },
  session: { uses: ["base", "simulation", "scenarios", "conformance"], packages: [] },
  cli: { uses: ["base", "simulation", "scenarios", "sharing", "session"], packages: ["node:"] },
  store: {
    uses: ["base", "session", "sharing", "scenarios"],
    usesTypesOf: ["simulation"],
    packages: ["zustand"],
  },
  projections: { uses: ["base", "simulation", "conformance"], packages: ["yaml"] },
  messages: { uses: [], packages: [] },
  views: {
    uses: ["base", "store", "projections", "messages"],
    packages: ["@xyflow/react", "cmdk", "radix-ui", "react", "react-dom", "uplot", "zustand"],
  },
};

const packagesOfTests = ["vitest", "fast-check", "node:"];
/** They join all layers. */
const rootFiles = ["main.tsx", "moments.test.ts", "profile-changes.test.ts", "tidy.test.ts"];
const longestFile = 400;
const namelessNames = ["index", "types", "utils", "helpers", "common", "misc"];

type Banned = readonly [pattern: RegExp, name: string, instead: string];

/** What the pure layers may not say, and what they say instead. */
const impure: readonly Banned[] = [
  [/\bMath\.random\b/, "Math.random", "a seeded random stream of the world"],
  [/\bDate\b/, "Date", "virtual time in Micros"],
  [/\bperformance\b/, "performance", "virtual time in Micros"],
  [/\basync\b/, "async", "a step that returns its effects as data"],
  [/\bawait\b/, "await", "a step that returns its effects as data"],
  [/\bPromise\b/, "Promise", "a step that returns its effects as data"],
  [/\bset(Timeout|Interval|Immediate)\b/, "setTimeout", "an entry of the agenda or a machine's `after`"],
  [/\bqueueMicrotask\b/, "queueMicrotask", "an entry of the agenda"],
  [/\bconsole\b/, "console", "a trace event"],
  [/^(export\s+)?(let|var)\b/m, "a variable of the module", "a field of the world"],
];
const unfinished: Banned = [
  /\b(test|it|describe)\.(skip|only|todo|fails)\b/,
  "a test that is put off",
  "a test that runs",
];
const classes: Banned = [/^(export\s+)?(abstract\s+)?class\b/m, "a class", "a readonly type and functions"];

/** Joined from parts, so that this file does not break its own rule. */
const unwanted: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [new RegExp(["registry\\.npm", "js"].join("")), "names a package registry"],
  [new RegExp(["registry\\.yarn", "pkg"].join("")), "names a package registry"],
  [new RegExp(["npm", "mirror"].join("")), "names a package registry"],
  [
    new RegExp(`(^|[\\s"'\`(=:])/(${["work", "root", "home", "Users"].join("|")})/`, "m"),
    "names a path of one machine",
  ],
];

type Import = { readonly specifier: string; readonly typesOnly: boolean };

/**
 * The source with comments and the insides of strings and regular expressions blanked out, every other character in
 * its place. Code within a template's `${}` stays.
 */
function codeOf(source: string): string {
  const token =
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|(?<=(?:^|[=(,:;!&|?{}[\]]|return|=>)\s*)\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/|[`{}]/gm;
  // Each entry is an open brace: true when its closing one goes on with the text of a template.
  const open: boolean[] = [];
  let code = "";
  let at = 0;
  for (let found = token.exec(source); found !== null; found = token.exec(source)) {
    const [text] = found;
    code += source.slice(at, found.index);
    at = found.index + text.length;
    if (text === "{") open.push(false);
    const goesOn = text === "}" && open.pop() === true;
    if (text === "`" || goesOn) {
      const end = endOfTemplateText(source, at);
      code += text + blank(source.slice(at, end.at)) + end.delimiter;
      at = end.at + end.delimiter.length;
      if (end.delimiter === "${") open.push(true);
    } else if (text === "{" || text === "}") code += text;
    else if (text.startsWith("/")) code += blank(text);
    else code += text[0] + blank(text.slice(1, -1)) + text[0];
    token.lastIndex = at;
  }
  return code + source.slice(at);
}

function endOfTemplateText(source: string, from: number): { readonly at: number; readonly delimiter: "`" | "${" | "" } {
  for (let at = from; at < source.length; at++) {
    if (source[at] === "\\") at++;
    else if (source[at] === "`") return { at, delimiter: "`" };
    else if (source.startsWith("${", at)) return { at, delimiter: "${" };
  }
  return { at: source.length, delimiter: "" };
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, " ");
}

function importsOf(source: string): readonly Import[] {
  const code = codeOf(source);
  const forms = /\b(?:import|export)\b(\s+type\b)?[^;"'`()=]*?\bfrom\s*["']( +)["']|\bimport\s*\(?\s*["']( +)["']/g;
  return [...code.matchAll(forms)].map((found) => {
    const length = (found[2] ?? found[3] ?? "").length;
    const end = found.index + found[0].length - 1;
    return { specifier: source.slice(end - length, end), typesOnly: found[1] !== undefined };
  });
}

function layerOf(path: string): string | undefined {
  return Object.keys(layers).find((layer) => path.startsWith(`${layer}/`));
}

function within(layer: string, allowed: readonly string[]): boolean {
  return allowed.some((one) => layer === one || layer.startsWith(`${one}/`));
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path);
}

/** What the file at `path` (relative to src) breaks, each as a sentence that starts with the path. */
function breachesOf(path: string, source: string): readonly string[] {
  const said = [...nameBreaches(path), ...lengthBreaches(source)];
  if (rootFiles.includes(path)) return said.map((breach) => `${path} ${breach}`);
  const name = layerOf(path);
  const layer = name === undefined ? undefined : layers[name];
  if (name === undefined || layer === undefined) return [`${path} belongs to no layer`];
  for (const found of importsOf(source)) said.push(...importBreaches(path, name, layer, found));
  said.push(...wordBreaches(path, name, source));
  return said.map((breach) => `${path} ${breach}`);
}

function nameBreaches(path: string): string[] {
  const name = path.replace(/^.*\//, "").replace(/\..*$/, "");
  return namelessNames.includes(name) ? [`is named "${name}": name it by the one thing that it holds`] : [];
}

function lengthBreaches(source: string): string[] {
  const lines = source.trimEnd().split("\n").length;
  return lines > longestFile ? [`has ${lines} lines, the limit is ${longestFile}`] : [];
}

function importBreaches(path: string, name: string, layer: Layer, { specifier, typesOnly }: Import): string[] {
  const plain = specifier.replace(/\?.*$/, "");
  if (!plain.startsWith(".")) {
    const allowed = isTest(path) ? [...layer.packages, ...packagesOfTests] : layer.packages;
    const known = allowed.some((one) => plain === one || plain.startsWith(one.endsWith(":") ? one : `${one}/`));
    return known ? [] : [`may not use ${plain}`];
  }
  if (!/\.\w+$/.test(plain)) return [`must write the extension of ${plain}`];
  const { pathname } = new URL(plain, `file:///src/${path}`);
  if (!pathname.startsWith("/src/")) return isTest(path) ? [] : [`may not use ${plain}, which is outside of src`];
  const target = layerOf(pathname.slice("/src/".length));
  if (target === undefined) return [`may not use ${plain}, which is in no layer`];
  if (target === name || within(target, layer.uses)) return [];
  if (!within(target, layer.usesTypesOf ?? [])) return [`may not use ${target}`];
  return typesOnly ? [] : [`may use only types of ${target}`];
}

function wordBreaches(path: string, name: string, source: string): string[] {
  const code = codeOf(source);
  return bannedIn(path, name)
    .filter(([pattern]) => pattern.test(code))
    .map(([, what, instead]) => `may not use ${what}: use ${instead}`);
}

function bannedIn(path: string, name: string): readonly Banned[] {
  if (isTest(path)) return [unfinished];
  if (within(name, ["simulation"])) return [...impure, classes];
  return name === "base" ? impure : [];
}

const sources: Readonly<Record<string, string>> = import.meta.glob("./**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});
const stories: Readonly<Record<string, string>> = import.meta.glob("../e2e/**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});
const texts: Readonly<Record<string, string>> = import.meta.glob(
  [
    "./**/*.{ts,tsx,md,json,yaml,txt}",
    "../*.{md,json,ts,html}",
    "../{docs,e2e,bench,bin,tools,public}/**/*.{ts,tsx,mjs,md,json,svg,yaml,txt}",
  ],
  { query: "?raw", import: "default", eager: true },
);

test("every file under src keeps to its layer, its packages, its length and, where it must be pure, its words", () => {
  const all = Object.entries(sources);
  expect(all.length).toBeGreaterThan(1);
  expect(all.flatMap(([path, source]) => breachesOf(path.slice("./".length), source))).toEqual([]);
});

test("every browser story has a telling name and keeps to the length", () => {
  const all = Object.entries(stories);
  expect(all.length).toBeGreaterThan(0);
  expect(
    all.flatMap(([path, source]) =>
      [...nameBreaches(path), ...lengthBreaches(source)].map((breach) => `${path.slice("../".length)} ${breach}`),
    ),
  ).toEqual([]);
});

test("no text names a package registry or a path of one machine", () => {
  const all = Object.entries(texts);
  expect(all.map(([path]) => path)).toContain("../package-lock.json");
  expect(
    all.flatMap(([path, text]) =>
      unwanted.filter(([pattern]) => pattern.test(text)).map(([, reason]) => `${path} ${reason}`),
    ),
  ).toEqual([]);
  expect(texts["../package-lock.json"]).not.toContain('"resolved"');
});

test("a file of 401 lines is a breach, one of 400 is tidy", () => {
  expect(breachesOf("session/x.ts", "a;\n".repeat(401))).toEqual(["session/x.ts has 401 lines, the limit is 400"]);
  expect(breachesOf("session/x.ts", "a;\n".repeat(400))).toEqual([]);
});

test.each([
  ["simulation/kernel/x.ts", 'import { useState } from "react";', "may not use react"],
  ["simulation/kernel/x.ts", 'import type { Pod } from "../kubernetes/pod.ts";', "may not use simulation/kubernetes"],
  ["simulation/machines/x.ts", 'export { a } from "../cluster/a.ts";', "may not use simulation/cluster"],
  ["base/x.ts", 'import { readFileSync } from "node:fs";', "may not use node:fs"],
  ["views/x.tsx", 'const run = await import("../session/run.ts");', "may not use session"],
  ["views/x.tsx", 'import {\n  type A,\n  b,\n} from "../simulation/kernel/x.ts";', "may not use simulation/kernel"],
  ["views/x.tsx", 'import "../../public/x.css";', "may not use ../../public/x.css, which is outside of src"],
  ["store/x.ts", 'import { a } from "../simulation/cluster/a.ts";', "may use only types of simulation/cluster"],
  ["store/x.ts", 'import { App } from "../main.tsx";', "may not use ../main.tsx, which is in no layer"],
  ["session/x.ts", 'import { a } from "./a";', "must write the extension of ./a"],
  ["session/utils.ts", "", 'is named "utils": name it by the one thing that it holds'],
  ["somewhere/x.ts", "", "belongs to no layer"],
  ["base/x.ts", "const at = Date.now();", "may not use Date: use virtual time in Micros"],
  ["base/x.ts", `const text = \`at \${Date.now()}\`;`, "may not use Date: use virtual time in Micros"],
  ["simulation/cluster/x.ts", "console.log(1);", "may not use console: use a trace event"],
  ["store/x.test.ts", 'test.todo("later");', "may not use a test that is put off: use a test that runs"],
  ["simulation/cluster/x.ts", "export class A {}", "may not use a class: use a readonly type and functions"],
  ["simulation/cluster/x.ts", "export let last = 0;", "may not use a variable of the module: use a field of the world"],
  [
    "simulation/cluster/x.ts",
    "const q = /[\"']/; Math.random();",
    "may not use Math.random: use a seeded random stream of the world",
  ],
])("%s with %j is a breach", (path, source, breach) => {
  expect(breachesOf(path, source)).toEqual([`${path} ${breach}`]);
});

test.each([
  ["simulation/kernel/x.ts", 'import { a } from "../../base/a.ts";\nimport { transition } from "xstate";'],
  ["simulation/kernel/x.test.ts", 'import { test } from "vitest";\nimport { performance } from "node:perf_hooks";'],
  ["scenarios/x.ts", 'import { a } from "../simulation/cluster/a.ts";'],
  ["store/x.ts", 'import type { A } from "../simulation/cluster/a.ts";'],
  ["views/x.tsx", 'import styles from "./x.module.css";\nimport { createRoot } from "react-dom/client";'],
  ["views/x.tsx", 'import { Slot } from "radix-ui"; // import { a } from "../session/a.ts"'],
  ["main.tsx", 'import { a } from "./session/a.ts";'],
  [
    "base/x.ts",
    `// no Date here\n/* await */ const a = 'Promise'; const b = \`async \${a} console\`; const c = /Date/;`,
  ],
  ["base/x.ts", "export class AssertionError extends Error {}"],
  ["base/x.ts", "const creationDate = 1; const half = creationDate / 2; // Date / Promise"],
  ["base/x.ts", `const text = \`\${\`{\${1}\`} Date }\`; function f() { let a = 1; return a; }`],
])("%s with %j is tidy", (path, source) => {
  expect(breachesOf(path, source)).toEqual([]);
});
