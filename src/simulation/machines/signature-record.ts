import { assign, setup } from "xstate";

// The record that a signer keeps under an id, so that being called again signs nothing: pending while it signs, then signed or failed. What
// failed because nobody answered may be tried again under the same id; what the signer refuses stays refused. How a webhook has to be
// idempotent: kubernetes.io/docs, Dynamic Admission Control, Idempotence. Left out: the store of the records, and their end.

/** How an attempt to sign will end, and after how long. */
export type SigningAttempt = { readonly signMs: number; readonly outcome: "signed" | "refused" | "failed" };

export type SignatureRecordContext = SigningAttempt;

export type SignatureRecordInput = SigningAttempt;

/** Somebody asks for the signature again; what goes with it is how an attempt would end now. */
export type SignatureRecordEvent = { readonly type: "asked" } & SigningAttempt;

/** What the signer does. */
export type SignatureRecordEffect =
  | { readonly type: "keep"; readonly params: undefined }
  | { readonly type: "fail"; readonly params: { readonly reason: "refused" | "timeout" } }
  /** The caller that came while it was pending gets what the first one gets. */
  | { readonly type: "join"; readonly params: undefined }
  | { readonly type: "reuse"; readonly params: undefined }
  | { readonly type: "refuseAgain"; readonly params: undefined };

/** PENDING → SIGNED or FAILED, and back to PENDING from a failure that was nobody's decision. */
export const signatureRecordMachine = setup({
  types: {
    context: {} as SignatureRecordContext, // XState takes types from these placeholders
    events: {} as SignatureRecordEvent,
    input: {} as SignatureRecordInput,
  },
  actions: {
    keep: () => {},
    fail: (_, _params: { readonly reason: "refused" | "timeout" }) => {},
    join: () => {},
    reuse: () => {},
    refuseAgain: () => {},
    takeOver: assign(({ event }) => ({ signMs: event.signMs, outcome: event.outcome })),
  },
  guards: {
    isRefused: ({ context }) => context.outcome === "refused",
    isUnanswered: ({ context }) => context.outcome === "failed",
  },
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
          { guard: "isRefused", target: "FAILED", actions: { type: "fail", params: { reason: "refused" } } },
          { guard: "isUnanswered", target: "FAILED", actions: { type: "fail", params: { reason: "timeout" } } },
          { target: "SIGNED", actions: "keep" },
        ],
      },
    },
    SIGNED: { on: { asked: { actions: "reuse" } } },
    FAILED: {
      on: {
        asked: [
          { guard: "isRefused", actions: "refuseAgain" },
          { target: "PENDING", actions: "takeOver" },
        ],
      },
    },
  },
});
