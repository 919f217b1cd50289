import type { NextFrame } from "../../store/run-types.ts";
import { canGoOn, isRecorded } from "../../store/selectors.ts";
import { useActions, useApp } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import { momentText } from "../widgets/format-time.ts";
import { KeyHint } from "../widgets/key-hint.tsx";
import { RichText } from "../widgets/rich-text.tsx";
import styles from "./now-band.module.css";

/** Shown beside the sentence; all of them have keys. */
const SHOWN = 2;

/** What can happen next: the normal choice first, each with its key. */
export function NowNext() {
  const texts = useMessages().pipeline;
  const next = useApp((state) => state.frame.current?.next);
  const now = useApp((state) => state.frame.current?.at ?? 0);
  const isOver = useApp((state) => isRecorded(state) && !canGoOn(state));
  if (useApp(isRecorded)) return isOver ? <span className={styles.next}>{texts.recordingEnds}</span> : null;
  if (next === undefined) return null;
  const [first] = next;
  if (first === undefined) return <span className={styles.next}>{texts.nothingNext}</span>;
  return (
    <div className={styles.next}>
      {next.slice(0, SHOWN).map((each, index) => (
        <Choice key={each.choice} next={each} index={index} />
      ))}
      {next.length > SHOWN && <span>{texts.orMore(next.length - SHOWN)}</span>}
      {first.at > now && <span>{texts.atTime(momentText(first.at))}</span>}
    </div>
  );
}

function Choice({ next, index }: { readonly next: NextFrame; readonly index: number }) {
  const texts = useMessages().pipeline;
  const { choose, move } = useActions();
  const words = texts.delivery(next.message, next.detail, next.to);
  return (
    <div className={styles.option} data-further={index > 0 || undefined}>
      <span>{index > 0 ? texts.or : texts.next}</span>
      <button
        type="button"
        className={styles.choice}
        aria-keyshortcuts={index === 0 ? "ArrowRight" : `${index + 1}`}
        onClick={() => (index === 0 ? move(1, "step") : choose(next.choice))}
      >
        <RichText text={words} />
        <KeyHint keys={index === 0 ? "→" : `${index + 1}`} />
      </button>
    </div>
  );
}
