import fc from "fast-check";
import { expect, test } from "vitest";
import { micros } from "../base/time.ts";
import { FIFO_KINDS, type Input, PROFILES, QUEUE_KINDS } from "../scenarios/run-spec.ts";
import type { Action, FailureMode } from "../simulation/cluster/actions.ts";
import { RUN_BOUNDS } from "../simulation/kernel/run-bound.ts";
import type { DraftObject, Json } from "../simulation/kubernetes/object.ts";
import { encodeHandLink } from "./hand-link.ts";
import { decodeLink, encodeLink } from "./link.ts";
import type { SharedRun } from "./shared-run.ts";
import { STOCK_NUMBERS } from "./stock-numbers.ts";

// Goal: no run is lost in a link. Method: any run at all, of every kind of action, there and back.

const anyName = fc.oneof(
  fc.constantFrom("web", "Pod", "demo", "web-4kq7z", "api-zl5jf-9mmtd", "a"),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }),
);
const anyTime = fc
  .oneof(
    fc.nat(10_000_000),
    fc.nat(10_000).map((ms) => ms * 1_000),
    fc.nat(3_600).map((s) => s * 1_000_000),
  )
  .map(micros);
const anyMode = fc.constantFrom<FailureMode[]>("eof", "reset", "refused", "timeout", 403, 409, 410, 429, 500, 503, 504);

const { json: anyJson } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    anyName,
    fc.nat(9).map((replicas) => ({ spec: { replicas } })),
    anyName.map((value) => ({ metadata: { labels: { [value === "__proto__" ? "x" : value]: value } } })),
    anyName.map((value) => ({ metadata: { annotations: { note: value } } })),
    fc.array(tie("json"), { maxLength: 10 }),
    fc.dictionary(
      anyName.filter((name) => name !== "__proto__"),
      tie("json"),
      { maxKeys: 18, noNullPrototype: true },
    ),
  ),
}));

const anyTarget = fc.record({ kind: anyName, namespace: anyName, name: anyName }, { requiredKeys: ["kind", "name"] });

const anyObject: fc.Arbitrary<DraftObject> = fc.record({
  apiVersion: anyName,
  kind: anyName,
  metadata: fc.record({ name: anyName }),
});

const anyExtent = fc.oneof(
  fc.record({ type: fc.constant("times" as const), count: fc.nat() }),
  fc.record({ type: fc.constant("for" as const), duration: anyTime }),
  fc.constant({ type: "untilStopped" as const }),
);

const anyMatch = fc.record(
  {
    client: anyName,
    verb: fc.constantFrom("get" as const, "list" as const, "watch" as const, "create" as const),
    kind: anyName,
    name: anyName,
  },
  { requiredKeys: [] },
);

function action<Type extends Action["type"]>(type: Type) {
  return { type: fc.constant(type) };
}

/** One arbitrary for each kind of action; a kind without one does not compile. */
const actions: { readonly [Type in Action["type"]]: fc.Arbitrary<Extract<Action, { type: Type }>> } = {
  create: fc.record({ ...action("create"), object: anyObject, as: anyName }, { requiredKeys: ["type", "object"] }),
  apply: fc.record(
    { ...action("apply"), object: anyObject, fieldManager: anyName, force: fc.boolean(), as: anyName },
    { requiredKeys: ["type", "object"] },
  ),
  patch: fc.record(
    { ...action("patch"), target: anyTarget, merge: anyJson, subresource: fc.constant("status"), as: anyName },
    { requiredKeys: ["type", "target", "merge"] },
  ),
  delete: fc.record(
    {
      ...action("delete"),
      target: anyTarget,
      gracePeriodSeconds: fc.nat(),
      propagation: fc.constantFrom("Background", "Foreground", "Orphan"),
      as: anyName,
    },
    { requiredKeys: ["type", "target"] },
  ),
  endWatch: fc.record({ ...action("endWatch"), client: anyName, kind: anyName, mode: anyMode }),
  silenceWatch: fc.record({ ...action("silenceWatch"), client: anyName, kind: anyName }),
  holdEvents: fc.record({ ...action("holdEvents"), client: anyName, kind: anyName, duration: anyTime }),
  loseEvent: fc.record({ ...action("loseEvent"), client: anyName, kind: anyName, count: fc.nat() }),
  answer: fc.record(
    { ...action("answer"), match: anyMatch, mode: anyMode, extent: anyExtent, retryAfterSeconds: fc.nat() },
    { requiredKeys: ["type", "match", "mode", "extent"] },
  ),
  stopAnswering: fc.record(action("stopAnswering")),
  cutLink: fc.record(
    { ...action("cutLink"), process: anyName, server: anyName, duration: anyTime },
    { requiredKeys: ["type", "process", "server"] },
  ),
  mendLink: fc.record({ ...action("mendLink"), process: anyName, server: anyName }),
  slowLink: fc.record({ ...action("slowLink"), process: anyName, server: anyName, delay: anyTime }),
  compact: fc.record(action("compact")),
  restartServer: fc.record({ ...action("restartServer"), server: anyName, downFor: anyTime }),
  freezeCache: fc.record({ ...action("freezeCache"), server: anyName, kind: anyName, duration: anyTime }),
  slowEtcd: fc.record({ ...action("slowEtcd"), delay: anyTime, duration: anyTime }),
  crash: fc.record(
    { ...action("crash"), process: anyName, restartAfter: anyTime },
    { requiredKeys: ["type", "process"] },
  ),
  pause: fc.record({ ...action("pause"), process: anyName, duration: anyTime }),
  stop: fc.record({ ...action("stop"), process: anyName }),
  slowHandler: fc.record({
    ...action("slowHandler"),
    process: anyName,
    kind: anyName,
    handler: anyName,
    takes: anyTime,
  }),
  revoke: fc.record({ ...action("revoke"), process: anyName, verb: anyName, kind: anyName }),
  grant: fc.record({ ...action("grant"), process: anyName, verb: anyName, kind: anyName }),
  raw: fc.record(
    {
      ...action("raw"),
      method: fc.constantFrom("POST", "PUT", "DELETE"),
      kind: anyName,
      namespace: anyName,
      name: anyName,
      subresource: fc.constantFrom("status", "finalize"),
      body: anyObject,
      as: anyName,
    },
    { requiredKeys: ["type", "method", "kind"] },
  ),
  revokeToken: fc.record({ ...action("revokeToken"), process: anyName }),
  renewToken: fc.record({ ...action("renewToken"), process: anyName }),
  tell: fc.record({ ...action("tell"), system: anyName, event: anyName, about: anyName }),
  deliver: fc.record({ ...action("deliver"), choice: fc.nat() }),
};

/** Any kind of action. */
const anyAction: fc.Arbitrary<Action> = fc.oneof(...Object.values(actions));

const anyInputs: fc.Arbitrary<readonly Input[]> = fc
  .array(fc.tuple(fc.nat(2_000), anyAction), { maxLength: 12 })
  .map((list) => {
    let step = 0;
    return list.map(([distance, one]) => {
      step += distance;
      return { step, action: one };
    });
  });

const anyCursor = fc.oneof(
  fc.constantFrom({ type: "start" as const }, { type: "end" as const }),
  fc.nat(RUN_BOUNDS.steps).map((step) => ({ type: "step" as const, step })),
  fc.nat(RUN_BOUNDS.events).map((seq) => ({ type: "event" as const, seq })),
  fc.nat(24 * 3_600_000_000).map((at) => ({ type: "time" as const, at })),
  fc.nat(49).map((index) => ({ type: "chapter" as const, index })),
);

const anyScenario = fc.oneof(
  fc.constantFrom(...STOCK_NUMBERS).map((id) => ({ type: "stock" as const, id })),
  fc.string({ unit: "grapheme", maxLength: 300 }).map((text) => ({ type: "inline" as const, text })),
);

/** Any run that a link can hold. */
const anyRun: fc.Arbitrary<SharedRun> = fc.record({
  engine: fc.oneof(fc.constantFrom(undefined, "0.1.0", "1.22.3", "0.10.0-rc.1", "01.2.3", "100.0.0"), anyName),
  spec: fc.record(
    {
      scenario: anyScenario,
      variant: fc.nat(2),
      profile: fc.constantFrom(...PROFILES),
      parts: fc.oneof(
        fc.record({ watchList: fc.boolean(), fifo: fc.constantFrom(...FIFO_KINDS) }),
        fc.record({ queue: fc.constantFrom(...QUEUE_KINDS) }),
      ),
      seed: fc.nat(4_294_967_295),
      inputs: anyInputs,
    },
    { requiredKeys: ["scenario", "inputs"] },
  ),
  cursor: anyCursor,
  digest: fc.option(fc.stringMatching(/^[0-9a-f]{14}$/), { nil: undefined }),
  view: fc.oneof(
    fc.constant({}),
    fc.dictionary(
      anyName.filter((name) => name !== "__proto__"),
      anyName,
      { maxKeys: 5, noNullPrototype: true },
    ),
  ),
});

test("what a link holds comes back exactly", () => {
  fc.assert(
    fc.property(anyRun, (run) => {
      expect(decodeLink(encodeLink(run))).toEqual({ type: "ok", value: run });
      expect(decodeLink(`#${encodeLink(run)}`)).toEqual({ type: "ok", value: run });
    }),
    { numRuns: 200 },
  );
});

test("a link holds only characters that no program changes on the way", () => {
  fc.assert(
    fc.property(anyRun, (run) => {
      expect(encodeLink(run)).toMatch(/^1[A-Za-z0-9_-]+$/);
    }),
  );
});

test("what can be written by hand comes back", () => {
  fc.assert(
    fc.property(anyRun, (run) => {
      const text = encodeHandLink(run);
      fc.pre(text !== undefined);
      const opened = decodeLink(text);
      expect(opened).toEqual({ type: "ok", value: { ...run, engine: undefined, digest: undefined, view: {} } });
    }),
    { numRuns: 100 },
  );
});
