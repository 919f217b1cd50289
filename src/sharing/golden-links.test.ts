// Goal: a link that was ever given away opens for ever. Method: links of released formats, written down once, with what they hold. Lines are
// only ever added; when one of these tests fails, the codec is wrong, not the line.
import { expect, test } from "vitest";
import { micros, milliseconds, seconds } from "../base/time.ts";
import { STOCK_IDS } from "../scenarios/stock-ids.ts";
import type { Action } from "../simulation/cluster/actions.ts";
import { crc32 } from "./crc32.ts";
import { DICTIONARY } from "./dictionary.ts";
import { decodeLink } from "./link.ts";
import type { SharedRun } from "./shared-run.ts";
import { STOCK_NUMBERS } from "./stock-numbers.ts";

const moment: SharedRun = {
  engine: "0.1.0",
  spec: { scenario: { type: "stock", id: "watch-history-gone" }, seed: 7, inputs: [] },
  cursor: { type: "event", seq: 432 },
  digest: "0123456789abcd",
  view: {},
};

const web = { kind: "ReplicaSet", namespace: "demo", name: "web" };
const pod = { kind: "Pod", namespace: "demo", name: "web-4kq7z" };

/** Every kind of action, with and without its optional fields. */
const everyAction: readonly Action[] = [
  {
    type: "create",
    object: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "x", namespace: "demo" }, data: { a: "1" } },
  },
  { type: "create", object: { apiVersion: "v1", kind: "Node", metadata: { name: "node-9" } }, as: "editor" },
  { type: "patch", target: web, merge: { spec: { replicas: 5 } } },
  {
    type: "patch",
    target: pod,
    merge: { status: { ready: false, list: [1, -2, 2.5, null, "x"], big: 1e12 } },
    subresource: "status",
    as: "kubelet/node-1",
  },
  { type: "patch", target: web, merge: { metadata: { labels: { tier: "front" } } } },
  { type: "patch", target: web, merge: { metadata: { annotations: { note: "中文" } } } },
  { type: "delete", target: pod },
  { type: "delete", target: pod },
  {
    type: "delete",
    target: { kind: "Node", name: "node-1" },
    gracePeriodSeconds: 0,
    propagation: "Foreground",
    as: "admin",
  },
  { type: "endWatch", client: "web", kind: "Pod", mode: 410 },
  { type: "silenceWatch", client: "web", kind: "Pod" },
  { type: "holdEvents", client: "web", kind: "Pod", duration: seconds(10) },
  { type: "loseEvent", client: "web", kind: "Pod", count: 2 },
  {
    type: "answer",
    match: { client: "web", verb: "create", kind: "Pod" },
    mode: 500,
    extent: { type: "times", count: 3 },
    retryAfterSeconds: 1,
  },
  { type: "answer", match: {}, mode: "timeout", extent: { type: "for", duration: milliseconds(1_500) } },
  { type: "answer", match: { name: "x" }, mode: 429, extent: { type: "untilStopped" } },
  { type: "stopAnswering" },
  { type: "cutLink", process: "web", server: "a" },
  { type: "cutLink", process: "web", server: "b", duration: seconds(60) },
  { type: "mendLink", process: "web", server: "a" },
  { type: "slowLink", process: "web", server: "a", delay: micros(12_345) },
  { type: "compact" },
  { type: "restartServer", server: "a", downFor: seconds(2) },
  { type: "freezeCache", server: "a", kind: "Pod", duration: seconds(5) },
  { type: "slowEtcd", delay: milliseconds(20), duration: seconds(3) },
  { type: "crash", process: "web" },
  { type: "crash", process: "web", restartAfter: seconds(1) },
  { type: "pause", process: "web", duration: seconds(4) },
  { type: "stop", process: "web" },
  { type: "slowHandler", process: "web", kind: "Pod", handler: "audit", takes: seconds(4) },
  { type: "revoke", process: "web", verb: "list", kind: "Pod" },
  { type: "grant", process: "web", verb: "list", kind: "Pod" },
  { type: "deliver", choice: 2 },
];

/** Kinds of action that came later, each with a link of its own. */
const laterActions: readonly Action[] = [
  {
    type: "apply",
    object: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "x", namespace: "demo" }, data: { a: "1" } },
  },
  {
    type: "apply",
    object: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "x", namespace: "demo" }, data: { a: "2" } },
    fieldManager: "kubectl",
    force: true,
    as: "editor",
  },
];

/** Those that no longer fit into the first byte. */
const longActions: readonly Action[] = [
  { type: "tell", system: "gateway", event: "slow", about: "-" },
  { type: "raw", method: "DELETE", kind: "Pod", namespace: "demo", name: "web-4kq7z", subresource: "status" },
  {
    type: "raw",
    method: "POST",
    kind: "ConfigMap",
    body: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "x", namespace: "demo" } },
    as: "editor",
  },
  { type: "raw", method: "PUT", kind: "Node" },
  { type: "revokeToken", process: "web" },
  { type: "renewToken", process: "web" },
  { type: "revokeToken", process: "web" },
];

const golden: Readonly<Record<string, SharedRun>> = {
  "1AwA8APN7fAs2AAEAB7ADASNFZ4mrzQA": moment,
  "1AQC-AMXHiogAAAEAAA": {
    ...moment,
    spec: { scenario: { type: "stock", id: "three-pods" }, inputs: [] },
    cursor: { type: "start" },
    digest: undefined,
  },
  "1AwA8ANtEL-AXAAEAuQcBI0VniavNAA": {
    ...moment,
    cursor: { type: "end" },
    spec: {
      ...moment.spec,
      profile: "classic",
      parts: { watchList: false, fifo: "RealFIFO atomic", queue: "priority" },
    },
  },
  "1AwA8AWFyopnT-88F7CzrGejmpVaUsPsyKrumd64-y8TAkliRWczACi7eGFgKEvNSGThADUpQi5wBAA": {
    ...moment,
    engine: "0.2.0-next",
    cursor: { type: "step", step: 77 },
    view: { axis: "order", pane: "timeline" },
  },
  "1AwA8ALqBWKFHAAEABP____8PtbivEgEjRWeJq80A": {
    ...moment,
    cursor: { type: "time", at: micros(12_842_001) },
    spec: { ...moment.spec, seed: 4_294_967_295, parts: { watchList: true } },
  },
  "1AwA8AELzjhJWAAEABwMBI0VniavNAawCCAKHBQ": {
    ...moment,
    cursor: { type: "chapter", index: 3 },
    spec: {
      ...moment.spec,
      inputs: [{ step: 300, action: { type: "patch", target: web, merge: { spec: { replicas: 5 } } } }],
    },
  },
  "1AwA8Abc5OCkdlzFLw2AQhu-765fEtzUKDgZqxRJFF7WBIu0gdBF0c3RUUaq4OCh0TFFTOxSMreKYDoKghQ4Orv4AV3-B-Dv6JTccdxy83PDywLtFiuyxKH-n2X3_KRMN_Gh1OVpwH8sRqdZKlKNcasxYmzWA6mfnohubs5WiYb1OVhpmDTMd7mjkleLv7kdc6pPOAlrb66lbvmvkKKswqpIcnzdvwmTw2isRuRfXxu-nV5uZWmBUkoC04YKBrsPDCll_X6P_5w5mBb-YpyLRhnlaH50YXsJjsbDEgjWWRVRYGHWb58RRolAj4ScfNadqExrYZY09nv5U2DfTAevRkHGIM23hUssMWttTCBlto3bPBTwwXljyBSTsCd7SNuYJ":
    { ...moment, spec: { ...moment.spec, inputs: everyAction.map((action, index) => ({ step: index * 10, action })) } },
  "1AwA8Acinok8zY2BkYN_AzKjsmt65-iwTw44pym3qKm0yfJMU2xgYK1TbWBhYQAlzIiuQa8i1H0naBChpChY3YmDPLk0ChkMOIwMbqGebXwQA": {
    ...moment,
    spec: { ...moment.spec, inputs: laterActions.map((action, index) => ({ step: index * 10, action })) },
  },
  "1AwA8AcgEO0IzY2BkYN_AzKjsmt65-iw7wwEG9nRgyixPrGRgAbWlGBh1uU4wsDMxszAyHexcwwDkSDDITFZuU1dpk-GbpNjGwFih2sbCwAbq0ALLzRMMDIzSXCcYGZi4TjABiSsA":
    {
      ...moment,
      spec: { ...moment.spec, inputs: longActions.map((action, index) => ({ step: index * 10, action })) },
    },
  "1AAD_AYy06iIzYWBk2MDMqOya3rn6LIMjppuAKQzVMb5AEYipzzomPp_VAjQZWqAZAws0AA": {
    ...moment,
    spec: {
      scenario: { type: "inline", text: "loopscope: 1\nid: mine\ntitle: { en: Mine, zh: 我的 }\nuntil: 30s\n" },
      inputs: [],
    },
  },
};

test.each(Object.entries(golden))("%s opens as it always did", (link, run) => {
  expect(decodeLink(`#${link}`)).toEqual({ type: "ok", value: run });
});

test("the golden links hold every kind of action", () => {
  expect(new Set([...everyAction, ...laterActions, ...longActions].map(({ type }) => type)).size).toBe(28);
});

test("the dictionary of format 1 is what it was", () => {
  expect(crc32(DICTIONARY)).toBe(0xd2b0b7d1);
});

test("every scenario of the catalogue has a number", () => {
  expect(STOCK_IDS.filter((id) => !STOCK_NUMBERS.includes(id))).toEqual([]);
  expect(new Set(STOCK_NUMBERS).size).toBe(STOCK_NUMBERS.length);
});
