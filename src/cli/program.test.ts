import { expect, test } from "vitest";
import { decodeLink } from "../sharing/link.ts";
import { program } from "./program.ts";

const small = `loopscope: 1
id: small
title: Small
until: 3s
given:
  - apiVersion: apps/v1
    kind: ReplicaSet
    metadata: { name: web, namespace: demo, labels: { app: web } }
    spec:
      replicas: 1
      selector: { matchLabels: { app: web } }
      template: { metadata: { labels: { app: web } }, spec: { containers: [{ name: web, image: nginx }] } }
controllers:
  - name: web
    reconciler: ReplicaSet
    watches:
      - { kind: ReplicaSet }
      - { kind: Pod, owner: ReplicaSet }
expect:
  - { final: { kind: Pod, namespace: demo, fields: { status.phase: Running } }, equals: 1 }
`;

async function run(args: readonly string[], files: Readonly<Record<string, string>> = {}) {
  let out = "";
  let complaints = "";
  const code = await program(args, {
    print: (text) => {
      out += text;
    },
    complain: (line) => {
      complaints += `${line}\n`;
    },
    readText: (file) => files[file],
  });
  return { code, out, complaints };
}

test("run prints a line per event and is content when all expectations are met", async () => {
  const { code, out, complaints } = await run(["run", "small.yaml"], { "small.yaml": small });
  expect({ code, complaints }).toEqual({ code: 0, complaints: "" });
  const lines = out.trimEnd().split("\n");
  expect(lines[0]).toMatch(/^e0 s0 0\.000000 etcd etcd\.commit revision=2 verb=create kind=ReplicaSet key=demo\/web/);
  expect(lines.every((line, index) => line.startsWith(`e${index} s`))).toBe(true);
});

test("run as JSON lines prints the same events", async () => {
  const files = { "small.yaml": small };
  const [text, json] = [
    await run(["run", "small.yaml"], files),
    await run(["run", "small.yaml", "--format", "jsonl"], files),
  ];
  const events = json.out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(events.length).toBe(text.out.trimEnd().split("\n").length);
  expect(events[0]).toMatchObject({
    seq: 0,
    step: 0,
    at: 0,
    actor: "etcd",
    type: "etcd.commit",
    revision: 2,
    kind: "ReplicaSet",
  });
});

test("what was expected and did not come is named with its line, and the exit code is 1", async () => {
  const file = `${small.replace("equals: 1", "equals: 2")}  - { never: { type: reconcile.start } }\n`;
  const { code, complaints } = await run(["run", "small.yaml"], { "small.yaml": file });
  expect(code).toBe(1);
  expect(complaints).toContain(
    "small.yaml:20: expect[0]: Not met: wanted at the end 2 × Pod demo status.phase=Running, found 1.\n",
  );
  expect(complaints).toContain("small.yaml:21: expect[1]: Not met: wanted never reconcile.start, found e");
});

test("a step of the script that never matches is named with its line", async () => {
  const file = `${small}then:\n  - { on: { type: watch.event, code: 410, nth: 2 }, do: { compact: {} } }\n`;
  for (const command of ["run", "check"]) {
    const { code, complaints } = await run([command, "small.yaml"], { "small.yaml": file });
    expect(code).toBe(1);
    expect(complaints).toContain(
      "small.yaml:22: then[0].on: This step never happens: no watch.event like this came 2 times before the end of the run.",
    );
  }
});

test("a wrong file is refused with path, line and reason, and the exit code is 2", async () => {
  for (const command of ["run", "check", "link"]) {
    const { code, out, complaints } = await run([command, "small.yaml"], {
      "small.yaml": small.replace("until: 3s", "until: -3s"),
    });
    expect({ code, out, complaints }).toEqual({
      code: 2,
      out: "",
      complaints: 'small.yaml:4: until: "-3s" is negative; times count from 0.\n',
    });
  }
});

test("a run in which no time passes any more is stopped, and both commands say where", async () => {
  const file = `loopscope: 1
id: endless
title: Endless
timing: { apiCall: 0s, etcdCommit: 0s, cacheLag: 0s, watchDelivery: { default: 0s }, reconcilePhase: 0s, jitter: off }
cluster: { webhooks: [{ name: stamp.example.com, kinds: [ConfigMap], does: stamp, takes: 0s }] }
given: [{ apiVersion: v1, kind: ConfigMap, metadata: { name: a, namespace: demo } }]
controllers: [{ name: web, reconciler: TimestampWriter, watches: [{ kind: ConfigMap }] }]
`;
  for (const command of ["run", "check"]) {
    const { code, complaints } = await run([command, "endless.yaml"], { "endless.yaml": file });
    expect(code, command).toBe(1);
    expect(complaints).toContain(
      "endless.yaml:4: timing: The run was stopped at 0.2s, after 20,000 steps in which no time passed; give spans of 0 some time.",
    );
  }
});

test("until and seed change the run", async () => {
  const files = { "small.yaml": small };
  const whole = await run(["run", "small.yaml"], files);
  const short = await run(["run", "small.yaml", "--until", "100ms"], files);
  expect(short.code).toBe(1);
  expect(whole.out.startsWith(short.out)).toBe(true);
  expect(short.out.length).toBeLessThan(whole.out.length);
  const other = await run(["run", "small.yaml", "--seed", "9"], files);
  expect(other.code).toBe(0);
  expect(other.out).not.toBe(whole.out);
});

test("a stock scenario runs by its id, in the profile that is asked for", async () => {
  const current = await run(["run", "three-pods", "--until", "1s"]);
  const classic = await run(["run", "three-pods", "--until", "1s", "--profile", "classic"]);
  expect(current.out).not.toContain("list.request");
  expect(classic.out).toContain("list.request");
});

test("a profile that the scenario does not speak of is pointed out", async () => {
  const { complaints } = await run(["run", "stopping", "--profile", "classic"]);
  expect(complaints).toContain("loopscope: stopping tells its story for current; in classic it may go another way\n");
});

test("list --json gives id, titles, tags and profiles", async () => {
  const { code, out } = await run(["list", "--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(out)[0]).toMatchObject({
    id: "three-pods",
    title: { en: "Three pods", zh: "三个 Pod" },
    tags: ["S1", "basics", "reconcile", "queue"],
    profiles: ["classic", "in-order", "current"],
  });
  expect((await run(["list"])).out).toContain("watch-history-gone ");
});

test("check runs a scenario in every profile that it names", async () => {
  const { code, out } = await run(["check", "small.yaml"], {
    "small.yaml": small.replace("until", "profiles: [classic, current]\nuntil"),
  });
  expect(code).toBe(0);
  expect(out).toMatch(
    /^small: \d+ events, all expectations met \(profile classic\)\nsmall: \d+ events, all expectations met \(profile current\)\n$/,
  );
});

test("a run that a scenario compares is checked against what its patch expects, by itself and with the rest", async () => {
  const compare =
    "compare:\n  - { name: { en: Plain, zh: 原样 } }\n  - name: { en: Shorter, zh: 更短 }\n    until: 1s\n";
  const met = `${small}${compare}    expect: [{ never: { type: user.edit } }]\n`;
  const checked = await run(["check", "small.yaml"], { "small.yaml": met });
  expect(checked.code).toBe(0);
  expect(checked.out).toMatch(
    /\(variant 1, Plain\)\nsmall: \d+ events, all expectations met \(variant 2, Shorter\)\n$/,
  );
  const unmet = `${small}${compare}    expect: [{ never: { type: process.start } }]\n`;
  for (const command of [["check"], ["run", "--variant", "2"]]) {
    const { code, complaints } = await run([...command, "small.yaml"], { "small.yaml": unmet });
    expect(code).toBe(1);
    expect(complaints).toMatch(
      /^small.yaml:25: compare\[1\].expect\[0\]: Not met: wanted never process.start, found e\d+\./,
    );
  }
  expect((await run(["run", "--variant", "1", "small.yaml"], { "small.yaml": unmet })).code).toBe(0);
});

test("link gives a link to a run that a scenario compares", async () => {
  const { out } = await run(["link", "three-queues", "--variant", "2", "--at", "e20"]);
  expect(decodeLink(out.trim())).toMatchObject({
    type: "ok",
    value: { spec: { scenario: { type: "stock", id: "three-queues" }, variant: 1 }, cursor: { seq: 20 } },
  });
});

test("link gives a link that opens at the place, with the digest to verify it by", async () => {
  const { code, out } = await run(["link", "three-pods", "--at", "e120"]);
  expect(code).toBe(0);
  expect(out.trim().length).toBeLessThanOrEqual(61);
  expect(decodeLink(out.trim())).toMatchObject({
    type: "ok",
    value: {
      spec: { scenario: { type: "stock", id: "three-pods" } },
      cursor: { type: "event", seq: 120 },
      digest: expect.stringMatching(/^[0-9a-f]{14}$/),
    },
  });
  const inline = await run(["link", "small.yaml"], { "small.yaml": small });
  expect(decodeLink(inline.out.trim())).toMatchObject({
    type: "ok",
    value: { spec: { scenario: { type: "inline", text: small } }, cursor: { type: "start" } },
  });
});

test.each([
  [["link", "three-pods", "--at", "e99999"], "loopscope: the run ends before e99999\n"],
  [["link", "three-pods", "--at", "c40"], "loopscope: the run ends before c40\n"],
  [
    ["link", "three-pods", "--at", "x"],
    "loopscope: --at x is no place; write e120 (event), s42 (step), c3 (chapter), 12.8s (time) or end\n",
  ],
  [
    ["run", "three-queues", "--variant", "4"],
    "three-queues: variant: The scenario compares 3 runs; there is no variant 4.\n",
  ],
  [
    ["run", "three-queues", "--variant", "0"],
    'loopscope: --variant takes a whole number from 1, not "0". Try loopscope --help.\n',
  ],
  [
    ["run", "thre-pods"],
    'thre-pods: There is no such file, and no scenario of this name in the catalogue; did you mean "three-pods"?\n',
  ],
  [["run", "three-pods", "--until", "5"], 'loopscope: --until: "5" has no unit; write 5s or 5ms.\n'],
  [
    ["run", "three-pods", "--seed", "x"],
    'loopscope: --seed takes a whole number from 0 to 4294967295, not "x". Try loopscope --help.\n',
  ],
  [
    ["run", "three-pods", "--profile", "new"],
    'loopscope: there is no profile "new", only classic, in-order, current. Try loopscope --help.\n',
  ],
  [
    ["run", "three-pods", "--format", "xml"],
    'loopscope: --format takes text or jsonl, not "xml". Try loopscope --help.\n',
  ],
  [["run", "three-pods", "--json"], "loopscope: run takes no --json. Try loopscope --help.\n"],
  [["run"], "loopscope: run needs a file, or the id of a scenario (see: loopscope list). Try loopscope --help.\n"],
  [["run", "a", "b"], "loopscope: run takes one scenario, not 2. Try loopscope --help.\n"],
  [["walk"], 'loopscope: there is no command "walk", only run, check, list, link. Try loopscope --help.\n'],
  [[], "loopscope: say what to do: run, check, list, link. Try loopscope --help.\n"],
  [["--wrong"], "loopscope: Unknown option '--wrong'. Try loopscope --help.\n"],
])("%j is refused: %s", async (args, complaints) => {
  expect(await run(args)).toEqual({ code: 2, out: "", complaints });
});

test("help and version are printed on request", async () => {
  expect((await run(["--help"])).out).toContain("loopscope run FILE|ID");
  expect((await run(["--version"])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
});
