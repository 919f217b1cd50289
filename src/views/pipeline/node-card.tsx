import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from "react";
import type { LineMetrics } from "../../projections/node-lines.ts";
import type { Part } from "../../projections/pipeline-layout.ts";
import type { Tone } from "../../store/run-types.ts";
import { useActions } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import { Glyph } from "../widgets/glyph.tsx";
import styles from "./node-card.module.css";
import { neighbourOf } from "./node-focus.ts";
import { usePipelineSetting } from "./pipeline-context.tsx";
import { useNodeMarks } from "./use-node-marks.ts";

type Props = {
  readonly id: string;
  readonly part: Part;
  readonly name: string;
  readonly title?: ReactNode;
  readonly sub?: string;
  readonly fact: string;
  readonly tone: Tone;
  /** Whether this step changed something in it: a bar on top. */
  readonly live: boolean;
  readonly height: number;
  readonly children: ReactNode;
};

/** The frame of a node: header with one fact that matters, hairline, rows. Its size never depends on its content. */
export function NodeCard({ id, part, name, title, sub = "", fact, tone, live, height, children }: Props) {
  const card = useRef<HTMLElement>(null);
  const texts = useMessages().pipeline;
  const { metrics } = usePipelineSetting();
  const { selected, faded, badge, reference } = useNodeMarks(id, part, name);
  const actions = useActions();
  const openMenu = (x: number, y: number) => {
    actions.select(reference);
    actions.setView({ menu: { target: { ...reference, node: id }, x, y } });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || event.metaKey || event.ctrlKey || event.altKey) return;
    if (event.key === "Enter") actions.select(reference);
    else if (event.key === "f") openMenu(...cornerOf(event.currentTarget));
    else if (!event.shiftKey && event.key.startsWith("Arrow")) neighbourOf(event.currentTarget, event.key)?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onContextMenu = (event: MouseEvent) => {
    event.preventDefault();
    openMenu(event.clientX, event.clientY);
  };
  return (
    // A pointer selects without taking the keyboard's focus, so that the arrow keys go on stepping through time.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls; this is a group of readings
    <section
      ref={card}
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move between nodes, Enter selects, F opens what can go wrong
      tabIndex={0}
      data-node={id}
      data-tone={tone}
      data-live={live || undefined}
      data-selected={selected || undefined}
      data-faded={faded || undefined}
      aria-label={texts.nodeLabel(texts.nodes[part], sub, fact)}
      aria-current={selected || undefined}
      aria-keyshortcuts="Enter F"
      className={styles.card}
      style={rowHeights(metrics, height)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => actions.select(reference)}
      onContextMenu={onContextMenu}
      onKeyDown={onKeyDown}
    >
      {badge !== "" && <span className={styles.badge}>{badge}</span>}
      <header className={styles.header}>
        <Glyph tone={tone} />
        <span className={styles.name}>{title ?? texts.nodes[part]}</span>
        {sub !== "" && <span className={styles.sub}>{sub}</span>}
        <span className={styles.fact}>{fact}</span>
      </header>
      <div className={styles.body}>{children}</div>
    </section>
  );
}

function rowHeights({ row, header }: LineMetrics, height: number) {
  return { "--row": `${row}px`, "--header": `${header}px`, height };
}

function cornerOf(element: HTMLElement): [x: number, y: number] {
  const { left, top } = element.getBoundingClientRect();
  return [left + 24, top + 24];
}
