import type { KubeObject, StringMap } from "../../kubernetes/object.ts";

/** A pod for tests, from `name@resourceVersion` or `namespace/name@resourceVersion`. */
export function pod(ref: string, labels?: StringMap): KubeObject {
  const [key = "", resourceVersion = ""] = ref.split("@");
  const slash = key.indexOf("/");
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name: key.slice(slash + 1),
      ...(slash < 0 ? {} : { namespace: key.slice(0, slash) }),
      resourceVersion,
      uid: "",
      creationTimestamp: "",
      ...(labels === undefined ? {} : { labels }),
    },
  };
}
