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
const shard = testsIn("simulation/machines/store-shard");
const balancer = testsIn("simulation/machines/shard-balancer");
const moves = testsIn("simulation/systems/tenant-balance");
const lifecycle = testsIn("simulation/machines/tenant-cluster");
const tenants = testsIn("simulation/systems/tenant-store");
const record = testsIn("simulation/machines/signature-record");
const signer = testsIn("simulation/systems/signer");
const poller = testsIn("simulation/machines/field-poller");
const sync = testsIn("simulation/machines/cloud-sync");
const clouds = testsIn("simulation/systems/two-clouds");
const steps = testsIn("simulation/machines/stored-steps");
const stores = testsIn("simulation/systems/step-store");
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
    id: "signature-record",
    en: "What a webhook does outside of the object is not undone: not when it is called again, not when the request ends in 409, and not when the API server has stopped waiting. A record (pending, then signed or failed) under what is signed makes it idempotent; under the uid of the review it does not, since each call has its own.",
    zh: "webhook 在对象之外做的事不会撤销：再次被调用时不会，请求以 409 告终时不会，API server 不再等待时也不会。以所签内容为键的记录（先 pending，再 signed 或 failed）使它幂等；以 review 的 uid 为键则不行，因为每次调用都有自己的 uid。",
    upstream: [
      apiserver("pkg/admission/plugin/webhook/mutating/dispatcher.go:Dispatch"),
      apiserver("pkg/admission/plugin/webhook/request/admissionreview.go:CreateAdmissionObjects"),
    ],
    tests: [
      record("asked again it signs nothing unless the attempt before had no answer"),
      signer(
        "without an answer of the key store the record has failed when the guard is over, and the same id is tried again",
      ),
      signer(
        "a server that has waited ten seconds gives up; the signature is made all the same, and only a record knows that",
      ),
      signer("called again for one creation, only a record of the content keeps it at one signature"),
      signer("an update that ends in 409 was signed all the same; its retry reuses the record"),
    ],
    states: ["signature-record"],
    moments: ["/s/signed-twice?at=c2", "/s/signing-fails?at=c2"],
    leftOut: {
      en: "The key, the signature's bytes and where records are stored.",
      zh: "省略密钥、签名的字节，以及记录存放的地方。",
    },
  },
  {
    id: "clouds-over-one-record",
    en: "Two clouds write one versioned record, each with the version that it last saw: a change from an old one is answered 409 and left to a person. A poller that waits for a field which is never filled in has no end.",
    zh: "两个云写同一条有版本的记录，各自带着最后见到的版本：基于旧版本的修改得到 409，留给人来处理。等待一个永远不会填的字段的轮询没有尽头。",
    upstream: [apiserver("pkg/registry/generic/registry/store.go:Update")],
    tests: [
      poller("an answer without the field is waited on and asked again, for ever"),
      sync("a refused write waits for a person: nothing that comes by itself leads out of the conflict"),
      clouds("a change from an old version is answered 409 and left to a person"),
      clouds("resolved for the own change it is written on top, resolved for the stored one nothing is written"),
    ],
    states: ["field-poller", "cloud-sync"],
    moments: ["/s/two-clouds-one-record?at=c3"],
    leftOut: {
      en: "What the clouds run, and how events travel between them: the time that one takes is an input.",
      zh: "省略云里运行的东西，以及事件如何在两者之间传递：它所用的时间是输入。",
    },
  },
  {
    id: "three-stores-of-state",
    en: "What a crash costs is decided by where a step was saved: in memory it is done again, in a status the next process has to wait for the old lease, in a replicated log for an election.",
    zh: "崩溃的代价取决于步骤存在哪里：存在内存就要重做；存在 status，新进程要等旧租约过期；存在复制日志，要等一次选举。",
    upstream: [
      { ref: "client-go tools/leaderelection/leaderelection.go:tryAcquireOrRenew", version: "32ce75a7" },
      apiserver("pkg/registry/generic/registry/store.go:Update"),
    ],
    tests: [
      steps("with a life before it first looks what was kept, and goes on from there"),
      stores("a map in memory loses what was not yet written down: the step is done again"),
      stores("a status loses no saved step, but the next process waits for the lease of the last one"),
      stores("a replicated log loses no saved step, is there after an election, and shows nothing to the API server"),
    ],
    states: ["stored-steps"],
    moments: ["/s/three-stores?at=c2"],
    leftOut: {
      en: "Renewals of the lease, and how a log is replicated; the time that saving takes in each store is an input.",
      zh: "省略租约的续期以及日志如何复制；每种存储的保存时长是输入。",
    },
  },
  {
    id: "sharded-state-store",
    en: "A store of one writer serves one request at a time; sharded by tenant, each writer has its own line. The gain is the whole load over that of the fullest shard, not the number of shards.",
    zh: "只有一个写入者的存储一次处理一个请求；按租户分片后每个写入者有自己的队伍。收益等于总负载除以最满分片的负载，而不是分片的数量。",
    upstream: [apiserver("pkg/registry/generic/registry/store.go:Update")],
    tests: [
      shard("requests are served one at a time, in a line"),
      lifecycle("each state is asked for and entered only when it is saved"),
      tenants("one writer serves all in turn: every state waits for those before it"),
      tenants("with shards the throughput grows by the load of the fullest shard, not by their number"),
      tenants("a tenant that is moved asks its new shard from then on; what waits stays where it is"),
    ],
    states: ["store-shard", "tenant-cluster"],
    moments: ["/s/tenants-over-shards?at=c2", "/s/hot-tenant?at=c1"],
    leftOut: {
      en: "Replication, batching, and the death of a writer; the work of a write and the tenants' sizes are inputs.",
      zh: "省略复制、批处理与写入者的死亡；每次写入的处理时长与租户规模都是输入。",
    },
  },
  {
    id: "shard-rebalancing",
    en: "A balancer measures the lines, and splits a long one where the hashes of its keys part: drained, copied, published, and only then served by the new writer. Requests of the part wait meanwhile. A line of one key cannot be split.",
    zh: "平衡器测量各条队伍，把长队伍在 key 的哈希分开之处拆开：排空、复制、公布，之后新的写入者才开始处理。其间这部分的请求都在等待。只有一个 key 的队伍拆不开。",
    upstream: [
      { ref: "cockroachdb/cockroach pkg/kv/kvserver/split/finder.go:Key", version: "40e7ff8b" },
      { ref: "cockroachdb/cockroach pkg/kv/kvserver/split/decider.go:recordLocked", version: "002d0942" },
    ],
    tests: [
      balancer("a move is drained, copied, published and only then handed over; refused, it is copied again"),
      balancer("a long line of one key cannot be split"),
      moves("while a part moves nobody serves it, and what waited of it is served by the new writer"),
      moves("what cannot be parted stays where it is, however long its line"),
    ],
    states: ["shard-balancer"],
    moments: ["/s/shard-rebalances?at=c3"],
    leftOut: {
      en: "Replicas of a part, merging what has cooled down, and measuring by anything but the length of a line; the time to copy and when a line is long are inputs.",
      zh: "省略副本、冷却后的合并，以及队伍长度以外的度量；复制用时与多长算长都是输入。",
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
      search("it looks at one part after the other, each look as long as it takes, until one shows the fault"),
      search("what shows at the first look needs no second one, and what shows nowhere is not found"),
      fleet("bits show a fault as soon as enough nodes have it: time to find is the alert's delay and one look"),
      fleet("a phase shows it with the first heartbeat after the update, and two parts have to be looked at"),
      fleet("what a phase does not hide is found as fast as with bits"),
      fleet("a look shows what is there: nodes that are back when somebody looks are not found"),
    ],
    states: ["edge-node", "edge-phase", "fault-search"],
    moments: ["/s/phase-hides-bits?at=c2"],
    leftOut: {
      en: "Unknown as a third value, kubelets and leases of edge nodes; heartbeats, looks and the alert's threshold are inputs.",
      zh: "省略第三个值 Unknown、边缘节点的 kubelet 与 Lease；心跳、查看时长与告警阈值都是输入。",
    },
  },
]);
