import { ownValue } from "../../base/own-value.ts";
import { readOptions, words } from "../cluster/options.ts";
import type { SystemDesk, SystemKind } from "../cluster/system.ts";
import type { Json } from "../kubernetes/object.ts";
import { jsonAt } from "../kubernetes/object.ts";
import { type SignatureRecordEffect, signatureRecordMachine } from "../machines/signature-record.ts";

// The service behind signing webhooks: it counts what it signs, and may keep a record under an id that its webhook chooses. It is told of each
// call by the webhook, whatever becomes of the request.

const OPTIONS = {
  /** Objects that may not be signed. */
  refuses: words([], {
    pattern: /^[A-Z][A-Za-z0-9.-]*(\/[a-z0-9.-]+){1,2}$/,
    called: "an object as Kind/namespace/name",
    least: 0,
    most: 50,
    distinct: false,
  }),
};

type Entry = { readonly calls: number; readonly signatures: number };
type Memory = {
  readonly made: number;
  readonly byKey: Readonly<Record<string, Entry>>;
  /** Signature and object of each record. */
  readonly records: Readonly<Record<string, { readonly key: string; readonly signature: number }>>;
};
type Desk = SystemDesk<Memory>;
const EMPTY: Memory = { made: 0, byKey: {}, records: {} };

/** A signer. Webhooks with `does: sign` name it. */
export const signerSystem: SystemKind<Memory> = {
  machines: { "signature-record": signatureRecordMachine },
  options: OPTIONS,
  memory: () => EMPTY,
  crash: () => EMPTY,
  start: () => undefined,
  receive(desk, _actor, message) {
    if (message.type === "note") take(desk, message.data);
  },
  perform: (desk, actor, effect) => act(desk, actor, effect as SignatureRecordEffect), // its chart declares no others
  told: () => "a signer hears only of calls",
  view: ({ memory }) => ({
    readings: [{ name: "signatures", value: memory.made, unit: "count", from: "measured" }],
    grids: [],
    tables: [
      {
        name: "signed objects",
        columns: ["object", "calls", "signatures"],
        rows: Object.entries(memory.byKey).map(([key, { calls, signatures }]) => [key, calls, signatures]),
      },
    ],
  }),
};

/** A call of a webhook. Without an id nothing is known again, and it signs at once. */
function take(desk: Desk, data: Json): void {
  const [key, review, id] = ["key", "review", "record"].map((field) => String(jsonAt(data, field) ?? ""));
  if (key === undefined || review === undefined || id === undefined) return;
  count(desk, key, { calls: 1, signatures: 0 });
  desk.record(desk.name, { type: "system.arrived", key, what: review });
  if (id === "") return made(desk, desk.name, key, review);
  const actor = `${desk.name}/record-${id}`;
  if (desk.stateOf(actor) !== undefined) return desk.tell(actor, { type: "asked" });
  desk.remember({ ...desk.memory(), records: { ...desk.memory().records, [id]: { key, signature: 0 } } });
  const refused = readOptions(OPTIONS, desk.options).refuses.includes(key);
  desk.launch(actor, "signature-record", { signMs: Number(jsonAt(data, "takes") ?? 0) / 1_000, refused });
}

function act(desk: Desk, actor: string, effect: SignatureRecordEffect): void {
  const id = actor.slice(`${desk.name}/record-`.length);
  const { key = "", signature = 0 } = ownValue(desk.memory().records, id) ?? {};
  switch (effect.type) {
    case "keep": {
      made(desk, actor, key, id);
      const { records, made: newest } = desk.memory();
      return desk.remember({ ...desk.memory(), records: { ...records, [id]: { key, signature: newest } } });
    }
    case "fail":
      return desk.record(actor, { type: "system.lost", key, what: "signature", count: 1, reason: "refused" });
    case "join":
      return desk.record(actor, { type: "system.held", key, what: "call", count: 1 });
    case "reuse":
      return desk.record(actor, { type: "system.reused", key, id, signature });
  }
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
