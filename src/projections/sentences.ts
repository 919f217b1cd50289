import type { ReplayTraceFact } from "../conformance/replay-fact.ts";

export type { ClusterFact } from "../simulation/cluster/facts.ts";

/** Where an event happened: its actor, and the process and kind that can be read from the actor's name. */
export type EventPlace = { readonly actor: string; readonly process: string; readonly kind: string };

/** One clause for every type of event, in the cluster and in the replay of a recording. A language that lacks one, or reads a field that a fact does not have, does not compile. */
export type EventTexts = {
  readonly [Type in ReplayTraceFact["type"]]: (
    fact: Extract<ReplayTraceFact, { readonly type: Type }>,
    place: EventPlace,
  ) => string;
};

/** An event as a sentence needs it. */
export type ToldEvent = {
  readonly actor: string;
  readonly fact: { readonly type: string } & Readonly<Record<string, unknown>>;
};

/** The clause that tells an event: no capital, no full stop. `unknown` tells a type that this version does not know. */
export function clauseOf(texts: EventTexts, unknown: (type: string) => string, event: ToldEvent): string {
  const { fact } = event;
  if (!isKnown(texts, fact.type)) return unknown(fact.type);
  // A row carries the fact that the engine recorded under this type; between worker and page its exact type is lost.
  const tell = texts[fact.type] as (fact: ToldEvent["fact"], place: EventPlace) => string;
  return tell(fact, placeOf(event.actor));
}

/** `web/Pod/reflector` → process `web`, kind `Pod`. */
export function placeOf(actor: string): EventPlace {
  const [process = "", second = ""] = actor.split("/");
  return { actor, process, kind: /^[A-Z]/.test(second) ? second : "" };
}

function isKnown(texts: EventTexts, type: string): type is ReplayTraceFact["type"] {
  return Object.hasOwn(texts, type);
}
