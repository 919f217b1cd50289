import { readScenario } from "../scenarios/read-scenario.ts";
import type { Command, Report } from "./protocol.ts";
import { Reactor } from "./reactor.ts";
import { transfersOf } from "./transfers.ts";

/** The worker's entry: commands in, reports out; columns are moved, not copied. */
const reactor = new Reactor(readScenario, (report: Report) => {
  self.postMessage(report, { transfer: transfersOf(report) });
});

self.addEventListener("message", (message: MessageEvent<Command>) => {
  void reactor.receive(message.data);
});
