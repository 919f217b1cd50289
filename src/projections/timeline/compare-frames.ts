import type { Frame } from "../../simulation/cluster/frame.ts";

/** A number or a short text that two worlds can differ in. `subject` is a name from the code. */
export type FrameFact = { readonly type: FactType; readonly subject: string; readonly value: string };

/** What is compared. */
export type FactType =
  | "time"
  | "revision"
  | "objects"
  | "storeVersion"
  | "storeObjects"
  | "queue"
  | "failures"
  | "reconciles";

/** A fact that is not the same in all worlds; an empty value where one of them has no such thing. */
export type FrameDifference = {
  readonly type: FactType;
  readonly subject: string;
  readonly values: readonly string[];
};

/** What differs between some worlds, from the cluster to the workers; the values in the order of the worlds. */
export function compareFrames(frames: readonly Frame[]): readonly FrameDifference[] {
  const known = frames.map((frame) => new Map(factsOf(frame).map((fact) => [nameOf(fact), fact])));
  const all = new Map(known.flatMap((facts) => [...facts]));
  return [...all].flatMap(([name, { type, subject }]) => {
    const values = known.map((facts) => facts.get(name)?.value ?? "");
    return values.every((value) => value === values[0]) ? [] : [{ type, subject, values }];
  });
}

function nameOf({ type, subject }: Pick<FrameFact, "type" | "subject">): string {
  return `${type} ${subject}`;
}

function factsOf({ at, etcd, truth, processes }: Frame): readonly FrameFact[] {
  return [
    { type: "time", subject: "", value: `${(at / 1e6).toFixed(3)} s` },
    { type: "revision", subject: "etcd", value: String(etcd.revision) },
    ...truth.map(
      ({ kind, objects, more }): FrameFact => ({
        type: "objects",
        subject: kind,
        value: String(objects.length + more),
      }),
    ),
    ...processes.flatMap(({ name, informers, queue, workers }): readonly FrameFact[] => [
      ...informers.flatMap(({ id, store }): readonly FrameFact[] => [
        { type: "storeVersion", subject: id, value: store.rv },
        { type: "storeObjects", subject: id, value: String(store.objects.length + store.more) },
      ]),
      { type: "queue", subject: name, value: String(queue.length) },
      { type: "failures", subject: name, value: String(queue.failures.reduce((sum, { count }) => sum + count, 0)) },
      { type: "reconciles", subject: name, value: String(Math.max(0, ...workers.map(({ reconcile }) => reconcile))) },
    ]),
  ];
}
