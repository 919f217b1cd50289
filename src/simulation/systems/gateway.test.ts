import { expect, test } from "vitest";
import { milliseconds, seconds } from "../../base/time.ts";
import type { ClusterEvent } from "../cluster/cluster.ts";
import type { JsonObject } from "../kubernetes/object.ts";
import { runSystems, type SystemRun } from "./system-run.ts";

const crds = [
  {
    kind: "Gateway",
    group: "gateway.networking.k8s.io",
    plural: "gateways",
    version: "v1",
    namespaced: true,
    statusSubresource: true,
  },
] as const;
const given = [
  { apiVersion: "gateway.networking.k8s.io/v1", kind: "Gateway", metadata: { name: "edge", namespace: "demo" } },
];

function run(options: JsonObject, told: readonly string[] = []): SystemRun {
  const script = told.map((about) => ({
    at: milliseconds(100),
    action: { type: "tell", system: "gw", event: "fin", about } as const,
  }));
  return runSystems({ systems: [{ name: "gw", kind: "Gateway", options }], crds, given, script, until: seconds(20) });
}

const countsOf = (ran: SystemRun) =>
  Object.fromEntries((ran.frame("gw")?.readings ?? []).map(({ name, value }) => [name, value]));

test("the early machine loses every request that comes before ALPN, without a word", () => {
  const ran = run({ machine: "early", handshakes: "900" });
  // ACK at 40 ms, a request each 200 ms, ALPN at 940 ms: four of five are too early.
  expect(ran.facts("system.lost").map(({ what }) => what)).toEqual([
    "request-1",
    "request-2",
    "request-3",
    "request-4",
  ]);
  expect(countsOf(ran)).toEqual({ delivered: 1, lost: 4, refused: 0 });
});

test("the mended machine loses nothing on the same handshake, and announces the connection only then", () => {
  const ran = run({ machine: "pending", handshakes: "900" });
  expect(countsOf(ran)).toMatchObject({ delivered: 5, lost: 0 });
  const isPublished = ({ fact }: ClusterEvent) => fact.type === "api.request" && fact.client === "gw";
  // 40 ms for TCP, 900 ms for ALPN, half a call to the server.
  expect(ran.events.find(isPublished)?.at).toBe(milliseconds(942));
});

test("the guard closes a connection whose peer never finishes, and the status says so", () => {
  const ran = run({ machine: "pending", handshakes: "never", guardMs: 3_000 });
  expect(countsOf(ran)).toEqual({ alpnGuard: seconds(3), delivered: 0, lost: 0, refused: 5 });
  expect(ran.get("Gateway", "edge")?.status).toEqual({ connections: { "conn-1": "CLOSED" } });
});

test("the early machine calls that connection ESTABLISHED for ever", () => {
  const ran = run({ machine: "early", handshakes: "never" });
  expect(ran.get("Gateway", "edge")?.status).toEqual({ connections: { "conn-1": "ESTABLISHED" } });
  expect(countsOf(ran)).toMatchObject({ delivered: 0, lost: 5 });
});

test("a connection that is closed by hand sends no more, and one that is not there is said to be missing", () => {
  const ran = run({ machine: "pending", handshakes: "900" }, ["conn-1", "conn-9"]);
  expect(ran.facts("system.arrived")).toEqual([]);
  expect(ran.facts("fault.missed")).toMatchObject([{ fault: "tell", reason: "there is no conn-9" }]);
});
