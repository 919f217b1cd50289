import type { Attempt, CallSpan, PhaseSpan } from "../../projections/reconcile-attempts.ts";
import { useActions } from "../app-context.tsx";
import { spanText } from "../widgets/format-time.ts";
import styles from "./attempts-view.module.css";
import { useReconcileTexts } from "./use-reconcile-texts.ts";

/** Narrower spans would not be seen. */
const LEAST_PERCENT = 0.8;
/** A name needs this part of the track. */
const LEAST_NAMED = 0.1;

type Props = { readonly attempt: Attempt; readonly longest: number; readonly now: number };

/** The phases of one attempt side by side, all tracks to one scale, and its requests below them. A click goes there. */
export function AttemptTrack({ attempt, longest, now }: Props) {
  const texts = useReconcileTexts();
  const { seek } = useActions();
  const { from: begun, phases, calls } = attempt;
  const place = (from: number, to: number | undefined) => {
    const end = Math.min(to ?? now, now);
    const width = Math.max(LEAST_PERCENT, ((end - from) / longest) * 100);
    return { left: `${Math.min(100 - LEAST_PERCENT, ((from - begun) / longest) * 100)}%`, width: `${width}%` };
  };
  const isPast = ({ from }: PhaseSpan | CallSpan) => from <= now;
  const isNamed = ({ from, to }: PhaseSpan) => Math.min(to ?? now, now) - from > longest * LEAST_NAMED;
  const spanOf = ({ from, to }: PhaseSpan | CallSpan) => spanText(Math.min(to ?? now, now) - from);
  return (
    <div className={styles.lanes}>
      <div className={styles.lane}>
        {phases
          .filter((phase) => isPast(phase) && phase.phase !== "end")
          .map((phase) => (
            <button
              key={phase.seq}
              type="button"
              className={styles.phase}
              data-phase={phase.phase}
              style={place(phase.from, phase.to)}
              title={texts.phaseTook(phase.phase, spanOf(phase))}
              aria-label={texts.phaseTook(phase.phase, spanOf(phase))}
              onClick={() => seek({ type: "event", seq: phase.seq })}
            >
              {isNamed(phase) && <span aria-hidden="true">{phase.phase}</span>}
            </button>
          ))}
      </div>
      {calls.filter(isPast).map((call) => (
        <Call key={call.request} call={call} span={spanOf(call)} style={place(call.from, call.to)} now={now} />
      ))}
    </div>
  );
}

type CallProps = {
  readonly call: CallSpan;
  readonly span: string;
  readonly style: { readonly left: string; readonly width: string };
  readonly now: number;
};

function Call({ call, span, style, now }: CallProps) {
  const texts = useReconcileTexts();
  const { seek } = useActions();
  const { verb, kind, key, to, code, seq } = call;
  const isAnswered = to !== undefined && to <= now;
  const name = `${verb.toUpperCase()} ${kind} ${key}`;
  const answer = !isAnswered ? "…" : code === 0 || code === undefined ? texts.noAnswer : String(code);
  const tone = !isAnswered ? "active" : code === undefined || code === 0 || code >= 400 ? "failed" : "ok";
  return (
    <div className={styles.lane}>
      <button
        type="button"
        className={styles.call}
        data-tone={tone}
        style={style}
        title={texts.callTook(name, answer, span)}
        aria-label={texts.callTook(name, answer, span)}
        onClick={() => seek({ type: "event", seq })}
      />
      <span className={styles.callName} style={besideOf(style)} data-tone={tone} aria-hidden="true">
        {verb} {kind} {answer}
      </span>
    </div>
  );
}

/** The name stands behind its bar, or before it where there is more room. */
function besideOf({ left, width }: CallProps["style"]): { readonly left: string } | { readonly right: string } {
  return Number.parseFloat(left) > 40
    ? { right: `calc(100% - ${left} + 6px)` }
    : { left: `calc(${left} + ${width} + 6px)` };
}
