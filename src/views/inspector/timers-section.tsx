import { timersOf } from "../../projections/inspect.ts";
import type { ChartFrame } from "../../store/run-types.ts";
import { useNow } from "../pipeline/use-now.ts";
import { momentText, secondsText } from "../widgets/format-time.ts";
import { Glyph } from "../widgets/glyph.tsx";
import styles from "./inspector-pane.module.css";
import { useInspectorTexts } from "./use-inspector-texts.ts";

/** The chart's running timers with what is left of them. */
export function TimersSection({ chart }: { readonly chart: ChartFrame | undefined }) {
  const texts = useInspectorTexts();
  const now = useNow();
  const timers = timersOf(chart);
  if (timers.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{texts.timers}</h3>
      <dl className={`${styles.pairs} ${styles.timers}`}>
        {timers.map(({ id, due }) => (
          <div key={id} style={{ display: "contents" }}>
            <dt className={styles.timer}>
              <Glyph tone="waiting" />
              <TimerName id={id} />
            </dt>
            <dd title={texts.due(momentText(due))}>{secondsText(Math.max(0, due - now))} s</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** XState names the timer of an `after` by delay, chart and state: `xstate.after.backoff.reflector.backingOff`. Which chart is known here. */
function TimerName({ id }: { readonly id: string }) {
  const [, delay = id, state = ""] = /^xstate\.after\.([^.]+)\.[^.]+\.(.+)$/.exec(id) ?? [];
  return (
    <span>
      {delay} <span className={styles.quiet}>{state}</span>
    </span>
  );
}
