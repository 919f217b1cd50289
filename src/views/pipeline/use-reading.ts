import { useMemo } from "react";
import type { NodeSpec, Readings, ReadPart, View } from "../../projections/pipeline-reading.ts";
import { readNode } from "../../projections/pipeline-reading.ts";
import { readWire, type Wire } from "../../projections/pipeline-wires.ts";
import { undoneWire } from "../../projections/undone-wire.ts";
import type { AppState } from "../../store/app-state.ts";
import { sharedEqual } from "../../store/shared-equal.ts";
import { useApp } from "../app-context.tsx";
import { type PipelineSetting, usePipelineSetting } from "./pipeline-context.tsx";

/** What a node shows now. The same object comes back as long as its content is the same, so a node is drawn only when it changed. */
export function useReading<P extends ReadPart>(part: P, name: string, height: number): Readings[P] | undefined {
  const setting = usePipelineSetting();
  const select = useMemo(() => {
    const node: NodeSpec<P> = { part, name, height };
    return keeping((state) => {
      const view = viewOf(state, setting);
      return view === undefined ? undefined : readNode(view, node);
    });
  }, [setting, part, name, height]);
  return useApp(select);
}

/** What a wire looks like now; undefined when it is not there. */
export function useWire(id: string): Wire | undefined {
  const setting = usePipelineSetting();
  const select = useMemo(
    () =>
      keeping((state) => {
        const view = viewOf(state, setting);
        const { layout } = setting;
        if (view === undefined || layout === undefined) return undefined;
        const { frame, before } = view;
        if (state.frame.moved !== "back" || before === undefined) return readWire(view, layout, id);
        const now = readWire({ ...view, before: undefined }, layout, id);
        return now && undoneWire(now, readWire({ ...view, frame: before, before: frame }, layout, id));
      }),
    [setting, id],
  );
  return useApp(select);
}

function viewOf({ frame }: AppState, { scope, metrics }: PipelineSetting): View | undefined {
  if (frame.current === undefined) return undefined;
  return { frame: frame.current, before: frame.previous, scope, metrics };
}

/** A selector that reads once per frame and keeps of its last answer what stays equal: the whole, or single rows. */
function keeping<T>(read: (state: AppState) => T): (state: AppState) => T {
  let last: { readonly frame: AppState["frame"]; readonly value: T } | undefined;
  return (state) => {
    if (last?.frame !== state.frame) last = { frame: state.frame, value: sharedEqual(last?.value, read(state)) };
    return last.value;
  };
}
