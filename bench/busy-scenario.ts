import { encodeLink } from "../src/sharing/link.ts";

/** ReplicaSets of the scenario, and seconds of simulated time; every half second one of them is asked for another size. */
const SETS = 8;
const SECONDS = 100;

/** The part of an address that opens a run with some 600 events in a simulated second, near its start. */
export function busyLink(): string {
  const text = JSON.stringify(busyScenario());
  const spec = { scenario: { type: "inline", text }, inputs: [] } as const;
  return `#${encodeLink({ engine: undefined, spec, cursor: { type: "time", at: 400_000 }, digest: undefined, view: {} })}`;
}

function busyScenario() {
  return {
    loopscope: 1,
    id: "busy",
    title: { en: "Busy", zh: "繁忙" },
    seed: 1,
    until: `${SECONDS}s`,
    timing: { apiCall: "4ms", etcdCommit: "1ms", cacheLag: "1ms", watchDelivery: { default: "3ms" } },
    cluster: { nodes: 3 },
    given: Array.from({ length: SETS }, (_, index) => replicaSet(nameOf(index))),
    controllers: [
      { name: "web", reconciler: "ReplicaSet", workers: 2, watches: [{ kind: "ReplicaSet" }, { kind: "Pod" }] },
    ],
    // biome-ignore lint/suspicious/noThenProperty: the format's own word
    then: Array.from({ length: SECONDS * 2 }, (_, index) => edit(index)),
  };
}

function replicaSet(name: string) {
  const template = { metadata: { labels: { app: name } }, spec: { containers: [{ name: "web", image: "nginx" }] } };
  return {
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    metadata: { name, namespace: "demo", labels: { app: name } },
    spec: { replicas: 3, selector: { matchLabels: { app: name } }, template },
  };
}

/** Sizes go through 1 to 9 in an order that repeats late. */
function edit(index: number) {
  const target = { kind: "ReplicaSet", namespace: "demo", name: nameOf((index * 5) % SETS) };
  return {
    at: `${500 * (index + 1)}ms`,
    do: { patch: { ...target, merge: { spec: { replicas: 1 + ((index * 7) % 9) } } } },
  };
}

function nameOf(index: number): string {
  return `web-${index + 1}`;
}
