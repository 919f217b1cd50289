import { expect, test } from "vitest";
import type { KubeObject } from "../kubernetes/object.ts";
import { objectKey } from "../kubernetes/object-key.ts";
import { type CreateOrUpdate, createOrUpdate } from "./create-or-update.ts";

// workqueue 5.14: mutate runs before a create too; its error writes nothing; it may not rename.
const stored: KubeObject = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "a", namespace: "demo", uid: "u", resourceVersion: "3", creationTimestamp: "2026-01-01T00:00:00Z" },
  data: {},
};

function run(mutate: CreateOrUpdate["mutate"], found: KubeObject | undefined) {
  const task = { apiVersion: "v1", kind: "ConfigMap", key: objectKey("demo", "a"), from: "store", mutate } as const;
  const asking = createOrUpdate(task);
  const asked: string[] = [];
  let step = asking.next();
  while (step.done !== true) {
    asked.push(step.value.type);
    if (step.value.type === "get") step = asking.next({ type: "object", object: found });
    else if (step.value.type === "write")
      step = asking.next({ type: "replies", replies: [{ type: "object", object: stored }] });
    else step = asking.next({ type: "done" });
  }
  return { outcome: step.value, wrote: asked.includes("write") };
}

test("mutate is called for an object that does not exist yet, with nothing but its name", () => {
  const seen: unknown[] = [];
  const { outcome } = run((object) => {
    seen.push(object);
    return object;
  }, undefined);
  expect(seen).toEqual([{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", namespace: "demo" } }]);
  expect(outcome.type).toBe("created");
});

test("an error of mutate writes nothing", () => {
  expect(run(() => "no such color", stored)).toMatchObject({
    outcome: { type: "failed", message: "no such color" },
    wrote: false,
  });
});

test("mutate may change neither name nor namespace", () => {
  for (const change of [{ name: "b" }, { namespace: "other" }]) {
    const { outcome, wrote } = run((object) => ({ ...object, metadata: { ...object.metadata, ...change } }), stored);
    expect(outcome).toMatchObject({
      type: "failed",
      message: "MutateFn cannot mutate object name and/or object namespace",
    });
    expect(wrote).toBe(false);
  }
});

test("an object that mutate leaves as it is, is not written", () => {
  expect(run((object) => ({ ...object, data: {} }), stored)).toMatchObject({
    outcome: { type: "unchanged" },
    wrote: false,
  });
  expect(run((object) => ({ ...object, data: { a: "1" } }), stored)).toMatchObject({
    outcome: { type: "updated" },
    wrote: true,
  });
});
