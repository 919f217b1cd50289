import { assign, setup } from "xstate";

// The same connection with the state that was missing. Between TCP's handshake (RFC 9293 §3.3.2) and traffic lies ALPN_PENDING: what comes
// is kept, nobody is told that the connection takes traffic, and a guard ends the wait for a peer that never finishes. A peer that shares
// no protocol gets the alert no_application_protocol (RFC 7301 §3.2).
// Left out: the rest of TLS, the size of the buffer, the closing states of TCP.

export type GatewayPendingContext = {
  readonly guardMs: number;
  /** Requests that wait for a decoder. */
  readonly held: number;
};

/** How long the negotiation may take. */
export type GatewayPendingInput = { readonly guardMs: number };

/** What happens on the connection. */
export type GatewayPendingEvent =
  | { readonly type: "syn" }
  | { readonly type: "ack" }
  | { readonly type: "request"; readonly id: string }
  | { readonly type: "alpnSelected"; readonly protocol: string }
  | { readonly type: "noCommonProtocol" }
  | { readonly type: "fin" };

/** What the gateway does about it. */
export type GatewayPendingEffect =
  | { readonly type: "announce"; readonly params: undefined }
  | { readonly type: "forward"; readonly params: { readonly id: string } }
  | { readonly type: "hold"; readonly params: { readonly id: string } }
  /** What was kept goes to the decoder that ALPN has chosen. */
  | { readonly type: "release"; readonly params: { readonly count: number } }
  /** The connection is closed with a reason, and its sender knows that nothing was taken. */
  | { readonly type: "refuse"; readonly params: { readonly reason: string; readonly count: number } };

const idOf = ({ event }: { readonly event: GatewayPendingEvent }) => ({ id: event.type === "request" ? event.id : "" });
const refusal = (reason: string) =>
  ({
    type: "refuse",
    params: ({ context }: { readonly context: GatewayPendingContext }) => ({ reason, count: context.held }),
  }) as const;

/** The mended machine: SYN_RECEIVED → ALPN_PENDING → ESTABLISHED. */
export const gatewayPendingMachine = setup({
  types: {
    context: {} as GatewayPendingContext, // XState takes types from these placeholders
    events: {} as GatewayPendingEvent,
    input: {} as GatewayPendingInput,
  },
  actions: {
    announce: () => {},
    forward: (_, _params: { readonly id: string }) => {},
    hold: (_, _params: { readonly id: string }) => {},
    release: (_, _params: { readonly count: number }) => {},
    refuse: (_, _params: { readonly reason: string; readonly count: number }) => {},
    countHeld: assign({ held: ({ context }) => context.held + 1 }),
    forgetHeld: assign({ held: 0 }),
  },
  delays: {
    alpnGuard: ({ context }) => context.guardMs,
  },
}).createMachine({
  id: "gateway-pending",
  context: ({ input }) => ({ guardMs: input.guardMs, held: 0 }),
  initial: "LISTEN",
  states: {
    LISTEN: { on: { syn: "SYN_RECEIVED" } },
    SYN_RECEIVED: { on: { ack: "ALPN_PENDING" } },
    ALPN_PENDING: {
      on: {
        request: { actions: ["countHeld", { type: "hold", params: idOf }] },
        alpnSelected: {
          target: "ESTABLISHED",
          actions: ["announce", { type: "release", params: ({ context }) => ({ count: context.held }) }, "forgetHeld"],
        },
        noCommonProtocol: { target: "CLOSED", actions: refusal("no_application_protocol") },
        fin: { target: "CLOSED", actions: refusal("fin") },
      },
      after: { alpnGuard: { target: "CLOSED", actions: refusal("alpn_timeout") } },
    },
    ESTABLISHED: {
      on: {
        request: { actions: { type: "forward", params: idOf } },
        fin: "CLOSED",
      },
    },
    CLOSED: { type: "final" },
  },
});
