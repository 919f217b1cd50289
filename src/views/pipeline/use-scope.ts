import { useCallback, useMemo, useState } from "react";
import type { Scope } from "../../projections/node-lines.ts";
import { kindOnTheWay, scopeOfActor } from "../../projections/node-of-event.ts";
import type { AppState } from "../../store/app-state.ts";
import { useApp } from "../app-context.tsx";
import { toldActor } from "./use-told.ts";

/** Which process and informer the pipeline shows, and whether somebody holds it there. */
export type ScopeChoice = {
  readonly scope: Scope;
  readonly pinned: boolean;
  /** Holds a scope; the one that is held already is let go. */
  readonly pin: (scope: Scope) => void;
};

/** Follows what happens from one informer to another, unless somebody chose one. */
export function useScope(): ScopeChoice {
  const [followed, setFollowed] = useState("");
  const [pinned, setPinned] = useState("");
  const known = useApp(knownScopes);
  const wanted = useApp((state) => (state.view.playing ? "" : wantedScope(state)));
  const next = completed(wanted === "" ? followed : wanted, followed, known);
  if (next !== followed) setFollowed(next);
  const shown = pinned !== "" && known.includes(pinned) ? pinned : next;
  const pin = useCallback(({ process, kind }: Scope) => {
    const chosen = `${process} ${kind}`;
    setPinned((old) => (old === chosen ? "" : chosen));
  }, []);
  return useMemo(() => ({ scope: scopeFrom(shown), pinned: shown === pinned, pin }), [shown, pinned, pin]);
}

/** All scopes of the frame, as one text, so that the selector's value is stable. */
function knownScopes({ frame }: AppState): string {
  const processes = frame.current?.processes ?? [];
  return processes.flatMap(({ name, informers }) => informers.map(({ kind }) => `${name} ${kind}`)).join("\n");
}

/** The scope that the active actor belongs to; a queue, a worker or a client shows the informer through which its news came. */
function wantedScope(state: AppState): string {
  const actor = toldActor(state);
  if (actor === undefined) return "";
  const processes = state.frame.current?.processes ?? [];
  const { process, kind } = scopeOfActor(actor, processes);
  if (process === undefined) return "";
  const told = state.view.selected.seq ?? state.run.cursor.seq;
  const shown = kind ?? kindOnTheWay(state.trace.columns, told, process, processes);
  return shown === undefined ? process : `${process} ${shown}`;
}

/** A whole scope that exists: the wish, else another informer of the wished process, else what was shown, else the first. */
function completed(wish: string, shown: string, known: string): string {
  const all = known.split("\n");
  if (all.includes(wish)) return wish;
  const ofProcess = all.filter((each) => each.startsWith(`${wish} `));
  if (ofProcess.includes(shown)) return shown;
  return ofProcess.at(-1) ?? (all.includes(shown) ? shown : (all.at(-1) ?? ""));
}

function scopeFrom(text: string): Scope {
  const [process = "", kind = ""] = text.split(" ");
  return { process, kind };
}
