import type { HistoryMark, HistoryRow } from "../../projections/history-rows.ts";
import { alongScale, type RevisionScale } from "../../projections/revision-scale.ts";
import { useActions, useApp } from "../app-context.tsx";
import styles from "./history-view.module.css";
import { percent } from "./percent.ts";
import { useHistoryTexts } from "./use-history-texts.ts";

type Props = { readonly row: HistoryRow; readonly scale: RevisionScale; readonly kind: string };

/** One component: its name, what it holds along the axis, and the same in words. */
export function HistoryRowLine({ row, scale, kind }: Props) {
  const { name, words, isWrong } = useWords(row);
  return (
    <li className={styles.row}>
      <span className={styles.name}>{name}</span>
      <div className={styles.plot}>
        {row.spans.map(({ from, to, look }) => (
          <i
            key={`${look}/${from}`}
            className={styles.span}
            data-look={look}
            style={{
              left: percent(alongScale(scale, from)),
              width: percent(alongScale(scale, to) - alongScale(scale, from)),
            }}
          />
        ))}
        {row.marks.map((mark) => (
          <Mark key={`${mark.look}/${mark.revision}/${mark.key}`} mark={mark} scale={scale} kind={kind} />
        ))}
      </div>
      <span className={styles.fact} data-wrong={isWrong || undefined}>
        {words}
      </span>
    </li>
  );
}

type MarkProps = { readonly mark: HistoryMark; readonly scale: RevisionScale; readonly kind: string };

/** Objects can be chosen; everything else is only read. */
function Mark({ mark: { revision, look, key }, scale, kind }: MarkProps) {
  const isSelected = useApp((state) => key !== "" && state.view.selected.key === key);
  const { select } = useActions();
  const style = { left: percent(alongScale(scale, revision)) };
  if (look !== "dot" && look !== "stale") return <i className={styles.mark} data-look={look} style={style} />;
  return (
    <button
      type="button"
      className={styles.mark}
      data-look={look}
      style={style}
      title={`${key} @${revision}`}
      aria-label={`${key} @${revision}`}
      aria-pressed={isSelected}
      onClick={() => select({ key, kind })}
    />
  );
}

function useWords({ fact, spans }: HistoryRow): {
  readonly name: string;
  readonly words: string;
  readonly isWrong: boolean;
} {
  const text = useHistoryTexts();
  switch (fact.type) {
    case "etcd":
      return { name: text.rows.etcd, words: text.etcd(fact.revision, fact.compacted), isWrong: false };
    case "objects":
      return { name: text.rows.objects, words: text.objects(fact.count), isWrong: false };
    case "cache": {
      const { from = 0, to = 0 } = spans[0] ?? {};
      return {
        name: text.rows.cache(fact.server),
        words: text.cache(fact.kept, fact.capacity, from, to),
        isWrong: false,
      };
    }
    case "stream": {
      const state = text.streamStates[fact.state] ?? fact.state;
      return { name: text.rows.stream, words: text.stream(state, fact.rv), isWrong: fact.state === "closed" };
    }
    case "resume":
      return { name: text.rows.resume, words: text.resume(fact.rv, fact.tooOld), isWrong: fact.tooOld > 0 };
    case "fifo":
      return { name: text.rows.fifo, words: text.fifo(fact.deltas), isWrong: false };
    case "store":
      return { name: text.rows.store, words: text.store(fact.rv, fact.behind), isWrong: false };
  }
}
