import { expect, test } from "vitest";
import type { DraftMeta, DraftObject, JsonObject } from "../../kubernetes/object.ts";
import type { ApiRequest } from "./request.ts";
import { configMap, line, objectIn, statusIn, type TestCluster, testCluster, watchIn } from "./test-cluster.ts";

const who = { user: "u", client: "c", kind: "Namespace" } as const;

function draft(name: string, parts: Partial<DraftObject> = {}): DraftObject {
  return { apiVersion: "v1", kind: "Namespace", metadata: { name }, ...parts };
}

function creation(body: DraftObject): ApiRequest {
  return { verb: "create", ...who, body, options: {} };
}

function put(body: DraftObject, subresource?: "status" | "finalize"): ApiRequest {
  const part = subresource === undefined ? {} : { subresource };
  return { verb: "update", ...who, name: body.metadata.name ?? "", ...part, body, options: {} };
}

function deletion(name: string, options: Extract<ApiRequest, { verb: "delete" }>["options"] = {}): ApiRequest {
  return { verb: "delete", ...who, name, options };
}

function content(name: string, metadata: DraftMeta = {}): ApiRequest {
  const body = configMap(name, {}, { ...metadata, namespace: "shop" });
  return { verb: "create", ...who, kind: "ConfigMap", namespace: "shop", body, options: {} };
}

/** A cluster with the namespace `shop` and a watch of namespaces from then on. */
function shop(
  parts: Partial<DraftObject> = {},
  settings: { readonly checksNamespaces: boolean } = { checksNamespaces: true },
) {
  const cluster = testCluster({ settings });
  const made = objectIn(cluster.handle(creation(draft("shop", parts))));
  const { resourceVersion } = made.metadata;
  const watch = watchIn(cluster.handle({ verb: "watch", ...who, options: { resourceVersion } }));
  return { cluster, made, seen: () => cluster.take("Namespace", watch).events.map(line) };
}

function begin(cluster: TestCluster) {
  cluster.pass(7);
  return objectIn(cluster.handle(deletion("shop")));
}

const gone = { type: "response", response: { type: "status", status: { code: 404 } } };

function get(cluster: TestCluster) {
  return cluster.handle({ verb: "get", ...who, name: "shop", options: {} });
}

test("a namespace is born Active, with the finalizer that the namespace controller takes out and its name as a label", () => {
  const sent = { spec: { finalizers: ["example.com/a"] }, status: { phase: "Terminating" } };
  const { made } = shop(sent);
  expect(made).toMatchObject({
    metadata: { labels: { "kubernetes.io/metadata.name": "shop" } },
    spec: { finalizers: ["example.com/a", "kubernetes"] },
    status: { phase: "Active" },
  });
  expect(objectIn(shop().cluster.handle(creation(draft("b", { spec: { finalizers: ["kubernetes"] } }))))).toMatchObject(
    {
      spec: { finalizers: ["kubernetes"] },
    },
  );
});

test("an update changes neither the finalizers of the spec nor the status, and the label comes back", () => {
  const { cluster, made } = shop();
  const { resourceVersion: _any, labels: _gone, ...metadata } = made.metadata;
  const updated = objectIn(
    cluster.handle(
      put({ ...made, metadata: { ...metadata, labels: { team: "a" } }, spec: { finalizers: [] }, status: {} }),
    ),
  );
  expect(updated).toMatchObject({
    metadata: { labels: { team: "a", "kubernetes.io/metadata.name": "shop" } },
    spec: { finalizers: ["kubernetes"] },
    status: { phase: "Active" },
  });
});

test("DELETE makes it Terminating without a grace period, answers 200 with it, and a second one changes nothing", () => {
  const { cluster, seen } = shop();
  const marked = begin(cluster);
  expect(marked.metadata).toMatchObject({ deletionTimestamp: "2026-01-01T00:00:07Z" });
  expect(marked.metadata).not.toHaveProperty("deletionGracePeriodSeconds");
  expect(marked).toMatchObject({ spec: { finalizers: ["kubernetes"] }, status: { phase: "Terminating" } });
  cluster.pass(3);
  expect(objectIn(cluster.handle(deletion("shop")))).toEqual(marked);
  expect(cluster.facts()).toContainEqual({
    type: "deletionUnchanged",
    key: "shop",
    waitsFor: { type: "finalizers", finalizers: ["kubernetes"] },
  });
  expect(seen()).toEqual(["MODIFIED shop@3"]);
});

test("the propagation policy of the first DELETE becomes a finalizer of its metadata", () => {
  const { cluster } = shop();
  const marked = objectIn(cluster.handle(deletion("shop", { propagationPolicy: "Foreground" })));
  expect(marked.metadata.finalizers).toEqual(["foregroundDeletion"]);
});

test.each([[true], [false]])(
  "nothing is created in it any more, whether namespaces are checked or not (%s)",
  (checksNamespaces) => {
    const { cluster } = shop({}, { checksNamespaces });
    expect(objectIn(cluster.handle(content("before"))).metadata.name).toBe("before");
    begin(cluster);
    expect(statusIn(cluster.handle(content("after")))).toMatchObject({
      code: 403,
      reason: "Forbidden",
      message:
        'configmaps "after" is forbidden: unable to create new content in namespace shop because it is being terminated',
      details: {
        causes: [
          {
            reason: "NamespaceTerminating",
            message: "namespace shop is being terminated",
            field: "metadata.namespace",
          },
        ],
      },
    });
    const generated: DraftMeta = { generateName: "after-" };
    const { name: _none, ...metadata } = { ...configMap("").metadata, ...generated, namespace: "shop" };
    const body = { ...configMap(""), metadata };
    expect(
      statusIn(cluster.handle({ verb: "create", ...who, kind: "ConfigMap", namespace: "shop", body, options: {} })),
    ).toMatchObject({
      message: expect.stringContaining('configmaps "after-" is forbidden'),
    });
  },
);

test("what is inside can be changed and deleted until the end", () => {
  const { cluster } = shop();
  cluster.handle(content("a"));
  begin(cluster);
  const target = { ...who, kind: "ConfigMap", namespace: "shop", name: "a" } as const;
  const body = { type: "merge", patch: { data: { a: "1" } } } as const;
  expect(objectIn(cluster.handle({ verb: "patch", ...target, body, options: {} })).data).toEqual({ a: "1" });
  expect(statusIn(cluster.handle({ verb: "delete", ...target, options: {} })).code).toBe(200);
});

test("/finalize takes the finalizers and keeps the status; the last one of a terminating namespace ends it with DELETED alone", () => {
  const { cluster, seen } = shop({ spec: { finalizers: ["example.com/a"] } });
  const marked = begin(cluster);
  const { resourceVersion: _any, ...metadata } = marked.metadata;
  const one = { ...marked, metadata, spec: { finalizers: ["example.com/a"] }, status: { phase: "Active" } };
  expect(objectIn(cluster.handle(put(one, "finalize")))).toMatchObject({
    spec: { finalizers: ["example.com/a"] },
    status: { phase: "Terminating" },
  });
  const none = { ...one, spec: { finalizers: [] } };
  expect(objectIn(cluster.handle(put(none, "finalize")))).toMatchObject({ spec: { finalizers: [] } });
  expect(seen()).toEqual(["MODIFIED shop@3", "MODIFIED shop@4", "DELETED shop@5"]);
  expect(get(cluster).outcome).toMatchObject(gone);
});

test("nobody looks whether it is empty: what is inside outlives it, and belongs to the next one of that name", () => {
  const { cluster } = shop();
  cluster.handle(content("a"));
  const marked = begin(cluster);
  const { resourceVersion: _any, ...metadata } = marked.metadata;
  cluster.handle(put({ ...marked, metadata, spec: {} }, "finalize"));
  expect(get(cluster).outcome).toMatchObject(gone);
  const target = { ...who, kind: "ConfigMap", namespace: "shop", name: "a" } as const;
  const read = { verb: "get", ...target, options: {} } as const;
  expect(objectIn(cluster.handle(read)).metadata.name).toBe("a");
  const release = { type: "merge", patch: { metadata: { finalizers: null } } } as const;
  expect(statusIn(cluster.handle({ verb: "patch", ...target, body: release, options: {} }))).toMatchObject({
    code: 404,
    message: 'namespaces "shop" not found',
  });
  expect(statusIn(cluster.handle(content("b")))).toMatchObject({ code: 404, message: 'namespaces "shop" not found' });
  cluster.handle(creation(draft("shop")));
  expect(objectIn(cluster.handle(read)).metadata.name).toBe("a");
});

test("with its own list empty, it still waits for the finalizers of its metadata", () => {
  const { cluster } = shop({ metadata: { name: "shop", finalizers: ["example.com/hold"] } });
  const marked = begin(cluster);
  const { resourceVersion: _any, ...metadata } = marked.metadata;
  objectIn(cluster.handle(put({ ...marked, metadata, spec: { finalizers: [] } }, "finalize")));
  expect(objectIn(get(cluster)).metadata.finalizers).toEqual(["example.com/hold"]);
  const patch = { metadata: { finalizers: null } };
  cluster.handle({ verb: "patch", ...who, name: "shop", body: { type: "merge", patch }, options: {} });
  expect(get(cluster).outcome).toMatchObject(gone);
});

test("of a namespace that was emptied of its finalizers before, the first DELETE only marks it and the second one removes it", () => {
  const { cluster, made } = shop();
  const { resourceVersion: _any, ...metadata } = made.metadata;
  cluster.handle(put({ ...made, metadata, spec: {} }, "finalize"));
  expect(begin(cluster).status).toEqual({ phase: "Terminating" });
  expect(objectIn(get(cluster)).status).toEqual({ phase: "Terminating" });
  expect(statusIn(cluster.handle(deletion("shop")))).toMatchObject({ status: "Success" });
  expect(get(cluster).outcome).toMatchObject(gone);
});

test("the phase has to be that of its deletion", () => {
  const { cluster, made } = shop();
  const phase = (value: string): JsonObject => ({ status: { phase: value } });
  const patched = (value: string) =>
    cluster.handle({
      verb: "patch",
      ...who,
      name: "shop",
      subresource: "status",
      body: { type: "merge", patch: phase(value) },
      options: {},
    });
  expect(statusIn(patched("Terminating"))).toMatchObject({
    code: 422,
    message:
      'Namespace "shop" is invalid: status.Phase: Invalid value: "Terminating": may only be \'Active\' if `deletionTimestamp` is empty',
  });
  expect(objectIn(patched("Active"))).toEqual(made);
  begin(cluster);
  expect(statusIn(patched("Active")).message).toContain(
    "may only be 'Terminating' if `deletionTimestamp` is not empty",
  );
});

test.each(["default", "kube-system", "kube-public"])("nobody deletes %s", (name) => {
  expect(statusIn(testCluster().handle(deletion(name)))).toMatchObject({
    code: 403,
    reason: "Forbidden",
    message: `namespaces "${name}" is forbidden: this namespace may not be deleted`,
  });
});

test("/finalize is there for PUT alone, and for namespaces alone", () => {
  const { cluster, made } = shop();
  const body = { type: "merge", patch: {} } as const;
  const patch = { verb: "patch", ...who, name: "shop", subresource: "finalize", body, options: {} } as const;
  expect(statusIn(cluster.handle(patch))).toMatchObject({ code: 405, reason: "MethodNotAllowed" });
  expect(statusIn(cluster.handle({ ...put(made, "finalize"), kind: "Node" }))).toMatchObject({ code: 404 });
});
