import { jsonEqual } from "../kubernetes/json-equal.ts";
import type { Json, JsonObject, KubeObject } from "../kubernetes/object.ts";
import { type Asking, enterPhase, failureOf, note, write } from "./asking.ts";

/** Where the status is written. */
export type StatusWay = "subresource" | "main";

/** What the controller found out; a message of `undefined` takes an old one away, an observed state is kept until there is another. */
export type Finding = {
  readonly phase: "Pending" | "Ready" | "Failed";
  readonly message?: string | undefined;
  readonly observedState?: JsonObject;
};

/**
 * Writes phase and observed generation, if they differ, with the version that was read: a change in between is a conflict. The observed
 * generation is that of the object that was read (fidelity workqueue 5.8). Returns the object as it is then, or an error text.
 */
export function* writePhase(database: KubeObject, finding: Finding, way: StatusWay): Asking<KubeObject | string> {
  const status = statusWith(database, finding);
  if (jsonEqual(status, database.status)) {
    yield* note(`status stays ${finding.phase}`);
    return database;
  }
  yield* enterPhase("apply");
  const object = { ...database, status };
  const reply = yield* write(
    way === "main" ? { type: "update", object } : { type: "update", object, subresource: "status" },
  );
  if (reply.type !== "object") return failureOf(reply) ?? "no object returned";
  yield* note(`status ${finding.phase} for generation ${database.metadata.generation ?? 0}`);
  return reply.object;
}

function statusWith(database: KubeObject, { phase, message, ...seen }: Finding): JsonObject {
  const { message: _before, ...kept } = database.status ?? {};
  const observedGeneration: Json = database.metadata.generation ?? 0;
  return { ...kept, ...seen, phase, observedGeneration, ...(message === undefined ? {} : { message }) };
}
