import { expect, test } from "vitest";
import { decodeScenario } from "./decode.ts";

const good = `loopscope: 1
id: kinds
title: Kinds
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
  - { apiVersion: example.com/v1, kind: Database, metadata: { name: shop, namespace: demo }, spec: { engine: postgres } }
`;

type Wrong = readonly [from: string, to: string, path: string, line: number, message: string];

test("the file is right as it is", () => {
  expect(decodeScenario(good)).toMatchObject({ type: "ok" });
});

test.each<Wrong>([
  [
    "        type: object\n",
    "        type: array\n        items: { type: string }\n",
    "cluster.crds[0].schema.type",
    10,
    '"array" must be object at the root.',
  ],
  ["        type: object\n", "", "cluster.crds[0].schema.type", 9, 'A "type" must not be empty at the root.'],
  [
    "engine: { type: string, enum: [postgres] }",
    "engine: { enum: [postgres] }",
    "cluster.crds[0].schema.properties.spec.properties.engine.type",
    12,
    'A "type" must not be empty for specified object fields.',
  ],
  [
    "engine: { type: string, enum: [postgres] }",
    "engine: { type: string, enum: [postgres] }, tags: { type: array }",
    "cluster.crds[0].schema.properties.spec.properties.tags.items",
    12,
    'The "items" of an array must be specified.',
  ],
  [
    "kind: Fleet, group: edge.example.com",
    "kind: Deployment, group: edge",
    "cluster.crds[1].group",
    13,
    '"edge" should be a domain with at least one dot, such as example.com.',
  ],
  [
    "plural: fleets",
    "plural: Fleets",
    "cluster.crds[1].plural",
    13,
    '"Fleets" should be lower case: begin with a letter, then a-z, 0-9 and -.',
  ],
  [
    "kind: Fleet, group: edge.example.com, plural: fleets",
    "kind: Fleet, group: example.com, plural: databases",
    "cluster.crds[1].plural",
    13,
    'There is already a resource "databases.example.com"; names must differ.',
  ],
])("a custom kind is one that an API server takes: %j → %j", (from, to, path, line, message) => {
  expect(good).toContain(from);
  expect(decodeScenario(good.replace(from, to))).toEqual({ type: "problems", problems: [{ path, line, message }] });
});

test("a schema that is nested without end is refused where it is too deep", () => {
  const deep = `${"{ type: array, items: ".repeat(60)}{ type: string }${" }".repeat(60)}`;
  const decoded = decodeScenario(good.replace("engine: { type: string, enum: [postgres] }", `engine: ${deep}`));
  expect(decoded).toMatchObject({ type: "problems", problems: [{ line: 12, message: /nested more than 40 deep/ }] });
});
