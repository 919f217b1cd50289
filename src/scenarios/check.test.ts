// Goal: a file that can't be run says so before it runs. Method: one small file that can, and the same with one thing wrong.
import { expect, test } from "vitest";
import { decodeScenario } from "./decode.ts";

const good = `loopscope: 1
id: checked
title: Checked
cluster:
  crds:
    - kind: Database
      group: example.com
      plural: databases
      schema:
        type: object
        properties:
          spec: { type: object, required: [engine], properties: { engine: { type: string, enum: [postgres] } } }
    - { kind: Fleet, group: edge.example.com, plural: fleets }
given:
  - apiVersion: apps/v1
    kind: ReplicaSet
    metadata: { name: web, namespace: demo, labels: { app: web }, annotations: { note: "1" } }
    spec: { replicas: 2, selector: { matchLabels: { app: web } }, template: { metadata: { labels: { app: web } } } }
  - { apiVersion: example.com/v1, kind: Database, metadata: { name: shop, namespace: demo }, spec: { engine: postgres } }
controllers:
  - name: web
    reconciler: ReplicaSet
    replicas: 2
    watches: [{ kind: ReplicaSet }, { kind: Pod, owner: ReplicaSet }]
    options: { burstReplicas: 100, expectations: true }
  - name: operator
    reconciler: Database
    watches: [{ kind: Database }, { kind: ConfigMap }]
    options: { readFrom: store, pollMs: 0 }
systems:
  - { name: edge, kind: Fleet, options: { nodes: 10, reportMs: 1000, object: edge } }
expect:
  - { final: { kind: Pod, fields: { status.phase: Running } }, atLeast: 0 }
`;

test("the file is right as it is", () => {
  expect(decodeScenario(good)).toMatchObject({ type: "ok" });
});

type Wrong = readonly [from: string, to: string, path: string, line: number, message: string];

/** Exactly this problem and no other. */
function expectProblem(from: string, to: string, path: string, line: number, message: string): void {
  expect(good).toContain(from);
  expect(decodeScenario(good.replace(from, to))).toEqual({ type: "problems", problems: [{ path, line, message }] });
}

const refused = "The API server refuses this ReplicaSet: ";
const label =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";

test.each<Wrong>([
  [
    "spec: { replicas: 2,",
    "spec: { replicas: -1,",
    "given[0].spec.replicas",
    18,
    `${refused}spec.replicas: Invalid value: -1: must be greater than or equal to 0`,
  ],
  [
    "template: { metadata: { labels: { app: web } } }",
    "template: { metadata: { labels: { app: wep } } }",
    "given[0].spec.template.metadata.labels",
    18,
    `${refused}spec.template.metadata.labels: Invalid value: {"app":"wep"}: \`selector\` does not match template \`labels\``,
  ],
  [
    "selector: { matchLabels: { app: web } }, ",
    "",
    "given[0].spec.selector",
    18,
    `${refused}spec.selector: Required value`,
  ],
  [
    "demo, labels: { app: web }",
    "demo, labels: { app: -web }",
    "given[0].metadata.labels",
    17,
    `${refused}metadata.labels: Invalid value: "-web": ${label}`,
  ],
  [
    "{ name: web, namespace: demo, labels",
    "{ name: web, labels",
    "given[0]",
    15,
    `${refused}an empty namespace may not be set during creation`,
  ],
  [
    "spec: { engine: postgres }",
    "spec: { engine: oracle }",
    "given[1].spec.engine",
    19,
    'The API server refuses this Database: spec.engine: Unsupported value: "oracle": supported values: "postgres"',
  ],
  [
    "namespace: demo }, spec: { engine: postgres }",
    "namespace: demo }, spec: {}",
    "given[1].spec.engine",
    19,
    "The API server refuses this Database: spec.engine: Required value",
  ],
])("a given object that the API server refuses is a problem: %j → %j", expectProblem);

test.each<Wrong>([
  [
    "- { apiVersion: example.com/v1, kind: Database, metadata: { name: shop, namespace: demo }, spec: { engine: postgres } }",
    "- { apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: { name: a.example.com } }",
    "given[1].kind",
    19,
    "Kinds are declared under cluster.crds; their definitions follow.",
  ],
  [
    "expect:",
    "then:\n  - { at: 1s, do: { patch: { kind: CustomResourceDefinition, name: a.example.com, merge: { spec: {} } } } }\nexpect:",
    "then[0].do.patch",
    33,
    "Kinds are declared under cluster.crds; of a CustomResourceDefinition only the metadata can change here.",
  ],
])("which kinds there are is said under cluster.crds: %j → %j", expectProblem);

test.each<Wrong>([
  [
    ", { kind: Pod, owner: ReplicaSet }]",
    "]",
    "controllers[0].watches",
    24,
    "The reconciler ReplicaSet reads Pod from its cache, and no watch fills it; add { kind: Pod }.",
  ],
  [
    "[{ kind: Database }, { kind: ConfigMap }]",
    "[{ kind: Secret }]",
    "controllers[1].watches",
    28,
    "The reconciler Database reads Database and ConfigMap from its cache, and no watch fills it; add { kind: Database }, { kind: ConfigMap }.",
  ],
])("a kind that the reconciler reads has to be watched: %j → %j", expectProblem);

test.each<Wrong>([
  [
    "burstReplicas: 100",
    "burstReplica: 100",
    "controllers[0].options.burstReplica",
    25,
    'There is no option "burstReplica"; did you mean "burstReplicas"?',
  ],
  [
    "burstReplicas: 100",
    "burstReplicas: 0",
    "controllers[0].options.burstReplicas",
    25,
    "This should be a whole number from 1 to 5000.",
  ],
  [
    "expectations: true",
    "expectations: yes",
    "controllers[0].options.expectations",
    25,
    "This should be true or false.",
  ],
  ["readFrom: store", "readFrom: cache", "controllers[1].options.readFrom", 29, "This should be one of store, server."],
  [
    "pollMs: 0",
    "pollMs: -1",
    "controllers[1].options.pollMs",
    29,
    "This should be a time in milliseconds, from 0 to 86400000.",
  ],
  [
    "readFrom: store",
    "constructor: store",
    "controllers[1].options.constructor",
    29,
    'There is no option "constructor"; there is status, guard, outside, failTimes, failedAfter, pollMs, readFrom.',
  ],
  ["nodes: 10", "nodes: 100000", "systems[0].options.nodes", 31, "This should be a whole number from 1 to 5000."],
  [
    "reportMs: 1000",
    "reportMs: 0",
    "systems[0].options.reportMs",
    31,
    "This should be a time in milliseconds, from 100 to 86400000.",
  ],
  [
    "object: edge",
    "object: The Edge",
    "systems[0].options.object",
    31,
    "This should be the name of an object: a-z, 0-9, - and dots.",
  ],
  [
    "nodes: 10",
    "toString: 10",
    "systems[0].options.toString",
    31,
    'There is no option "toString"; there is nodes, model, batch, batchMs, heartbeatMs, reportMs, alertAt, lookMs, object.',
  ],
])("options are known, and within their bounds: %j → %j", expectProblem);

test.each<Wrong>([
  [
    "reconciler: ReplicaSet",
    "reconciler: constructor",
    "controllers[0].reconciler",
    22,
    'There is no reconciler "constructor".',
  ],
  [
    "kind: Fleet, options",
    "kind: toString, options",
    "systems[0].kind",
    31,
    'There is no system "toString"; there is Fleet, Gateway, Signer, StepStore, TenantStore, TwoClouds.',
  ],
  [
    "kind: Fleet, options",
    "kind: __proto__, options",
    "systems[0].kind",
    31,
    'There is no system "__proto__"; there is Fleet, Gateway, Signer, StepStore, TenantStore, TwoClouds.',
  ],
])("the names that every object of the language has are names like others: %j → %j", expectProblem);

test.each<Wrong>([
  [
    "labels: { app: web }, annotations",
    "labels: [web], annotations",
    "given[0].metadata.labels",
    17,
    "A list should be a group of texts.",
  ],
  [
    'annotations: { note: "1" }',
    'annotations: ["1"]',
    "given[0].metadata.annotations",
    17,
    "A list should be a group of texts.",
  ],
  [
    "- apiVersion: apps/v1\n    kind: ReplicaSet\n    metadata:",
    "- [apps/v1]\n  - apiVersion: apps/v1\n    kind: ReplicaSet\n    metadata:",
    "given[0]",
    15,
    "Here must be a manifest: apiVersion, kind, metadata and the like.",
  ],
  [
    "fields: { status.phase: Running }",
    "fields: [Running]",
    "expect[0].final.fields",
    33,
    "A list should be values by the paths of fields: { status.phase: Running }.",
  ],
  [
    "properties: { engine: { type: string, enum: [postgres] } }",
    "properties: [engine]",
    "cluster.crds[0].schema.properties.spec.properties",
    12,
    "A list should be schemas by the names of fields.",
  ],
  [
    "options: { readFrom: store, pollMs: 0 }",
    "options: [readFrom]",
    "controllers[1].options",
    29,
    "A list should be a group of fields here.",
  ],
  [
    "title: Checked\n",
    "title: Checked\ntiming: { watchDelivery: [5ms] }\n",
    "timing.watchDelivery",
    4,
    "A list should be times per kind: { default: 5ms, Pod: 300ms }.",
  ],
  [
    "title: Checked\n",
    "title: Checked\nthen: [{ on: [reconcile.start], do: { compact: {} } }]\n",
    "then[0].on",
    4,
    "A list should be an event: { type: …, actor: …, … }.",
  ],
  [
    "title: Checked\n",
    "title: Checked\ncompare: [[seed], { seed: 2 }]\n",
    "compare[0]",
    4,
    "A variant is a group of fields of the scenario, with the values that differ.",
  ],
  ["reconciler: ReplicaSet", "reconciler: [ReplicaSet]", "controllers[0].reconciler", 22, "A list should be text."],
  [
    "reconciler: ReplicaSet",
    "reconciler: { a: 1 }",
    "controllers[0].reconciler",
    22,
    "A group of fields should be text.",
  ],
  [
    "reconciler: ReplicaSet",
    "reconciler: 5",
    "controllers[0].reconciler",
    22,
    "5 should be text, in quotes if it looks like a number.",
  ],
])("a list is no group of fields: %j → %j", expectProblem);

test.each<Wrong>([
  [
    "reconciler: ReplicaSet",
    "reconciler: ReplicatSet",
    "controllers[0].reconciler",
    22,
    'There is no reconciler "ReplicatSet"; did you mean "ReplicaSet"?',
  ],
  [
    "owner: ReplicaSet }]",
    "owner: ReplicatSet }]",
    "controllers[0].watches[1].owner",
    24,
    'The cluster knows no kind "ReplicatSet"; did you mean "ReplicaSet"?',
  ],
  [
    "name: operator",
    "name: web-2",
    "controllers[1].name",
    26,
    'There is already a controller or a system "web-2"; names must differ.',
  ],
  [
    "name: edge, kind",
    "name: web-1, kind",
    "systems[0].name",
    31,
    'There is already a controller or a system "web-1"; names must differ.',
  ],
  [
    "name: operator\n    reconciler: Database",
    "name: operator\n    reconciler: Databasse",
    "controllers[1].reconciler",
    27,
    'There is no reconciler "Databasse"; did you mean "Database"?',
  ],
  [
    "name: operator",
    "name: server",
    "controllers[1].name",
    26,
    '"server" is the name of a part of the cluster; use another one.',
  ],
])("a controller with replicas is one controller of the file: %j → %j", expectProblem);

test.each<Wrong>([
  [
    "owner: ReplicaSet }]",
    "owner: ReplicaSet, resync: 1us }]",
    "controllers[0].watches[1].resync",
    24,
    "This would happen too often; write 0s for never, or at least 100ms.",
  ],
  [
    "cluster:\n",
    "cluster:\n  compaction: 1ms\n",
    "cluster.compaction",
    5,
    "This would happen too often; write 0s for never, or at least 100ms.",
  ],
])("what happens again by itself has some time between: %j → %j", expectProblem);

test.each<Wrong>([
  [
    "title: Checked\n",
    "title: Checked\nclaims: [resync-relits]\n",
    "claims[0]",
    4,
    'There is no claim "resync-relits"; did you mean "resync-relists"?',
  ],
  [
    "title: Checked\n",
    "title: Checked\ncompare: [{ id: other, seed: 2 }, { seed: 3 }]\n",
    "compare[0].id",
    4,
    "A variant is of the same scenario: leave its id.",
  ],
  [
    "title: Checked\n",
    "title: Checked\ncompare: [{ seed: 2 }, { name: Again, seed: 2 }]\n",
    "compare[1]",
    4,
    "This is the same as variant 1; what is different here?",
  ],
])("claims exist and variants differ: %j → %j", expectProblem);
