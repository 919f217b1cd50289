import { expect, test } from "vitest";
import { micros } from "../base/time.ts";
import type { Frame } from "../simulation/cluster/frame.ts";
import { frameBefore, testFrame } from "./test-frame.ts";
import { readTopology } from "./topology.ts";

const spokesOf = (frame: Frame, before?: Frame) => readTopology(frame, before).spokes;
const spokeOf = (frame: Frame, client: string, before?: Frame) =>
  spokesOf(frame, before).find((spoke) => spoke.client === client);

test("every component is a spoke of the hub with the identity that the API server knows it by", () => {
  expect(spokesOf(testFrame).map(({ client, user, credential }) => [client, user, credential])).toEqual([
    ["user", "kubernetes-admin", "kubeconfig"],
    ["web", "system:serviceaccount:kube-system:web", "token"],
    ["scheduler", "system:kube-scheduler", "certificate"],
    ...testFrame.nodes.map(({ name }) => [`kubelet/${name}`, `system:node:${name}`, "certificate"]),
  ]);
});

test("a spoke names each kind that its client watches once; the newest stream of a kind counts", () => {
  expect(spokeOf(testFrame, "web")?.watch.kinds).toEqual(["Pod", "ReplicaSet"]);
  expect(spokeOf(testFrame, "scheduler")?.watch).toMatchObject({ kinds: ["Pod"], state: "open" });
});

test("a client whose newest answer was 403 has a broken spoke, until it is answered otherwise", () => {
  const [server] = testFrame.servers;
  if (server === undefined) throw new Error("the test frame has a server");
  const line = {
    id: 1,
    server: "a",
    stage: "ResponseComplete",
    verb: "list",
    kind: "Pod",
    namespace: "",
    name: "",
    subresource: "",
    query: "",
    user: "u",
    client: "web",
    code: 403,
    reason: "Forbidden",
    message: "",
    receivedAt: micros(1),
    at: micros(1),
  } as const;
  const forbidden = { ...testFrame, servers: [{ ...server, audit: [line] }] };
  expect(spokeOf(forbidden, "web")).toMatchObject({ broken: "forbidden", tone: "failed" });
  expect(spokeOf(forbidden, "scheduler")?.broken).toBe("");
  const unknown = { ...testFrame, servers: [{ ...server, audit: [{ ...line, code: 401 }] }] };
  expect(spokeOf(unknown, "web")).toMatchObject({ broken: "unauthorized", tone: "failed" });
  const granted = { ...testFrame, servers: [{ ...server, audit: [line, { ...line, code: 200, at: micros(2) }] }] };
  expect(spokeOf(granted, "web")?.broken).toBe("");
});

test("webhooks stand in the order of their phases, and show when they were called in this step", () => {
  const hook = (name: string, type: "mutating" | "validating", calls: number) => ({
    name,
    type,
    kinds: ["Pod"],
    calls,
    refused: 0,
  });
  const before = { ...testFrame, webhooks: [hook("a", "mutating", 1), hook("b", "validating", 1)] };
  const frame = { ...testFrame, webhooks: [hook("a", "mutating", 2), hook("b", "validating", 1)] };
  const { mutating, validating } = readTopology(frame, before).admission;
  expect(mutating).toEqual([{ name: "a", kinds: ["Pod"], calls: 2, refused: 0, isLive: true }]);
  expect(validating.map(({ name, isLive }) => [name, isLive])).toEqual([["b", false]]);
  expect(readTopology(frame, undefined).admission.mutating[0]?.isLive).toBe(false);
});

test("a cut link, a server that is down and a process that crashed show on the spoke", () => {
  const links = [{ process: "web", server: "a", state: "cut" as const, until: undefined }];
  expect(spokeOf({ ...testFrame, links }, "web")?.broken).toBe("cut");
  const servers = testFrame.servers.map((server) => ({ ...server, state: "down" as const }));
  expect(spokesOf({ ...testFrame, servers }).map(({ broken }) => broken)).not.toContain("");
  const processes = testFrame.processes.map((process) => ({ ...process, state: "crashed" as const }));
  expect(spokeOf({ ...testFrame, processes }, "web")).toMatchObject({ state: "crashed", tone: "failed" });
});

test("nothing moves without a frame before it, and kubelets beyond four are counted", () => {
  expect(spokesOf(testFrame).some(({ request, watch }) => request?.isLive || watch.isLive)).toBe(false);
  expect(readTopology(testFrame, frameBefore).etcd.isLive).toBe(frameBefore.etcd.revision !== testFrame.etcd.revision);
  const nodes = Array.from({ length: 6 }, (_, index) => ({ name: `node-${index + 1}`, ready: true, pods: [] }));
  expect(readTopology({ ...testFrame, nodes }, undefined).more).toBe(2);
});
