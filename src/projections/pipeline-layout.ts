/** Sizes of the page: wide screen, laptop, projector at 150 %, phone. */
export type PageSize = "L" | "M" | "S" | "XS";

/** A place in the pane, CSS pixels. */
export type Rect = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** What a node of the pipeline shows. */
export type Part =
  | "etcd"
  | "server"
  | "reflector"
  | "fifo"
  | "store"
  | "truth"
  | "handlers"
  | "queue"
  | "workers"
  | "client";

/** A node and where it stands. `name` is the server's id for API servers. */
export type Place = { readonly id: string; readonly part: Part; readonly name: string; readonly rect: Rect };

/** Where everything stands. Depends on the pane and on the number of API servers only, so nothing moves when content changes. */
export type PipelineLayout = {
  readonly size: PageSize;
  readonly zoom: number;
  readonly width: number;
  readonly height: number;
  readonly places: readonly Place[];
  /** Left edges of the three zones and of the line within the network. */
  readonly cluster: number;
  readonly network: number;
  readonly process: number;
};

type Measures = {
  readonly left: number;
  readonly net: number;
  /** Widths of the first and second column of the process. */
  readonly columns: readonly [number, number];
  readonly gap: number;
  readonly rowGap: number;
  /** Shares of the rows' heights. */
  readonly rows: readonly number[];
  readonly client: number;
  readonly queue: number;
  readonly etcd: number;
  readonly least: { readonly width: number; readonly height: number };
  /** Width of the pane in the pictures that the columns were drawn for; what is wider spreads out. */
  readonly usual: number;
};

const MEASURES: Readonly<Record<"L" | "M" | "S", Measures>> = {
  L: {
    left: 212,
    net: 64,
    columns: [168, 164],
    gap: 20,
    rowGap: 24,
    rows: [1.6, 1, 1.22],
    client: 120,
    queue: 212,
    etcd: 140,
    least: { width: 820, height: 412 },
    usual: 852,
  },
  M: {
    left: 196,
    net: 60,
    columns: [150, 150],
    gap: 16,
    rowGap: 20,
    rows: [1.43, 1, 1.14],
    client: 106,
    queue: 188,
    etcd: 120,
    least: { width: 740, height: 386 },
    usual: 756,
  },
  S: {
    left: 224,
    net: 68,
    columns: [148, 148],
    gap: 18,
    rowGap: 18,
    rows: [1, 0.8],
    client: 120,
    queue: 204,
    etcd: 76,
    least: { width: 900, height: 264 },
    usual: 960,
  },
};

const EDGE = 12;
const ZONE_LINE = 24;

/**
 * Places all nodes in a pane of the given size. What is too small for all of them gets a layout of the least size in the
 * pane's proportions, and `zoom` says by how much the view has to scale it down.
 */
export function layoutPipeline(
  size: "L" | "M" | "S",
  pane: { readonly width: number; readonly height: number },
  servers: readonly string[],
): PipelineLayout {
  const base = MEASURES[size];
  const zoom = Math.min(1, pane.width / base.least.width, pane.height / base.least.height) || 1;
  const width = Math.floor(pane.width / zoom);
  const height = Math.floor(pane.height / zoom);
  const measures = grown(base, width - base.usual);
  const process = EDGE + measures.left + measures.net;
  const area: Rect = { x: process, y: ZONE_LINE, width: width - EDGE - process, height: height - ZONE_LINE - EDGE };
  const places = [...placeCluster(measures, area, servers), ...placeProcess(size, measures, area)];
  return { size, zoom, width, height, places, cluster: EDGE, network: EDGE + measures.left, process };
}

/** Shares of the width beyond the usual that widen the fixed columns; the rest goes to the last one. */
const GROWTH = { left: 0.16, net: 0.06, column: 0.2, client: 0.12, queue: 0.16 } as const;

function grown(base: Measures, extra: number): Measures {
  const wider = (width: number, share: number) => width + Math.round(Math.max(0, extra) * share);
  const [first, second] = base.columns;
  return {
    ...base,
    left: wider(base.left, GROWTH.left),
    net: wider(base.net, GROWTH.net),
    columns: [wider(first, GROWTH.column), wider(second, GROWTH.column)],
    client: wider(base.client, GROWTH.client),
    queue: wider(base.queue, GROWTH.queue),
  };
}

function placeCluster(measures: Measures, area: Rect, servers: readonly string[]): readonly Place[] {
  const { left, rowGap } = measures;
  const etcd = { x: EDGE, y: area.y, width: left, height: measures.etcd };
  const rest = { x: EDGE, y: etcd.y + etcd.height + rowGap, width: left, height: area.height - etcd.height - rowGap };
  const names = servers.length === 0 ? [""] : servers;
  const shares = split(
    rest.height,
    names.map(() => 1),
    12,
  );
  return [
    { id: "etcd", part: "etcd", name: "", rect: etcd },
    ...names.map((name, index): Place => {
      const { from, length } = shares[index] ?? { from: 0, length: 0 };
      return { id: `server/${name}`, part: "server", name, rect: { ...rest, y: rest.y + from, height: length } };
    }),
  ];
}

function placeProcess(size: "L" | "M" | "S", measures: Measures, area: Rect): readonly Place[] {
  // Where height is short, the gaps give way first.
  const rowGap = area.height < measures.least.height ? Math.min(measures.rowGap, 18) : measures.rowGap;
  const rows = split(area.height, measures.rows, rowGap);
  const row = (index: number): Rect => {
    const { from, length } = rows[index] ?? { from: 0, length: 0 };
    return { ...area, y: area.y + from, height: length };
  };
  if (size === "S") {
    const columns = split(area.width, [1, 1, 1, 1], measures.gap);
    const top = (["reflector", "fifo", "store", "handlers"] as const).map((part, index) =>
      place(part, within(row(0), columns[index])),
    );
    return [...top, ...bottom(measures, row(1))];
  }
  const [first, second] = measures.columns;
  const third = area.width - first - second - 2 * measures.gap;
  const [x2, x3] = [area.x + first + measures.gap, area.x + first + second + 2 * measures.gap];
  return [
    place("reflector", { ...row(0), width: first }),
    place("fifo", { ...row(0), x: x2, width: second }),
    place("store", { ...row(0), x: x3, width: third }),
    place("truth", { ...row(1), width: first + measures.gap + second }),
    place("handlers", { ...row(1), x: x3, width: third }),
    ...bottom(measures, row(2)),
  ];
}

function bottom(measures: Measures, row: Rect): readonly Place[] {
  const { client, queue, gap } = measures;
  return [
    place("client", { ...row, width: client }),
    place("workers", { ...row, x: row.x + client + gap, width: row.width - client - queue - 2 * gap }),
    place("queue", { ...row, x: row.x + row.width - queue, width: queue }),
  ];
}

function place(part: Part, rect: Rect): Place {
  return { id: part, part, name: "", rect };
}

function within(row: Rect, span: { readonly from: number; readonly length: number } | undefined): Rect {
  return span === undefined ? row : { ...row, x: row.x + span.from, width: span.length };
}

/** Divides a length by shares with gaps between, in whole pixels. */
function split(
  length: number,
  shares: readonly number[],
  gap: number,
): readonly { readonly from: number; readonly length: number }[] {
  const total = shares.reduce((sum, share) => sum + share, 0);
  const free = length - gap * (shares.length - 1);
  let passed = 0;
  return shares.map((share, index) => {
    const from = Math.round((free * passed) / total) + gap * index;
    passed += share;
    return { from, length: Math.round((free * passed) / total) + gap * index - from };
  });
}

/** Heights of the nodes on a phone, where nothing stands beside them. */
const STACKED: Readonly<Record<Part, number>> = {
  etcd: 155,
  server: 320,
  reflector: 176,
  fifo: 192,
  store: 214,
  handlers: 150,
  queue: 150,
  workers: 150,
  client: 150,
  truth: 130,
};
const STACK_WIDTH = 366;
const STACK_GAP = 28;

/** The nodes on a phone, from top to bottom in the order in which news travels. */
export function layoutStack(servers: readonly string[]): PipelineLayout {
  const process: readonly Part[] = ["reflector", "fifo", "store", "handlers", "queue", "workers", "client", "truth"];
  const nodes = [
    { id: "etcd", part: "etcd" as const, name: "" },
    ...servers.map((name) => ({ id: `server/${name}`, part: "server" as const, name })),
    ...process.map((part) => ({ id: part, part, name: "" })),
  ];
  let y = 0;
  const places = nodes.map((node): Place => {
    const rect = { x: EDGE, y, width: STACK_WIDTH, height: STACKED[node.part] };
    y += rect.height + STACK_GAP;
    return { ...node, rect };
  });
  return {
    size: "XS",
    zoom: 1,
    width: STACK_WIDTH + 2 * EDGE,
    height: y,
    places,
    cluster: EDGE,
    network: EDGE,
    process: EDGE,
  };
}
