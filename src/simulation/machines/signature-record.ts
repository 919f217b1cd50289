import { setup } from "xstate";

// The record that a signer keeps under an id, so that being called again signs nothing: pending while it signs, then signed or failed. Only a
// failed one is tried again. How a webhook has to be idempotent: kubernetes.io/docs, Dynamic Admission Control, Idempotence.
// Left out: the store of the records, and their end.

export type SignatureRecordContext = { readonly signMs: number; readonly refused: boolean };

/** How long the signing takes, and whether the key may not be used for this object. */
export type SignatureRecordInput = SignatureRecordContext;

/** Somebody asks for the signature again. */
export type SignatureRecordEvent = { readonly type: "asked" };

/** What the signer does. */
export type SignatureRecordEffect =
  | { readonly type: "keep"; readonly params: undefined }
  | { readonly type: "fail"; readonly params: undefined }
  /** The caller that came while it was pending gets what the first one gets. */
  | { readonly type: "join"; readonly params: undefined }
  | { readonly type: "reuse"; readonly params: undefined };

/** PENDING → SIGNED or FAILED. */
export const signatureRecordMachine = setup({
  types: {
    context: {} as SignatureRecordContext, // XState takes types from these placeholders
    events: {} as SignatureRecordEvent,
    input: {} as SignatureRecordInput,
  },
  actions: { keep: () => {}, fail: () => {}, join: () => {}, reuse: () => {} },
  guards: { isRefused: ({ context }) => context.refused },
  delays: { signing: ({ context }) => context.signMs },
}).createMachine({
  id: "signature-record",
  context: ({ input }) => ({ ...input }),
  initial: "PENDING",
  states: {
    PENDING: {
      on: { asked: { actions: "join" } },
      after: {
        signing: [
          { guard: "isRefused", target: "FAILED", actions: "fail" },
          { target: "SIGNED", actions: "keep" },
        ],
      },
    },
    SIGNED: { on: { asked: { actions: "reuse" } } },
    FAILED: { on: { asked: "PENDING" } },
  },
});
