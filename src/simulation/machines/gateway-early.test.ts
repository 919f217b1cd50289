import { expect, test } from "vitest";
import { startMachine, stateText, stepMachine } from "../kernel/machine.ts";
import { type GatewayEarlyEvent, gatewayEarlyMachine } from "./gateway-early.ts";
import { reachableStates } from "./reachable-states.ts";

const request: GatewayEarlyEvent = { type: "request", id: "r1" };

function effectsAfter(...events: readonly GatewayEarlyEvent[]) {
  let step = startMachine(gatewayEarlyMachine);
  for (const event of events) step = stepMachine(gatewayEarlyMachine, step.snapshot, event);
  return { state: stateText(step.snapshot.value), effects: step.effects.map(({ type }) => type) };
}

test("every state is reachable, and only a closed connection stays as it is", () => {
  const events: readonly GatewayEarlyEvent[] = [
    { type: "syn" },
    { type: "ack" },
    request,
    { type: "alpnSelected", protocol: "h2" },
    { type: "fin" },
  ];
  expect(reachableStates(gatewayEarlyMachine, { inputs: [undefined], events })).toMatchObject({
    unreachable: [],
    deadEnds: [],
  });
});

test("it announces the connection with TCP's last ACK, before any protocol is chosen", () => {
  expect(effectsAfter({ type: "syn" }, { type: "ack" })).toEqual({ state: "ESTABLISHED", effects: ["announce"] });
});

test("what comes before ALPN is swallowed, what comes after it is forwarded", () => {
  expect(effectsAfter({ type: "syn" }, { type: "ack" }, request).effects).toEqual(["swallow"]);
  const settled: GatewayEarlyEvent = { type: "alpnSelected", protocol: "h2" };
  expect(effectsAfter({ type: "syn" }, { type: "ack" }, settled, request).effects).toEqual(["forward"]);
});
