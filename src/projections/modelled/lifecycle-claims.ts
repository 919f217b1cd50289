import { type Claim, claim } from "./claim.ts";
import { clientGo, kubernetes } from "./upstream.ts";

/** Wrong and half-true sentences about the life of an informer, and about what a controller reads from its store. */
export const lifecycleClaims: readonly Claim[] = [
  claim(
    "running-is-a-flag",
    "false",
    {
      en: [
        "An informer has a flag that says that it is running.",
        "There are two booleans and a channel: started, stopped, synced. Running is a reading of them: the informer and every registration have synced.",
      ],
      zh: [
        "informer 有一个表示正在运行的标志。",
        "只有两个布尔值和一个 channel：started、stopped、synced。Running 是对它们的解读：informer 和每个注册都已 synced。",
      ],
    },
    {
      upstream: [clientGo("tools/cache/shared_informer.go:HasSynced, IsStopped")],
      entries: ["informer-states", "registration-synced"],
      moment: "/s/informer-lifecycle?at=c3",
    },
  ),
  claim(
    "errors-move-lifecycle-back",
    "false",
    {
      en: [
        "A failing watch or list moves an informer back to a state in which it is not synced.",
        "There is no way back: HasSynced stays true through every relist and every outage, and the store goes on answering with what it has.",
      ],
      zh: [
        "watch 或 LIST 失败会让 informer 退回未同步的状态。",
        "没有退路：经过任何 relist 与断线，HasSynced 都保持 true，store 继续用它已有的内容回答。",
      ],
    },
    {
      upstream: [clientGo("tools/cache/shared_informer.go:RunWithContext")],
      entries: ["no-way-back-from-synced"],
      moment: "/s/informer-lifecycle?at=c4",
    },
  ),
  claim(
    "pods-by-owner-field",
    "halfTrue",
    {
      en: [
        "A ReplicaSet controller lists its pods by a field index on the owner's name.",
        "It finds them by the uid of their controller and looks at orphans that its selector matches, since it may adopt them. An index on the owner's name exists only where somebody has registered it.",
      ],
      zh: [
        "ReplicaSet 控制器按 owner 名称的字段索引列出它的 Pod。",
        "它按控制器的 uid 查找，还要看 selector 匹配的孤儿，因为可能要领养。按 owner 名称的索引，只有在有人注册过时才存在。",
      ],
    },
    {
      upstream: [kubernetes("pkg/controller/controller_utils.go:FilterPodsByOwner")],
      entries: ["rs-adoption", "rs-compares-counts"],
      moment: "/s/nothing-to-do?at=c2",
    },
  ),
];
