import type { ReplayTraceFact } from "../conformance/replay-fact.ts";

/** What an event tells of. The order is the one in which a change goes round. */
const families = [
  "user",
  "script",
  "fault",
  "api",
  "etcd",
  "server",
  "stream",
  "link",
  "client",
  "list",
  "watch",
  "reflector",
  "informer",
  "fifo",
  "store",
  "handler",
  "queue",
  "reconcile",
  "process",
  "lease",
  "retry",
  "system",
  "machine",
  "timer",
  "invariant",
] as const;

export type EventFamily = (typeof families)[number];

type FirstWord<T extends string> = T extends `${infer Word}.${string}` ? Word : T;

/** The family of a type of event by its first word. As a record over all types it is complete, or it does not compile. */
const familyOf: Readonly<Record<FirstWord<ReplayTraceFact["type"]>, EventFamily>> = {
  user: "user",
  script: "script",
  fault: "fault",
  api: "api",
  http: "api",
  etcd: "etcd",
  server: "server",
  cache: "server",
  stream: "stream",
  link: "link",
  client: "client",
  list: "list",
  listAndWatch: "list",
  watch: "watch",
  reflector: "reflector",
  backoff: "reflector",
  errorHandler: "reflector",
  informer: "informer",
  run: "informer",
  synced: "informer",
  resync: "informer",
  transform: "informer",
  fifo: "fifo",
  delta: "fifo",
  store: "store",
  handler: "handler",
  distribute: "handler",
  pop: "handler",
  replay: "handler",
  notification: "handler",
  notifications: "handler",
  queue: "queue",
  limiter: "queue",
  reconcile: "reconcile",
  process: "process",
  lease: "lease",
  leader: "lease",
  retry: "retry",
  system: "system",
  machine: "machine",
  timer: "timer",
  invariant: "invariant",
};

/** The families with the types of each among those given, sorted. */
export function typesByFamily(types: readonly string[]): readonly (readonly [EventFamily, readonly string[]])[] {
  const words: Readonly<Record<string, EventFamily>> = familyOf;
  const sorted = [...types].sort();
  return families.map(
    (family) => [family, sorted.filter((type) => words[type.split(".")[0] ?? ""] === family)] as const,
  );
}
