import type { Upstream } from "./entry.ts";

// The versions that were read and, where a behaviour is recorded, run.

/** client-go's informers, REST client and retries. */
export function clientGo(place: string): Upstream {
  return { ref: `client-go ${place}`, version: "v0.36.3" };
}

/** client-go's work queues and leader election; unchanged since v0.36.0 but for one retry of a release. */
export function clientGoMaster(place: string): Upstream {
  return { ref: `client-go ${place}`, version: "32ce75a7" };
}

/** apimachinery. */
export function apimachinery(place: string): Upstream {
  return { ref: `apimachinery ${place}`, version: "v0.36.3" };
}

/** The API server's library. */
export function apiserver(place: string): Upstream {
  return { ref: `apiserver ${place}`, version: "v0.36.3" };
}

/** The part of the API server that serves custom resources. */
export function apiextensions(place: string): Upstream {
  return { ref: `apiextensions-apiserver ${place}`, version: "v0.36.3" };
}

/** etcd's server. */
export function etcdServer(place: string): Upstream {
  return { ref: `etcd server/${place}`, version: "v3.6.14" };
}

/** controller-runtime: v0.24.1 and 73 commits. */
export function controllerRuntime(place: string): Upstream {
  return { ref: `controller-runtime ${place}`, version: "86a0d40e" };
}

/** kubernetes itself: single files of about 1.36. */
export function kubernetes(place: string): Upstream {
  return { ref: `kubernetes ${place}`, version: "≈ 1.36" };
}

/** Knative's common reconciler library. */
export function knativePkg(place: string): Upstream {
  return { ref: `knative pkg ${place}`, version: "521cb33b" };
}

/** Knative Serving. */
export function knativeServing(place: string): Upstream {
  return { ref: `knative serving ${place}`, version: "98e5ef90" };
}

/** Knative Eventing. */
export function knativeEventing(place: string): Upstream {
  return { ref: `knative eventing ${place}`, version: "8cf4c4b6" };
}

/** Go's token bucket. */
export function goRate(place: string): Upstream {
  return { ref: `golang.org/x/time rate:${place}`, version: "2b4e4390" };
}
