import { hashText } from "../../../base/digest.ts";
import type { ApiRequest } from "./request.ts";

/** Names of the priority levels that requests of this world come to. */
export type LevelName =
  | "leader-election"
  | "node-high"
  | "system"
  | "workload-high"
  | "workload-low"
  | "global-default";

/** A priority level as a new cluster has it. */
export type LevelDefaults = {
  readonly name: LevelName;
  /** Its part of the server's concurrency. */
  readonly shares: number;
  readonly queues: number;
  readonly handSize: number;
  readonly queueLength: number;
};

/** The suggested levels (`as:apis/flowcontrol/bootstrap/default.go @v0.36.3`). */
export const PRIORITY_LEVELS: readonly LevelDefaults[] = [
  { name: "leader-election", shares: 10, queues: 16, handSize: 4, queueLength: 50 },
  { name: "node-high", shares: 40, queues: 64, handSize: 6, queueLength: 50 },
  { name: "system", shares: 30, queues: 64, handSize: 6, queueLength: 50 },
  { name: "workload-high", shares: 40, queues: 128, handSize: 6, queueLength: 50 },
  { name: "workload-low", shares: 100, queues: 128, handSize: 6, queueLength: 50 },
  { name: "global-default", shares: 20, queues: 128, handSize: 6, queueLength: 50 },
];

/** The shares of `catch-all`, which no request of ours ever comes to: `global-default` takes everybody before. */
const CATCH_ALL_SHARES = 5;

/** Shares of all levels together: what each one's part is measured by. */
export const ALL_SHARES = PRIORITY_LEVELS.reduce((sum, { shares }) => sum + shares, CATCH_ALL_SHARES);

/** Where a request belongs: its level, and its flow within it, which is what gets a fair part. */
export type Flow = { readonly level: LevelName; readonly schema: string; readonly distinguisher: string };

type FlowSchema = {
  readonly name: string;
  readonly level: LevelName;
  readonly by: "user" | "namespace";
  readonly matches: (request: ApiRequest) => boolean;
};

const KUBE_SYSTEM = "system:serviceaccount:kube-system:";

/**
 * The flow schemas of a new cluster, in the order in which they are tried (`as:apis/flowcontrol/bootstrap/default.go @v0.36.3`). Nobody here is in the group
 * system:masters, which is exempt: kubeadm's admin is not in it since 1.29.
 */
const FLOW_SCHEMAS: readonly FlowSchema[] = [
  {
    name: "system-leader-election",
    level: "leader-election",
    by: "user",
    matches: ({ user, kind, verb }) =>
      (user.startsWith(KUBE_SYSTEM) || user === "system:kube-scheduler") &&
      kind === "Lease" &&
      (verb === "get" || verb === "create" || verb === "update"),
  },
  {
    name: "system-node-high",
    level: "node-high",
    by: "user",
    matches: ({ user, kind }) => isNode(user) && (kind === "Node" || kind === "Lease"),
  },
  { name: "system-nodes", level: "system", by: "user", matches: ({ user }) => isNode(user) },
  {
    name: "kube-scheduler",
    level: "workload-high",
    by: "namespace",
    matches: ({ user }) => user === "system:kube-scheduler",
  },
  {
    name: "kube-system-service-accounts",
    level: "workload-high",
    by: "namespace",
    matches: ({ user }) => user.startsWith(KUBE_SYSTEM),
  },
  {
    name: "service-accounts",
    level: "workload-low",
    by: "user",
    matches: ({ user }) => user.startsWith("system:serviceaccount:"),
  },
];

const GLOBAL_DEFAULT: FlowSchema = { name: "global-default", level: "global-default", by: "user", matches: () => true };

function isNode(user: string): boolean {
  return user.startsWith("system:node:");
}

/** The flow of a request: by who sends it, and for the built-in controllers by the namespace that it is about. */
export function flowOf(request: ApiRequest): Flow {
  const { name, level, by } = FLOW_SCHEMAS.find(({ matches }) => matches(request)) ?? GLOBAL_DEFAULT;
  return { level, schema: name, distinguisher: by === "user" ? request.user : (request.namespace ?? "") };
}

/**
 * The queues that a flow may use: `handSize` different ones of `queues` (`as:util/shufflesharding/dealer.go:Deal @v0.36.3`). Flows rarely have the whole hand in
 * common, so one that fills its queues leaves others some. The hash is ours; upstream's is the beginning of a SHA-256.
 */
export function handOf({ schema, distinguisher }: Flow, queues: number, handSize: number): readonly number[] {
  const text = `${schema}\0${distinguisher}`;
  // 52 bits, so that divisions are exact.
  let hash = (hashText(text, 1) >>> 0) * 2 ** 20 + ((hashText(text, 2) >>> 0) >>> 12);
  const remainders: number[] = [];
  for (let card = 0; card < handSize; card++) {
    const next = Math.floor(hash / (queues - card));
    remainders.push(hash - (queues - card) * next);
    hash = next;
  }
  return remainders.map((remainder, dealt) => {
    let card = remainder;
    for (let earlier = dealt; earlier > 0; earlier--) if (card >= (remainders[earlier - 1] ?? 0)) card++;
    return card;
  });
}
