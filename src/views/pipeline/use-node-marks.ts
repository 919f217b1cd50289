import { useMemo } from "react";
import { actorOfNode, nodeOfActor, nodeOfEvent } from "../../projections/node-of-event.ts";
import type { Part } from "../../projections/pipeline-layout.ts";
import { tellingChain } from "../../projections/why.ts";
import type { AppState, Selection } from "../../store/app-state.ts";
import type { EventRow } from "../../store/run-types.ts";
import { useApp } from "../app-context.tsx";
import { usePipelineSetting } from "./pipeline-context.tsx";
import { toldChain } from "./use-told.ts";

export type NodeMarks = {
  readonly selected: boolean;
  /** In Why: nothing in it is part of the causal past. */
  readonly faded: boolean;
  /** In Why: the numbers of the causes that happened here. */
  readonly badge: string;
  /** What selecting the node selects. */
  readonly reference: Selection;
};

/** How a node is marked by selection and by Why. */
export function useNodeMarks(id: string, part: Part, name: string): NodeMarks {
  const { scope } = usePipelineSetting();
  const reference = useMemo(() => actorOfNode(part, name, scope), [part, name, scope]);
  const selected = useApp((state) => isSelected(state, id, reference));
  const badge = useApp((state) => (state.view.why ? badgeOf(state, id) : ""));
  const faded = useApp(
    (state) =>
      state.view.why &&
      toldChain(state) !== undefined &&
      badgeOf(state, id) === "" &&
      !isSelected(state, id, reference),
  );
  return { selected, faded, badge, reference };
}

function isSelected({ view, frame }: AppState, id: string, reference: Selection): boolean {
  const { actor, kind } = view.selected;
  if (actor === undefined) return false;
  if (actor === reference.actor) return kind === undefined || kind === reference.kind;
  const servers = (frame.current?.servers ?? []).map((server) => server.id);
  return nodeOfActor(actor, servers) === id;
}

function badgeOf(state: AppState, id: string): string {
  const chain: readonly EventRow[] = tellingChain(toldChain(state) ?? []);
  const servers = (state.frame.current?.servers ?? []).map((server) => server.id);
  const numbers = chain.flatMap((row, index) => (nodeOfEvent(row, servers) === id ? [index + 1] : []));
  const [first] = numbers;
  return first === undefined ? "" : numbers.length === 1 ? `${first}` : `${first}–${numbers.at(-1)}`;
}
