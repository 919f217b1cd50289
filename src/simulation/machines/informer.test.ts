import { expect, test } from "vitest";
import type { AnyMachineSnapshot } from "xstate";
import { startMachine, stateText, stepMachine } from "../kernel/machine.ts";
import { type InformerEvent, informerMachine } from "./informer.ts";
import { reachableStates } from "./reachable-states.ts";

type Type = InformerEvent["type"];

const types: readonly Type[] = [
  "run",
  "cacheSynced",
  "handlersSynced",
  "handlerJoined",
  "stop",
  "runReturned",
  "listing",
  "watching",
  "backingOff",
  "disconnected",
];

function after(...events: readonly Type[]): string {
  let snapshot: AnyMachineSnapshot = startMachine(informerMachine).snapshot;
  for (const type of events) snapshot = stepMachine(informerMachine, snapshot, { type }).snapshot;
  return stateText(snapshot.value);
}

test("every state is reachable", () => {
  const reached = reachableStates(informerMachine, { inputs: [undefined], events: types.map((type) => ({ type })) });
  expect(reached.unreachable).toEqual([]);
});

test("losing the connection does not move the lifecycle", () => {
  expect(after("run", "listing", "watching", "cacheSynced", "handlersSynced", "backingOff")).toBe(
    "lifecycle.Running | connection.BackingOff | handlers.Synced",
  );
});

test("a stopped informer never runs again", () => {
  expect(after("run", "stop", "runReturned", "run")).toBe(
    "lifecycle.Stopped | connection.Disconnected | handlers.Waiting",
  );
});

test("a late handler is waited for without leaving Running", () => {
  expect(after("run", "cacheSynced", "handlersSynced", "handlerJoined")).toBe(
    "lifecycle.Running | connection.Disconnected | handlers.Waiting",
  );
});
