import { expect, test } from "vitest";
import { micros } from "../base/time.ts";
import type { TraceEvent } from "../simulation/kernel/world.ts";
import type { KubeObject } from "../simulation/kubernetes/object.ts";
import { checkExpectations, indexOfMoment } from "./expect.ts";
import type { Expectation } from "./scenario.ts";

const trace = [
  event("a", { type: "list.request", n: 1 }),
  event("a", { type: "list.response", n: 1 }),
  event("b", { type: "list.request", n: 1 }),
  event("a", { type: "list.request", n: 2 }),
].map((one, seq) => ({ ...one, seq }));

function event(actor: string, fact: { readonly type: string; readonly n: number }): TraceEvent {
  return { seq: 0, step: 0, at: micros(0), actor, cause: undefined, fact };
}

function pod(name: string, phase: string): KubeObject {
  const metadata = {
    name,
    namespace: "demo",
    uid: name,
    resourceVersion: "1",
    creationTimestamp: "2026-01-01T00:00:00Z",
  };
  return { apiVersion: "v1", kind: "Pod", metadata, status: { phase } };
}

const final = [pod("x", "Running"), pod("y", "Running"), pod("z", "Pending")];
const any = { least: 0, most: Number.MAX_SAFE_INTEGER };

function verdict(expectation: Expectation) {
  const [found] = checkExpectations([expectation], trace, final);
  return found;
}

test("count counts the events that fit", () => {
  const match = { type: "list.request", actor: "a" };
  expect(verdict({ type: "count", match, bounds: { least: 2, most: 2 }, after: undefined })).toEqual({
    index: 0,
    met: true,
    wanted: "2 × list.request{actor=a}",
    found: "2",
  });
  expect(verdict({ type: "count", match, bounds: { ...any, most: 1 }, after: undefined })).toMatchObject({
    met: false,
    wanted: "at most 1 × list.request{actor=a}",
    found: "2",
  });
  expect(verdict({ type: "count", match, bounds: { ...any, least: 3 }, after: undefined })).toMatchObject({
    met: false,
    wanted: "at least 3 × list.request{actor=a}",
  });
});

test("after looks only at what is behind its moment", () => {
  const after = { match: { type: "list.response" }, nth: 1 };
  const match = { type: "list.request", actor: "a" };
  expect(verdict({ type: "count", match, bounds: { least: 1, most: 1 }, after })?.met).toBe(true);
  expect(verdict({ type: "never", match: { type: "list.response" }, after })?.met).toBe(true);
});

test("after a moment that never came nothing is met", () => {
  const after = { match: { type: "watch.closed" }, nth: 2 };
  expect(verdict({ type: "never", match: { type: "x" }, after })).toMatchObject({
    met: false,
    found: "watch.closed no. 2 never came",
  });
});

test("never names the first event that should not be", () => {
  expect(verdict({ type: "never", match: { type: "list.response" }, after: undefined })).toMatchObject({
    met: false,
    found: "e1",
  });
});

test("order wants the events one after the other, others between them allowed", () => {
  const request = { type: "list.request" };
  const response = { type: "list.response" };
  expect(verdict({ type: "order", matches: [request, response, request], after: undefined })?.met).toBe(true);
  expect(verdict({ type: "order", matches: [response, response], after: undefined })).toMatchObject({
    met: false,
    found: "list.response did not come (1 before it did)",
  });
});

test("final looks at objects by kind, name and fields", () => {
  const objects = { kind: "Pod", namespace: "demo", name: undefined, fields: { "status.phase": "Running" } };
  expect(verdict({ type: "final", objects, bounds: { least: 2, most: 2 } })?.met).toBe(true);
  expect(verdict({ type: "final", objects: { ...objects, name: "z" }, bounds: { least: 1, most: 1 } })).toMatchObject({
    met: false,
    wanted: "at the end 1 × Pod demo/z status.phase=Running",
    found: "0",
  });
});

test("a moment is the n-th event that fits", () => {
  expect(indexOfMoment(trace, { match: { type: "list.request" }, nth: 2 })).toBe(2);
  expect(indexOfMoment(trace, { match: { type: "list.request", n: 2 }, nth: 1 })).toBe(3);
  expect(indexOfMoment(trace, { match: { type: "list.*" }, nth: 4 })).toBe(3);
  expect(indexOfMoment(trace, { match: { type: "list.request" }, nth: 4 })).toBeUndefined();
});

test("a kind that shares its name with a built-in one is named with its group", () => {
  const service = (apiVersion: string): KubeObject => ({ ...pod("hello", ""), apiVersion, kind: "Service" });
  const both = [service("v1"), service("serving.knative.dev/v1")];
  for (const kind of ["Service", "Service.serving.knative.dev"]) {
    const objects = { kind, namespace: undefined, name: undefined, fields: {} };
    const [found] = checkExpectations([{ type: "final", objects, bounds: { least: 1, most: 1 } }], trace, both);
    expect(found?.met, kind).toBe(true);
  }
});

test("a path of a final object counts through lists from 0", () => {
  const image = (name: string): KubeObject => ({
    ...pod(name, ""),
    spec: { containers: [{ image: name }, { image: "b" }] },
  });
  const fields = { "spec.containers.0.image": "a", "spec.containers.1.image": "b" };
  const objects = { kind: "Pod", namespace: undefined, name: undefined, fields };
  const bounds = { least: 1, most: 1 };
  const [found] = checkExpectations([{ type: "final", objects, bounds }], trace, [image("a"), image("c")]);
  expect(found?.met).toBe(true);
});
