import { assign, setup } from "xstate";

// A gateway's view of one connection, with a state missing: it says ESTABLISHED when TCP is (RFC 9293 §3.3.2), although TLS has not yet
// settled by ALPN (RFC 7301 §3.1) which protocol the bytes are to be read as. What comes in between has no decoder.
// State names of TCP are the RFC's; the client's half, retransmission and the closing states are left out.

export type GatewayEarlyContext = {
  /** What ALPN has settled on; empty before. */
  readonly protocol: string;
};

/** What happens on the connection. */
export type GatewayEarlyEvent =
  | { readonly type: "syn" }
  | { readonly type: "ack" }
  | { readonly type: "request"; readonly id: string }
  | { readonly type: "alpnSelected"; readonly protocol: string }
  | { readonly type: "fin" };

/** What the gateway does about it. */
export type GatewayEarlyEffect =
  /** Tells the load balancer that the connection takes traffic. */
  | { readonly type: "announce"; readonly params: undefined }
  | { readonly type: "forward"; readonly params: { readonly id: string } }
  /** The bytes go to a decoder that does not know them: no answer, no error. */
  | { readonly type: "swallow"; readonly params: { readonly id: string } };

const idOf = ({ event }: { readonly event: GatewayEarlyEvent }) => ({ id: event.type === "request" ? event.id : "" });

/** The machine as it was: SYN_RECEIVED → ESTABLISHED, and traffic at once. */
export const gatewayEarlyMachine = setup({
  types: {
    context: {} as GatewayEarlyContext, // XState takes types from these placeholders
    events: {} as GatewayEarlyEvent,
  },
  actions: {
    announce: () => {},
    forward: (_, _params: { readonly id: string }) => {},
    swallow: (_, _params: { readonly id: string }) => {},
    keepProtocol: assign(({ event }) => (event.type === "alpnSelected" ? { protocol: event.protocol } : {})),
  },
  guards: {
    hasDecoder: ({ context }) => context.protocol !== "",
  },
}).createMachine({
  id: "gateway-early",
  context: { protocol: "" },
  initial: "LISTEN",
  states: {
    LISTEN: { on: { syn: "SYN_RECEIVED" } },
    SYN_RECEIVED: { on: { ack: { target: "ESTABLISHED", actions: "announce" } } },
    ESTABLISHED: {
      on: {
        request: [
          { guard: "hasDecoder", actions: { type: "forward", params: idOf } },
          { actions: { type: "swallow", params: idOf } },
        ],
        alpnSelected: { actions: "keepProtocol" },
        fin: "CLOSED",
      },
    },
    CLOSED: { type: "final" },
  },
});
