import { useActions } from "../app-context.tsx";

/** What somebody wants to know the source of. */
export type SourceTarget =
  | { readonly type: "fact"; readonly fact: { readonly type: string } & Readonly<Record<string, unknown>> }
  | { readonly type: "state"; readonly machine: string; readonly state: string }
  | {
      readonly type: "edge";
      readonly machine: string;
      readonly source: string;
      readonly event: string;
      readonly guard: string;
    };

/** Opens “What is modelled” at the entry about a thing. The entries are fetched on the first call. */
export function useOpenSource(): (target: SourceTarget) => void {
  const { setView } = useActions();
  return (target) =>
    void findEntry(target).then((id) =>
      setView({ dialog: "modelled", modelledAt: id === undefined ? undefined : { type: "entry", id } }),
    );
}

async function findEntry(target: SourceTarget): Promise<string | undefined> {
  const { entryForEdge, entryForFact, entryForState } = await import("../../projections/modelled/find-entry.ts");
  switch (target.type) {
    case "fact":
      return entryForFact(target.fact.type, target.fact)?.id;
    case "state":
      return entryForState(target.machine, target.state)?.id;
    case "edge":
      return entryForEdge(target.machine, target.source, target.event, target.guard)?.id;
  }
}
