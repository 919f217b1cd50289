import { type FactRow, numberIn, processIn, textIn } from "./fact-row.ts";

/** What is needed to read attempts. */
export const ATTEMPT_TYPES: readonly string[] = [
  "reconcile.start",
  "reconcile.phase",
  "reconcile.read",
  "reconcile.note",
  "reconcile.remember",
  "reconcile.end",
  "client.request",
  "client.response",
];

/** A stretch of an attempt; `to` is undefined while it lasts. */
export type PhaseSpan = {
  readonly phase: "start" | "fetch" | "diff" | "apply" | "end";
  readonly from: number;
  readonly to: number | undefined;
  readonly seq: number;
};

/** A request of an attempt to the API server. `code` 0: no answer from a server. */
export type CallSpan = {
  readonly request: number;
  readonly verb: string;
  readonly kind: string;
  readonly key: string;
  readonly from: number;
  readonly to: number | undefined;
  readonly code: number | undefined;
  readonly seq: number;
};

/** One call of Reconcile, from its start to what the loop made of its result. */
export type Attempt = {
  readonly process: string;
  readonly worker: number;
  /** Number in its process, and reconcileID as the log has it. */
  readonly reconcile: number;
  readonly id: string;
  readonly key: string;
  /** Known once the object has been read. */
  readonly uid: string;
  readonly failures: number;
  readonly seq: number;
  readonly from: number;
  readonly to: number | undefined;
  readonly outcome: string;
  readonly row: string;
  readonly message: string;
  readonly phases: readonly PhaseSpan[];
  readonly calls: readonly CallSpan[];
};

type Building = { attempt: Attempt; readonly phases: PhaseSpan[]; readonly calls: CallSpan[] };

/** The attempts in the order of their starts. A request belongs to the attempt whose event caused it. */
export function readAttempts(rows: readonly FactRow[]): readonly Attempt[] {
  const all: Building[] = [];
  const running = new Map<string, Building>();
  const owners = new Map<number, Building>();
  const requests = new Map<number, Building>();
  for (const row of rows) {
    const owner = ownerOf(row, { all, running, owners, requests });
    if (owner === undefined) continue;
    owners.set(row.seq, owner);
    take(owner, row);
    if (row.fact.type === "client.request") requests.set(numberIn(row, "request"), owner);
    if (row.fact.type === "reconcile.end") running.delete(row.actor);
  }
  return all.map(({ attempt, phases, calls }) => ({ ...attempt, phases, calls }));
}

type Known = {
  readonly all: Building[];
  readonly running: Map<string, Building>;
  readonly owners: ReadonlyMap<number, Building>;
  readonly requests: ReadonlyMap<number, Building>;
};

function ownerOf(row: FactRow, { all, running, owners, requests }: Known): Building | undefined {
  switch (row.fact.type) {
    case "reconcile.start": {
      const begun = begin(row);
      all.push(begun);
      running.set(row.actor, begun);
      return begun;
    }
    case "client.request":
      return row.cause === undefined ? undefined : owners.get(row.cause);
    case "client.response":
      return requests.get(numberIn(row, "request"));
    default:
      return running.get(row.actor);
  }
}

function begin(row: FactRow): Building {
  const attempt: Attempt = {
    process: processIn(row),
    worker: numberIn(row, "worker"),
    reconcile: numberIn(row, "reconcile"),
    id: textIn(row, "id"),
    key: textIn(row, "key"),
    uid: "",
    failures: numberIn(row, "failures"),
    seq: row.seq,
    from: row.at,
    to: undefined,
    outcome: "",
    row: "",
    message: "",
    phases: [],
    calls: [],
  };
  return { attempt, phases: [{ phase: "start", from: row.at, to: undefined, seq: row.seq }], calls: [] };
}

function take(building: Building, row: FactRow): void {
  switch (row.fact.type) {
    case "reconcile.phase":
      return enter(building, textIn(row, "phase") as PhaseSpan["phase"], row); // the fact's own union
    case "reconcile.read": {
      const uid = textIn(row, "uid");
      if (building.attempt.uid === "") building.attempt = { ...building.attempt, uid };
      return;
    }
    case "reconcile.end": {
      enter(building, "end", row);
      const [outcome, decided, message] = [textIn(row, "outcome"), textIn(row, "row"), textIn(row, "message")];
      building.attempt = { ...building.attempt, to: row.at, outcome, row: decided, message };
      return;
    }
    case "client.request": {
      const [verb, kind, key] = [textIn(row, "verb"), textIn(row, "kind"), textIn(row, "key")];
      const request = numberIn(row, "request");
      building.calls.push({ request, verb, kind, key, from: row.at, to: undefined, code: undefined, seq: row.seq });
      return;
    }
    case "client.response": {
      const index = building.calls.findIndex(({ request }) => request === numberIn(row, "request"));
      const call = building.calls[index];
      if (call !== undefined) building.calls[index] = { ...call, to: row.at, code: numberIn(row, "code") };
      return;
    }
    default:
      return;
  }
}

function enter({ phases }: Building, phase: PhaseSpan["phase"], { at, seq }: FactRow): void {
  const before = phases.at(-1);
  if (before !== undefined) phases[phases.length - 1] = { ...before, to: at };
  phases.push({ phase, from: at, to: phase === "end" ? at : undefined, seq });
}
