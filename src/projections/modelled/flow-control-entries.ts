import { type Entry, entriesOf, fact, testsIn } from "./entry.ts";
import { apiserver, clientGo } from "./upstream.ts";

const control = testsIn("simulation/cluster/server/flow-control");
const schema = testsIn("simulation/cluster/server/flow-schema");
const dropped = testsIn("simulation/cluster/server/dropped-requests");
const seats = testsIn("simulation/cluster/actors/seats");

/** Who gets a seat at an API server, who waits, and who is refused. */
export const flowControlEntries: readonly Entry[] = entriesOf("errors", [
  {
    id: "flows-and-levels",
    en: "A request belongs to the first flow schema that fits: by its user, for leases and nodes also by what it is about. The schema names a priority level, which has its part of the server's concurrency, and tells flows apart by user, those of built-in controllers by namespace.",
    zh: "请求属于第一个匹配的 FlowSchema：按用户匹配，对 Lease 与 Node 还看请求的对象。FlowSchema 指明优先级，优先级拥有服务器并发的一份；流按用户区分，内置控制器的流按 namespace 区分。",
    upstream: [
      apiserver("pkg/apis/flowcontrol/bootstrap/default.go"),
      apiserver("pkg/util/flowcontrol/apf_controller.go"),
    ],
    tests: [
      schema("%s comes to its level"),
      schema("flows are told apart by user, those of built-in controllers by namespace"),
      control("each level has its part of the server's concurrency, rounded up"),
      seats("one level's line is nobody else's: a built-in controller writes while people wait"),
    ],
    facts: ["api.queued"],
    moments: ["/s/seats-are-taken?at=c2"],
    leftOut: {
      en: "The objects themselves (the configuration is a new cluster's), seats that levels lend one another, and the exempt group system:masters.",
      zh: "省略配置对象本身（用的是新集群的默认配置）、优先级之间的席位借用，以及被豁免的 system:masters 组。",
    },
  },
  {
    id: "priority-and-fairness",
    en: "A request whose level has no free seat joins the shortest queue of its flow's hand; if that is full too it is refused, and so is one that has waited a quarter of its minute. A seat that becomes free goes to the queue that would be through first if all queues were served alike, so a quiet flow does not stand behind a loud one. A watch has its seat only while it begins.",
    zh: "所在优先级没有空席位的请求，加入其流的手牌中最短的队列；队列也满了就被拒绝，等满一分钟的四分之一也被拒绝。空出的席位给按虚拟时间最先完成的队列（假设所有队列被同等服务），所以安静的流不会排在吵闹的流后面。watch 只在开始时占用席位。",
    upstream: [
      apiserver("pkg/util/flowcontrol/fairqueuing/queueset/queueset.go"),
      apiserver("pkg/util/shufflesharding/dealer.go:Deal"),
      apiserver("pkg/server/filters/priority-and-fairness.go"),
    ],
    tests: [
      control("seats are handed out as the real queue set hands them out"),
      control("a request is refused when all seats are taken and its queue is full, and not before"),
      control("without queues nobody waits: what finds no seat is refused"),
      schema("a hand has different queues, always the same for a flow, and flows differ"),
      seats("of two flows in one level the quiet one does not stand behind the other's line"),
      seats("a request waits at most a quarter of its minute, then it is refused"),
      seats("a watch has a seat only while it begins"),
      seats("who goes away while waiting for a seat is never served"),
    ],
    facts: ["api.queued", "api.seated", "api.rejected"],
    moments: ["/s/seats-are-taken?at=c4", "/s/seats-are-taken?at=c5"],
    leftOut: {
      en: "Every request takes one seat: upstream gives lists of more than a hundred objects and writes with ten or more watchers more of them. The hash of a flow is ours. Reads take no time here, so only writes and waiting reads keep a seat.",
      zh: "每个请求占一个席位：上游让超过一百个对象的 LIST，以及有十个以上 watcher 的写入占更多。流的哈希是我们自己的。这里读取不耗时，所以只有写入与等待中的读取会占住席位。",
    },
  },
  {
    id: "apf-rejection",
    en: "What priority and fairness refuses gets 429 in plain text with Retry-After: 1 at first, doubled while a level refuses a lot and one less when it gets quiet. client-go tries again as often as it is told, up to ten times.",
    zh: "被 Priority and Fairness 拒绝的请求得到纯文本 429，Retry-After 起初为 1；优先级大量拒绝时翻倍，平静后逐一减小。client-go 按要求重试，至多十次。",
    upstream: [
      apiserver("pkg/server/filters/priority-and-fairness.go:tooManyRequests"),
      apiserver("pkg/util/flowcontrol/dropped_requests_tracker.go"),
      clientGo("rest/with_retry.go:IsNextRetry"),
    ],
    tests: [
      dropped(
        "Retry-After begins at a second, is doubled under many refusals and goes back one by one when they are few",
      ),
      seats("a full queue is answered with 429 in plain text and Retry-After 1; nothing is stored"),
      seats("the client of a controller tries again after Retry-After, without its code hearing of it"),
    ],
    facts: ["api.rejected", fact("api.response", { code: 429 })],
    moments: ["/s/seats-are-taken?at=c3", "/s/seats-are-taken?at=c6"],
  },
]);
