import { stringify } from "yaml";
import type { KubeObject } from "../simulation/kubernetes/object.ts";

/** An object as kubectl would print it, line by line. */
export function yamlLines(object: KubeObject): readonly string[] {
  return stringify(object, { lineWidth: 0, aliasDuplicateObjects: false }).trimEnd().split("\n");
}
