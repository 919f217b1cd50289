import { ownValue } from "../../base/own-value.ts";
import { type Micros, micros, milliseconds } from "../../base/time.ts";
import { readOptions, span, words } from "../cluster/options.ts";
import type { SignerAnswer, SigningRequest } from "../cluster/signer-answer.ts";
import type { SystemDesk, SystemKind, SystemReader } from "../cluster/system.ts";
import type { Json, JsonObject } from "../kubernetes/object.ts";
import { jsonAt } from "../kubernetes/object.ts";
import {
  type SignatureRecordEffect,
  type SigningAttempt,
  signatureRecordMachine,
} from "../machines/signature-record.ts";

// The service behind signing webhooks: it counts what it signs, and may keep a record under an id that its webhook chooses. What it will say to
// a call the webhook knows from `answer`; it is told of each call, whatever becomes of the request.

const OPTIONS = {
  /** Objects that may not be signed. */
  refuses: words([], {
    pattern: /^[A-Z][A-Za-z0-9.-]*(\/[a-z0-9.-]+){1,2}$/,
    called: "an object as Kind/namespace/name",
    least: 0,
    most: 50,
    distinct: false,
  }),
  /** How long it waits for the store of its keys before it gives up. */
  guardMs: span(3_000, 0),
};

type Entry = { readonly calls: number; readonly signatures: number };
type Memory = {
  readonly made: number;
  readonly byKey: Readonly<Record<string, Entry>>;
  /** Signature and object of each record, and how often a refusal was repeated. */
  readonly records: Readonly<
    Record<string, { readonly key: string; readonly signature: number; readonly refusals: number }>
  >;
  /** Whether the store of its keys does not answer, and by how much it is slower. */
  readonly down: boolean;
  readonly slower: Micros;
};
type Desk = SystemDesk<Memory>;
const EMPTY: Memory = { made: 0, byKey: {}, records: {}, down: false, slower: micros(0) };
const SLOWEST_MS = 60_000;
/** What a person is offered to make it slower by, in milliseconds. */
const SLOWER_MS = ["100", "1000", "12000"] as const;

/** A signer. Webhooks with `does: sign` name it. It can be told `outage`, `slow`: `12000` (milliseconds), and `recover`. */
export const signerSystem: SystemKind<Memory> = {
  machines: { "signature-record": signatureRecordMachine },
  options: OPTIONS,
  events: ["outage", "slow", "recover"],
  memory: () => EMPTY,
  crash: ({ down, slower }) => ({ ...EMPTY, down, slower }),
  start: () => undefined,
  answer,
  receive(desk, _actor, message) {
    if (message.type !== "note") return;
    if (message.name === "sign") take(desk, message.data);
    else attempted(desk, message.data);
  },
  perform: (desk, actor, effect) => act(desk, actor, effect as SignatureRecordEffect), // its chart declares no others
  told: hear,
  view: ({ name, memory, stateOf }) => ({
    readings: [{ name: "signatures", value: memory.made, unit: "count", from: "measured" }],
    grids: [],
    tables: [
      {
        name: "signed objects",
        ofActors: false,
        columns: ["object", "calls", "signatures"],
        rows: Object.entries(memory.byKey).map(([key, { calls, signatures }]) => [key, calls, signatures]),
      },
      {
        name: "records",
        ofActors: true,
        columns: ["record", "object", "state"],
        rows: Object.entries(memory.records).map(([id, { key }]) => {
          return [`record-${id}`, key, stateOf(`${name}/record-${id}`) ?? ""];
        }),
      },
    ],
    tells: [
      { event: "outage", about: memory.down ? [] : [""], ofCells: false },
      { event: "slow", about: SLOWER_MS, ofCells: false },
      { event: "recover", about: memory.down || memory.slower > 0 ? [""] : [], ofCells: false },
    ],
  }),
};

/** A record that is signed has its signature at once; else it is signed, unless the key is refused or its store does not answer in time. */
function answer({ name, memory, options, stateOf }: SystemReader<Memory>, asked: SigningRequest): SignerAnswer {
  const { key, record, takes } = asked;
  const { refuses, guardMs } = readOptions(OPTIONS, options);
  const state = record === "" ? undefined : stateOf(`${name}/record-${record}`);
  if (state === "SIGNED") return { verdict: "signed", after: takes };
  if (refuses.includes(key)) return { verdict: "refused", after: takes };
  if (memory.down) return { verdict: "failed", after: guardMs };
  return { verdict: "signed", after: micros(takes + memory.slower) };
}

function hear(desk: Desk, event: string, about: string): string | undefined {
  const slowerMs = Number(about);
  switch (event) {
    case "outage":
      return void desk.remember({ ...desk.memory(), down: true });
    case "recover":
      return void desk.remember({ ...desk.memory(), down: false, slower: micros(0) });
    case "slow":
      if (!Number.isInteger(slowerMs) || slowerMs < 1 || slowerMs > SLOWEST_MS) return `slow by 1 to ${SLOWEST_MS} ms`;
      return void desk.remember({ ...desk.memory(), slower: milliseconds(slowerMs) });
    default:
      return "a signer can be told outage, slow and recover";
  }
}

/** A call of a webhook. Without an id nothing is known again, and each call is an attempt of its own. */
function take(desk: Desk, data: Json): void {
  const [key = "", review = "", id = ""] = ["key", "review", "record"].map((field) =>
    String(jsonAt(data, field) ?? ""),
  );
  count(desk, key, { calls: 1, signatures: 0 });
  desk.record(desk.name, { type: "system.arrived", key, what: review });
  const attempt = attemptIn(data);
  if (id === "") return desk.post(desk.name, "attempted", data, milliseconds(attempt.signMs));
  const actor = `${desk.name}/record-${id}`;
  if (desk.stateOf(actor) !== undefined) return desk.tell(actor, { type: "asked", ...attempt });
  desk.remember({ ...desk.memory(), records: { ...desk.memory().records, [id]: { key, signature: 0, refusals: 0 } } });
  desk.launch(actor, "signature-record", attempt);
}

function attemptIn(data: Json): SigningAttempt {
  const verdict = jsonAt(data, "verdict");
  const outcome = verdict === "refused" || verdict === "failed" ? verdict : "signed";
  return { signMs: Number(jsonAt(data, "after") ?? 0) / 1_000, outcome };
}

/** An attempt without a record has ended. */
function attempted(desk: Desk, data: Json): void {
  const { key, review } = data as JsonObject;
  const { outcome } = attemptIn(data);
  if (outcome === "signed") return made(desk, desk.name, String(key), String(review));
  lost(desk, desk.name, String(key), outcome === "refused" ? "refused" : "timeout");
}

function act(desk: Desk, actor: string, effect: SignatureRecordEffect): void {
  const id = actor.slice(`${desk.name}/record-`.length);
  const record = ownValue(desk.memory().records, id) ?? { key: "", signature: 0, refusals: 0 };
  const { key, signature, refusals } = record;
  const keep = (changed: Partial<typeof record>) =>
    desk.remember({ ...desk.memory(), records: { ...desk.memory().records, [id]: { ...record, ...changed } } });
  switch (effect.type) {
    case "keep":
      made(desk, actor, key, id);
      return keep({ signature: desk.memory().made });
    case "fail":
      return lost(desk, actor, key, effect.params.reason);
    case "join":
      return desk.record(actor, { type: "system.held", key, what: "call", count: 1 });
    case "reuse":
      return desk.record(actor, { type: "system.reused", key, id, signature });
    case "refuseAgain":
      keep({ refusals: refusals + 1 });
      return desk.record(actor, { type: "system.repeated", key, what: "refusal", times: refusals + 2 });
  }
}

function lost(desk: Desk, actor: string, key: string, reason: "refused" | "timeout"): void {
  desk.record(actor, { type: "system.lost", key, what: "signature", count: 1, reason });
}

function made(desk: Desk, actor: string, key: string, id: string): void {
  count(desk, key, { calls: 0, signatures: 1 });
  desk.remember({ ...desk.memory(), made: desk.memory().made + 1 });
  desk.record(actor, { type: "system.signed", key, id, signature: desk.memory().made });
}

function count(desk: Desk, key: string, by: Entry): void {
  const { byKey } = desk.memory();
  const { calls, signatures } = ownValue(byKey, key) ?? { calls: 0, signatures: 0 };
  const entry = { calls: calls + by.calls, signatures: signatures + by.signatures };
  desk.remember({ ...desk.memory(), byKey: { ...byKey, [key]: entry } });
}
