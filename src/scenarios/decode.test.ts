import { expect, test } from "vitest";
import { decodeScenario, lineOfPlace } from "./decode.ts";

const good = `loopscope: 1
id: two-pods
title: { en: Two pods, zh: 两个 Pod }
question: How many pods?
profile: current
seed: 7
until: 30s
opensAt: 1
timing: { apiCall: 2ms, watchDelivery: { default: 5ms, Pod: 300ms }, jitter: 0.5 }
cluster:
  apiServers: [a, b]
  noise: { perSecond: 2 }
  crds:
    - { kind: Database, group: example.com, plural: databases }
given:
  - apiVersion: apps/v1
    kind: ReplicaSet
    metadata: { name: web, namespace: demo }
    spec: { replicas: 2, selector: { matchLabels: { app: web } }, template: { metadata: { labels: { app: web } } } }
controllers:
  - name: web
    reconciler: ReplicaSet
    watches:
      - { kind: ReplicaSet }
      - { kind: Pod, owner: ReplicaSet, selector: app=web, handlers: [{ name: audit, takes: 4s }] }
then:
  - { at: 5s, do: { patch: { kind: ReplicaSet, namespace: demo, name: web, merge: { spec: { replicas: 5 } } } } }
  - { on: { type: reconcile.start, nth: 3, after: 10ms }, do: { endWatch: { client: web, kind: Pod, with: 410 } } }
  - { at: 6s, as: batch, do: { delete: { kind: Pod, name: x } } }
  - { at: 7s, do: { compact: {} } }
chapters:
  - title: Start
    say: It starts.
    on: { type: list.request, actor: web/Pod/reflector }
    focus: web/Pod/reflector
    ask:
      question: What next?
      options: [Nothing, Something]
      right: 2
      answerOn: { type: list.response }
    tries:
      - { label: Cut, consequence: It waits., do: { cutLink: { process: web, server: a, duration: 1.5s } } }
expect:
  - { count: { type: list.request, actor: web/Pod/reflector }, equals: 1 }
  - { order: [{ type: list.request }, { type: list.response }], after: { type: process.start } }
  - { never: { type: invariant.broken } }
  - { final: { kind: Pod, namespace: demo, fields: { status.phase: Running } }, atLeast: 2 }
sources: ["client-go tools/cache/reflector.go:watch"]
`;

test("a scenario file becomes typed values with all defaults filled in", () => {
  const decoded = decodeScenario(good);
  if (decoded.type !== "ok") throw new Error(JSON.stringify(decoded.problems, undefined, 1));
  const { value } = decoded;
  expect(value.title).toEqual({ en: "Two pods", zh: "两个 Pod" });
  expect(value.question).toEqual({ en: "How many pods?", zh: "How many pods?" });
  expect(value.profiles).toEqual(["current"]);
  expect(value.until).toBe(30_000_000);
  expect(value.opensAt).toEqual({ type: "chapter", index: 0 });
  expect(value.jitter).toEqual({ type: "fixed", fraction: 0.5 });
  expect(value.timing.watchDelivery).toEqual({ default: 5_000, kinds: { Pod: 300_000 } });
  expect(value.cluster.watchCache).toEqual({ capacity: 100, lower: 100, upper: 102_400, freshFor: 75_000_000 });
  expect(value.cluster.noise).toMatchObject({ kind: "Pod", namespace: "batch", perSecond: 2, from: 0 });
  expect(value.controllers[0]?.watches[1]?.handlers).toEqual([{ name: "audit", takes: 4_000_000 }]);
  expect(value.script).toEqual([
    {
      when: { type: "at", at: 5_000_000 },
      action: {
        type: "patch",
        target: { kind: "ReplicaSet", namespace: "demo", name: "web" },
        merge: { spec: { replicas: 5 } },
      },
    },
    {
      when: { type: "on", match: { type: "reconcile.start" }, nth: 3, after: 10_000 },
      action: { type: "endWatch", client: "web", kind: "Pod", mode: 410 },
    },
    {
      when: { type: "at", at: 6_000_000 },
      action: { type: "delete", target: { kind: "Pod", name: "x" }, as: "batch" },
    },
    { when: { type: "at", at: 7_000_000 }, action: { type: "compact" } },
  ]);
  expect(value.chapters[0]?.ask?.right).toBe(1);
  expect(value.chapters[0]?.tries[0]?.action).toEqual({
    type: "cutLink",
    process: "web",
    server: "a",
    duration: 1_500_000,
  });
  expect(value.expect[0]).toEqual({
    type: "count",
    match: { type: "list.request", actor: "web/Pod/reflector" },
    bounds: { least: 1, most: 1 },
    after: undefined,
  });
});

test("the same scenario as JSON is the same", () => {
  const json =
    '{\n\t"loopscope": 1,\n\t"id": "x",\n\t"title": "X",\n\t"then": [{ "at": "1ms", "do": { "compact": null } }]\n}\n';
  expect(decodeScenario(json).type).toBe("ok");
  expect(decodeScenario("loopscope: 1\nid: x\ntitle: X\nthen: [{ at: 1ms, do: { compact: } }]\n")).toEqual(
    decodeScenario(json),
  );
});

const wrong: readonly (readonly [from: string, to: string, path: string, line: number, message: string])[] = [
  ["seed: 7", "sead: 7", "sead", 6, 'There is no field "sead" here; did you mean "seed"?'],
  ["seed: 7", "seed: seven", "seed", 6, '"seven" should be a whole number from 0 to 4294967295.'],
  ["loopscope: 1", "loopscope: 2", "loopscope", 1, "This reads scenario files of version 1, and the file says 2."],
  ["id: two-pods\n", "", "id", 1, 'The field "id" is missing.'],
  ["until: 30s", "until: -30s", "until", 7, '"-30s" is negative; times count from 0.'],
  ["until: 30s", "until: 30", "until", 7, "30 has no unit; write 30s or 30ms."],
  [
    "until: 30s",
    "until: soon",
    "until",
    7,
    '"soon" is not a time; write a number and a unit: 300us, 2ms, 1.5s, 10m, 1h.',
  ],
  [
    "until: 30s",
    "until: 4s",
    "then[0].at",
    27,
    "This is after the end of the run (until: 4s), so it would never happen.",
  ],
  ["profile: current", "profile: curent", "profile", 5, '"curent" is not allowed here; did you mean "current"?'],
  [
    "    focus: web/Pod/reflector",
    "    focus: web/Pod/reflector\n    view: pipelin",
    "chapters[0].view",
    36,
    '"pipelin" is not allowed here; did you mean "pipeline"?',
  ],
  [
    "    focus: web/Pod/reflector",
    "    focus: web/Pod/reflector\n    view: metrics\n    check: audit",
    "chapters[0].check",
    37,
    "Only a chapter that shows the view diagnosis can open one of its checks.",
  ],
  [
    "opensAt: 1",
    "opensAt: 1\ncompare: [{ profile: classic }, { sead: 3, profile: current }]",
    "compare[1].sead",
    9,
    'There is no field "sead" here; did you mean "seed"?',
  ],
  [
    "opensAt: 1",
    "opensAt: 1\ncompare: [{ profile: classic }, { until: 20s }]",
    "compare[1]",
    9,
    'Give this variant a "name": what is different about it?',
  ],
  ["opensAt: 1", "compare: [{ seed: 3 }]\nopensAt: 1", "compare", 8, "Name two or three variants to compare."],
  ["opensAt: 1", "claims: [a, b, a]\nopensAt: 1", "claims[2]", 8, 'There is already a claim "a"; names must differ.'],
  ["opensAt: 1", "opensAt: 3", "opensAt", 8, "There are only 1 chapters."],
  ["zh: 两个 Pod", "ch: 两个 Pod", "title.ch", 3, 'There is no field "ch" here; there is en, zh.'],
  ["[a, b]", "[a, a]", "cluster.apiServers[1]", 11, 'There is already an API server "a"; names must differ.'],
  [
    "    kind: ReplicaSet\n",
    "    kind: ReplicatSet\n",
    "given[0].kind",
    17,
    'The cluster knows no kind "ReplicatSet"; did you mean "ReplicaSet"?',
  ],
  [
    "plural: databases }",
    'plural: databases, schema: { properties: { spec: { properties: { name: { pattern: "a(?=b)" } } } } } }',
    "cluster.crds[0].schema.properties.spec.properties.name.pattern",
    14,
    '"a(?=b)" must be a valid regular expression, but isn\'t: error parsing regexp: invalid or unsupported Perl syntax: `(?=`.',
  ],
  [
    "do: { compact: {} }",
    "do: { revokeToken: { process: wep } }",
    "then[3].do.revokeToken.process",
    30,
    'There is no controller "wep"; did you mean "web"?',
  ],
  [
    "do: { compact: {} }",
    "do: { raw: { method: POST, kind: Pod, namespace: demo } }",
    "then[3].do.raw",
    30,
    "A POST or a PUT needs a body.",
  ],
  [
    "do: { compact: {} }",
    "do: { raw: { method: DELETE, kind: Pod, namespace: demo, subresource: scale } }",
    "then[3].do.raw.subresource",
    30,
    '"scale" is not allowed here; there is status, finalize.',
  ],
  [
    "  noise: { perSecond: 2 }",
    "  webhooks: [{ name: a, type: validating, kinds: [Pod], does: stamp }]",
    "cluster.webhooks[0].does",
    12,
    "A validating webhook changes nothing: it does allow, deny or fail.",
  ],
  [
    "  noise: { perSecond: 2 }",
    "  webhooks: [{ name: a, type: validating, kinds: [Pod], reinvocation: IfNeeded }]",
    "cluster.webhooks[0].reinvocation",
    12,
    "A validating webhook is never called again.",
  ],
  [
    "  noise: { perSecond: 2 }",
    "  webhooks: [{ name: a, kinds: [Pod], denies: { spec.nodeName: x } }]",
    "cluster.webhooks[0].denies",
    12,
    "Only a webhook that does deny refuses some objects and not others.",
  ],
  ["apiVersion: apps/v1", "apiVersion: v1", "given[0].apiVersion", 16, "ReplicaSet is of apiVersion apps/v1, not v1."],
  [
    "reconciler: ReplicaSet",
    "reconciler: Replicaset2",
    "controllers[0].reconciler",
    22,
    'There is no reconciler "Replicaset2"; did you mean "ReplicaSet"?',
  ],
  [
    "- { kind: ReplicaSet }",
    "- { kind: Pod }",
    "controllers[0].watches[1].kind",
    25,
    'There is already a watch of kind "Pod"; names must differ.',
  ],
  [
    "with: 410",
    "with: 418",
    "then[1].do.endWatch.with",
    28,
    "418 is no way to fail; there is eof, reset, refused, timeout, 403, 409, 410, 429, 500, 503, 504.",
  ],
  [
    "endWatch: { client: web, kind: Pod",
    "endWatch: { client: wep, kind: Pod",
    "then[1].do.endWatch.client",
    28,
    'There is no controller "wep"; did you mean "web"?',
  ],
  [
    "endWatch: { client: web, kind: Pod",
    "endWatch: { client: web, kind: Node",
    "then[1].do.endWatch.kind",
    28,
    'The controller "web" does not watch Node; it watches ReplicaSet, Pod.',
  ],
  [
    "do: { compact: {} }",
    "do: { compakt: {} }",
    "then[3].do.compakt",
    30,
    'There is no action "compakt"; did you mean "compact"?',
  ],
  [
    "do: { compact: {} }",
    "do: { compact: {}, stopAnswering: {} }",
    "then[3].do",
    30,
    "Only one action can stand here; write one step for each.",
  ],
  ["- { at: 7s, do", "- { do", "then[3]", 30, 'A step needs either "at" (a time) or "on" (an event).'],
  [
    "- { at: 7s, do",
    "- { at: 7s, as: me, do",
    "then[3]",
    30,
    '"as" belongs to create, patch and delete; nobody in particular makes a fault.',
  ],
  [
    "type: reconcile.start, nth: 3",
    "type: reconcile.strat, nth: 3",
    "then[1].on.type",
    28,
    'No event is of type "reconcile.strat"; did you mean "reconcile.start"?',
  ],
  ["nth: 3", "nth: 0", "then[1].on.nth", 28, "0 should be a whole number from 1 to 1000000."],
  [
    "say: It starts.",
    `say: ${"word ".repeat(41)}`,
    "chapters[0].say",
    33,
    "This has 41 words; a chapter has at most 40.",
  ],
  [
    "right: 2",
    "right: 3",
    "chapters[0].ask",
    36,
    '"right" is the number of an option, from 1; there are fewer options.',
  ],
  [
    "server: a, duration: 1.5s",
    "server: c, duration: 1.5s",
    "chapters[0].tries[0].do.cutLink.server",
    42,
    'There is no API server "c"; there is a, b.',
  ],
  ["equals: 1", "equal: 1", "expect[0].equal", 44, 'There is no field "equal" here; did you mean "equals"?'],
  [
    ", equals: 1",
    "",
    "expect[0]",
    44,
    "count and final need equals, atLeast or atMost; never and order take none of them.",
  ],
  [
    "metadata: { name: web,",
    "metadata: { name: Web_1,",
    "given[0].metadata.name",
    18,
    '"Web_1" is not an object\'s name: use a-z, 0-9, - and dots.',
  ],
  ["spec: { replicas: 2, ", "spec: [2]\n    x: { ", "given[0].spec", 19, "A list should be a group of fields here."],
  ["controllers:\n", "controllers: 5\nx:\n", "controllers", 20, "5 should be a list."],
];

test.each(wrong)("%j → %j is a problem with its place", (from, to, path, line, message) => {
  expect(good).toContain(from);
  const decoded = decodeScenario(good.replace(from, to));
  expect(decoded.type === "problems" && decoded.problems).toContainEqual({ path, line, message });
});

test.each([
  ["", "Here must be a group of fields."],
  ["[]", "Here must be a group of fields."],
  ["5", "Here must be a group of fields."],
])("%j is no scenario", (text, message) => {
  expect(decodeScenario(text)).toEqual({ type: "problems", problems: [{ path: "", line: 1, message }] });
});

test("all problems of a file are listed, in the order of their lines", () => {
  const decoded = decodeScenario(good.replace("seed: 7", "seed: x").replace("until: 30s", "until: -1s"));
  expect(decoded.type === "problems" && decoded.problems.map(({ path }) => path)).toEqual(["seed", "until"]);
});

test("at most fifty problems are listed", () => {
  const fields = Array.from({ length: 400 }, (_, index) => `unknown${index}: 1`).join("\n");
  const decoded = decodeScenario(`loopscope: 1\nid: x\ntitle: X\n${fields}\n`);
  expect(decoded.type === "problems" && decoded.problems.length).toBe(50);
});

test("a list that is too long is one problem, not one for each of its items", () => {
  const decoded = decodeScenario(`loopscope: 1\nid: x\ntitle: X\nexpect:\n${"  - { kount: 1 }\n".repeat(2_000)}`);
  expect(decoded).toEqual({
    type: "problems",
    problems: [{ path: "expect", line: 5, message: "There are 2000 items here; no list or group has more than 500." }],
  });
});

test("two objects of one name are a problem", () => {
  const pod = '{ "apiVersion": "v1", "kind": "Pod", "metadata": { "name": "a" } }';
  const decoded = decodeScenario(`loopscope: 1\nid: x\ntitle: X\ngiven:\n  - ${pod}\n  - ${pod}\n`);
  expect(decoded).toEqual({
    type: "problems",
    problems: [
      {
        path: "given[1].metadata.name",
        line: 6,
        message: 'There is already an object "Pod default/a"; names must differ.',
      },
    ],
  });
});

test("a place of a file is found again after it was decoded", () => {
  expect(lineOfPlace(good, ["then", 1])).toBe(28);
  expect(lineOfPlace("a: [", ["a"])).toBeUndefined();
});

test("a variant is the file with its patch laid over it; things with names are patched by name", () => {
  const compare = "compare: [{ seed: 3 }, { name: Slow, controllers: [{ name: web, workers: 4 }] }]";
  const decoded = decodeScenario(`${good}${compare}\n`);
  if (decoded.type !== "ok") throw new Error(JSON.stringify(decoded.problems));
  const [first, second] = decoded.value.variants;
  expect([first?.name.en, second?.name.en]).toEqual(["seed 3", "Slow"]);
  expect([first?.scenario.seed, second?.scenario.seed]).toEqual([3, 7]);
  expect(second?.scenario.controllers).toMatchObject([{ name: "web", reconciler: "ReplicaSet", workers: 4 }]);
});

test("a controller waits for its caches for ever unless the file says how long; 0 is no limit", () => {
  const limited = (text: string) =>
    decodeScenario(good.replace("reconciler: ReplicaSet", `$&\n    cacheSyncTimeout: ${text}`));
  const [plain, two, none] = [decodeScenario(good), limited("2m"), limited("0s")];
  if (plain.type !== "ok" || two.type !== "ok" || none.type === "ok") throw new Error("decoded otherwise");
  expect(plain.value.controllers[0]?.cacheSyncTimeout).toBeUndefined();
  expect(two.value.controllers[0]?.cacheSyncTimeout).toBe(120_000_000);
  expect(none.problems).toMatchObject([{ path: "controllers[0].cacheSyncTimeout" }]);
});
