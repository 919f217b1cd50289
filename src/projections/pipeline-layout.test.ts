import { expect, test } from "vitest";
import { layoutPipeline, layoutStack, type Rect } from "./pipeline-layout.ts";

const panes = [
  { name: "1280×800", size: "M", width: 756, height: 430 },
  { name: "1440×900", size: "L", width: 852, height: 474 },
  { name: "1920×1080", size: "L", width: 1332, height: 654 },
  { name: "960×600", size: "S", width: 960, height: 280 },
  { name: "a pane that was made tiny", size: "L", width: 300, height: 200 },
] as const;

function apart(a: Rect, b: Rect): boolean {
  return a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
}

for (const pane of panes) {
  for (const servers of [["a"], ["a", "b"]]) {
    test(`with ${servers.length} API servers no node overlaps another or leaves the pane at ${pane.name}`, () => {
      const layout = layoutPipeline(pane.size, pane, servers);
      for (const [index, { id, rect }] of layout.places.entries()) {
        expect(rect.width, id).toBeGreaterThan(80);
        expect(rect.height, id).toBeGreaterThan(60);
        expect(rect.x + rect.width, id).toBeLessThanOrEqual(layout.width);
        expect(rect.y + rect.height, id).toBeLessThanOrEqual(layout.height);
        for (const other of layout.places.slice(index + 1)) {
          expect(apart(rect, other.rect), `${id} and ${other.id}`).toBe(true);
        }
      }
    });
  }
}

test("each API server has a node, and every part of a process is there but the truth panel in the small size", () => {
  const parts = (size: "M" | "S") =>
    layoutPipeline(size, { width: 900, height: 500 }, ["a", "b"]).places.map(({ id }) => id);
  const small = [
    "etcd",
    "server/a",
    "server/b",
    "reflector",
    "fifo",
    "store",
    "handlers",
    "client",
    "workers",
    "queue",
  ];
  expect(parts("S").toSorted()).toEqual(small.toSorted());
  expect(parts("M").toSorted()).toEqual([...small, "truth"].toSorted());
});

test("on a phone the nodes stand below each other, apart, in the order in which news travels", () => {
  const { places } = layoutStack(["a"]);
  expect(places.map(({ id }) => id).slice(0, 5)).toEqual(["etcd", "server/a", "reflector", "fifo", "store"]);
  for (const [index, { rect }] of places.entries()) {
    const next = places[index + 1]?.rect;
    if (next !== undefined) expect(next.y).toBeGreaterThan(rect.y + rect.height);
  }
});
