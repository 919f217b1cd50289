import { expect, test } from "vitest";
import { seconds } from "../../base/time.ts";
import { startMachine, stateText, stepMachine } from "../kernel/machine.ts";
import { type GatewayPendingEvent, gatewayPendingMachine } from "./gateway-pending.ts";
import { reachableStates } from "./reachable-states.ts";

const request: GatewayPendingEvent = { type: "request", id: "r1" };
const settled: GatewayPendingEvent = { type: "alpnSelected", protocol: "h2" };

function after(...events: readonly GatewayPendingEvent[]) {
  let step = startMachine(gatewayPendingMachine, { guardMs: 3_000 });
  for (const event of events) step = stepMachine(gatewayPendingMachine, step.snapshot, event);
  return step;
}

test("every state is reachable, and only a closed connection stays as it is", () => {
  const events: readonly GatewayPendingEvent[] = [
    { type: "syn" },
    { type: "ack" },
    request,
    settled,
    { type: "noCommonProtocol" },
    { type: "fin" },
  ];
  const within = ({ held }: Readonly<Record<string, unknown>>) => Number(held) < 3;
  expect(reachableStates(gatewayPendingMachine, { inputs: [{ guardMs: 3_000 }], events, within })).toMatchObject({
    unreachable: [],
    deadEnds: [],
  });
});

test("after TCP's handshake it announces nothing and guards the negotiation with 3 s", () => {
  const { effects, timers, snapshot } = after({ type: "syn" }, { type: "ack" });
  expect(stateText(snapshot.value)).toBe("ALPN_PENDING");
  expect(effects).toEqual([]);
  expect(timers).toMatchObject([{ type: "set", after: seconds(3) }]);
});

test("what it kept goes on when ALPN is settled, and only then the connection is announced", () => {
  expect(after({ type: "syn" }, { type: "ack" }, request, request, settled).effects).toEqual([
    { type: "announce", params: undefined },
    { type: "release", params: { count: 2 } },
  ]);
});

// RFC 7301 §3.2: a server that shares no protocol sends the fatal alert no_application_protocol.
test("without a common protocol it closes with the alert of RFC 7301, and says how many requests it had", () => {
  const { effects, snapshot } = after({ type: "syn" }, { type: "ack" }, request, { type: "noCommonProtocol" });
  expect(stateText(snapshot.value)).toBe("CLOSED");
  expect(effects).toEqual([{ type: "refuse", params: { reason: "no_application_protocol", count: 1 } }]);
});
