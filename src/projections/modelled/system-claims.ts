import { type Claim, claim } from "./claim.ts";
import { apiserver } from "./upstream.ts";

/** Sentences about what stands beside the controllers. */
export const systemClaims: readonly Claim[] = [
  claim(
    "webhook-called-three-times",
    "halfTrue",
    {
      en: [
        "With IfNeeded a mutating webhook is called three times for one request.",
        "At most twice in one pass, and only if somebody changed the object after its call. A pass is made again when the object was written meanwhile; a request of the client's own retry is another request.",
      ],
      zh: [
        "设为 IfNeeded 时，一个请求会调用变更 webhook 三次。",
        "一轮处理中最多两次，而且只有在它之后别人改了对象时才有第二次。其间对象被写入时整轮重做；客户端自己的重试是另一个请求。",
      ],
    },
    {
      upstream: [
        apiserver("pkg/admission/plugin/webhook/mutating/reinvocationcontext.go"),
        apiserver("pkg/registry/generic/registry/store.go:Update"),
      ],
      entries: ["reinvocation", "admission-order"],
      moment: "/s/signed-twice?at=c2",
    },
  ),
  claim(
    "record-by-request-uid",
    "false",
    {
      en: [
        "A record under the request's uid makes a webhook idempotent.",
        "The uid belongs to one call of one webhook: each call, also the second for the same request, brings a new one. Keep the record under what is signed, or look at the object.",
      ],
      zh: [
        "以请求的 uid 为键做记录，webhook 就是幂等的。",
        "uid 属于一个 webhook 的一次调用：每次调用，包括同一请求的第二次，都带来新的 uid。应以所签的内容为键，或者查看对象本身。",
      ],
    },
    {
      upstream: [apiserver("pkg/admission/plugin/webhook/request/admissionreview.go:CreateAdmissionObjects")],
      entries: ["signature-record"],
      moment: "/s/signed-twice?at=c3",
    },
  ),
  claim(
    "timeout-means-unsigned",
    "false",
    {
      en: [
        "A webhook that timed out has done nothing.",
        "The API server has stopped waiting, and that is all it knows: what the webhook had begun outside goes on. Only the one who does it can say whether it was done, under an id that is the same in the next request.",
      ],
      zh: [
        "超时的 webhook 什么也没做。",
        "API server 只是不再等了，别的它都不知道：webhook 在外部开始做的事会继续下去。做没做成，只有做的人说得清，而且要用下一个请求里仍然相同的 id。",
      ],
    },
    {
      upstream: [apiserver("pkg/admission/plugin/webhook/mutating/dispatcher.go:callAttrMutatingHook")],
      entries: ["signature-record"],
      moment: "/s/signing-fails?at=c5",
    },
  ),
  claim(
    "shards-multiply-throughput",
    "trueWithConditions",
    {
      en: [
        "A state store sharded by tenant hash over 16 prefixes is 4.2 times as fast as one serial store.",
        "It gains the whole load over that of the longest line: 37 ÷ 9 = 4.1 with these tenants and this hash, with 8 shards as with 16 as long as the same nine share a line. The 8.3 s for a state are the line of 37, not the store.",
      ],
      zh: [
        "状态存储按租户哈希分到 16 个前缀，就比单个串行存储快 4.2 倍。",
        "收益等于总负载除以最长队伍的负载：这些租户、这个哈希下是 37 ÷ 9 = 4.1；只要仍是这九个共用一条队，8 个分片与 16 个一样。一个状态的 8.3 秒来自 37 个的队伍，不是存储本身。",
      ],
    },
    {
      upstream: [apiserver("pkg/registry/generic/registry/store.go:Update")],
      entries: ["sharded-state-store"],
      moment: "/s/tenants-over-shards?at=c5",
    },
  ),
];
