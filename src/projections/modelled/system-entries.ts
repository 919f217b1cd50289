import { type Entry, entriesOf, testsIn } from "./entry.ts";
import { apiserver } from "./upstream.ts";

const port = testsIn("simulation/cluster/actors/systems");
const gateway = testsIn("simulation/systems/gateway");
const early = testsIn("simulation/machines/gateway-early");
const pending = testsIn("simulation/machines/gateway-pending");
const edgeNode = testsIn("simulation/machines/edge-node");
const edgePhase = testsIn("simulation/machines/edge-phase");
const search = testsIn("simulation/machines/fault-search");
const fleet = testsIn("simulation/systems/fleet");
const conventions = {
  ref: "kubernetes/community contributors/devel/sig-architecture/api-conventions.md: Typical status properties",
  version: "",
};
const rfc = (ref: string) => ({ ref, version: "" });

/** What stands beside the controllers: models of ours, whose requests meet the same API server. */
export const systemEntries: readonly Entry[] = entriesOf("systems", [
  {
    id: "systems",
    en: "A system beside the controllers is a set of actors with statecharts of our own. Its requests meet the same API server as everybody's; a crash takes its charts, timers and unanswered requests.",
    zh: "控制器之外的系统是一组带有我们自己状态图的参与者。它的请求与所有人的一样到达同一个 API server；崩溃会带走它的状态图、计时器和未应答的请求。",
    upstream: [apiserver("pkg/endpoints/installer.go:registerResourceHandlers")],
    tests: [
      port("a system's requests are answered by the API server, and its notes come when they are due"),
      port(
        "what was on its way to a crashed system never reaches its next life, and its memory is what its kind leaves",
      ),
    ],
    facts: [
      "user.tell",
      "system.started",
      "system.crashed",
      "system.arrived",
      "system.queued",
      "system.began",
      "system.finished",
      "system.sent",
      "system.held",
      "system.released",
      "system.lost",
      "system.saved",
      "system.recovered",
      "system.repeated",
      "system.conflict",
      "system.signed",
      "system.reused",
      "system.moved",
      "system.alert",
      "system.alertEnded",
      "system.looked",
      "system.measured",
    ],
    leftOut: {
      en: "No product is copied: each is the smallest model that shows its lesson, and the spans that it is given are inputs.",
      zh: "不复制任何产品：每个都是能说明问题的最小模型，给它的时长都是输入。",
    },
  },
  {
    id: "gateway-handshake",
    en: "TCP calls a connection ESTABLISHED after three segments; which protocol is spoken TLS settles later, by ALPN. A machine without a state for the time between has traffic that nobody can read.",
    zh: "TCP 在三个报文段之后就称连接为 ESTABLISHED；说哪种协议要等之后的 TLS 用 ALPN 商定。状态机若没有这段时间的状态，就会有谁也读不懂的流量。",
    upstream: [rfc("RFC 9293 §3.3.2"), rfc("RFC 7301 §3.1, §3.2")],
    tests: [
      early("it announces the connection with TCP's last ACK, before any protocol is chosen"),
      gateway("the early machine loses every request that comes before ALPN, without a word"),
      pending("without a common protocol it closes with the alert of RFC 7301, and says how many requests it had"),
      gateway("the guard closes a connection whose peer never finishes, and the status says so"),
    ],
    states: ["gateway-early", "gateway-pending"],
    moments: ["/s/gateway-too-early?at=c1"],
    leftOut: {
      en: "Everything of TCP and TLS but the handshake's order and its times, which are inputs.",
      zh: "TCP 与 TLS 只保留握手的次序；时长是输入。",
    },
  },
  {
    id: "conditions-instead-of-a-phase",
    en: "Conditions are observations that know nothing of each other; a phase is one value that hides all others. What happens while it says Updating is not written, and the end of the update says Ready.",
    zh: "条件是互不相干的观察；phase 是一个值，遮住其他一切。它写着 Updating 时发生的事不会写下来，更新结束时它说 Ready。",
    upstream: [conventions],
    tests: [
      edgeNode("three bits make eight situations, all reachable, and none is a dead end"),
      edgePhase("a failure during an update is not written, and the end of the update says Ready"),
      search("it looks as often as the alert leaves to be looked, each look as long as it takes"),
      fleet("bits show a fault as soon as enough nodes have it: time to find is the alert's delay and one look"),
      fleet("a phase shows it with the first heartbeat after the update, and two parts have to be looked at"),
    ],
    states: ["edge-node", "edge-phase", "fault-search"],
    moments: ["/s/phase-hides-bits?at=c2"],
    leftOut: {
      en: "Unknown as a third value, kubelets and leases of edge nodes; heartbeats, looks and the alert's threshold are inputs.",
      zh: "省略第三个值 Unknown、边缘节点的 kubelet 与 Lease；心跳、查看时长与告警阈值都是输入。",
    },
  },
]);
