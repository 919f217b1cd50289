import { useEffect, useRef } from "react";
import type { Entry, FactPattern } from "../../projections/modelled/entry.ts";
import { RECORDED_RUNS } from "../../projections/modelled/recorded-runs.ts";
import { useApp } from "../app-context.tsx";
import { useOpenRecorded } from "../recording/use-open-recorded.ts";
import { Icon } from "../widgets/icon.tsx";
import styles from "./behaviour-item.module.css";
import { MomentButton } from "./moment-button.tsx";
import { StatusMark } from "./status-mark.tsx";
import { UpstreamLine } from "./upstream-line.tsx";
import { useModelledTexts } from "./use-modelled-texts.ts";

type Props = {
  readonly entry: Entry;
  /** Whether somebody came for this one. */
  readonly wanted: boolean;
};

/** One behaviour: what really happens, where it stands upstream, what proves it, and where to see it. */
export function BehaviourItem({ entry, wanted }: Props) {
  const text = useModelledTexts();
  const language = useApp((state) => state.view.language);
  const item = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!wanted) return;
    item.current?.scrollIntoView({ block: "center" });
    item.current?.focus({ preventScroll: true });
  }, [wanted]);
  const { id, statement, status, upstream, evidence, leftOut, moments } = entry;
  return (
    <article ref={item} id={`modelled-${id}`} className={styles.item} tabIndex={-1} data-wanted={wanted || undefined}>
      <StatusMark status={status} />
      <div className={styles.texts}>
        <p className={styles.statement}>{statement[language]}</p>
        {leftOut !== undefined && (
          <p className={styles.leftOut}>
            <span>{text.leftOut}</span>
            {leftOut[language]}
          </p>
        )}
        <UpstreamLine places={upstream} />
        <RunList names={evidence.runs} />
        <Details entry={entry} />
        {moments.length > 0 && (
          <div className={styles.moments}>
            <span className={styles.label}>{text.seeIt}</span>
            {moments.map((link) => (
              <MomentButton key={link} link={link} />
            ))}
          </div>
        )}
      </div>
    </article>
  );
}

/** The recorded runs that prove it, each to be replayed on the timeline. */
function RunList({ names }: { readonly names: readonly string[] }) {
  const text = useModelledTexts();
  const open = useOpenRecorded();
  if (names.length === 0) return null;
  return (
    <ul className={styles.runs} aria-label={text.runs}>
      {names.map((name) => (
        <li key={name}>
          <button
            type="button"
            className={styles.run}
            title={text.replayRun(name)}
            aria-label={text.replayRun(name)}
            onClick={() => open(name)}
          >
            <Icon name="play" />
            {name}
          </button>
          <span lang="en">{RECORDED_RUNS.find((run) => run.name === name)?.title}</span>
        </li>
      ))}
    </ul>
  );
}

function Details({ entry: { evidence, shownBy } }: { readonly entry: Entry }) {
  const text = useModelledTexts();
  const shown = [
    ...shownBy.facts.map(factText),
    ...shownBy.states,
    ...shownBy.edges.map(({ source, event, guard }) => `${source} ${event}${guard === undefined ? "" : ` [${guard}]`}`),
  ];
  const summary = [
    ...(evidence.tests.length > 0 ? [text.tests(evidence.tests.length)] : []),
    ...(shown.length > 0 ? [`${text.shownBy} ${shown.slice(0, 2).join(", ")}${shown.length > 2 ? " …" : ""}`] : []),
  ];
  if (summary.length === 0) return null;
  return (
    <details className={styles.details}>
      <summary>{summary.join(" · ")}</summary>
      <ul>
        {evidence.tests.map(({ file, title }) => (
          <li key={`${file} ${title}`}>
            <span lang="en">{title}</span>
            <code>{file}</code>
          </li>
        ))}
        {shown.map((one) => (
          <li key={one}>
            <code>{one}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}

function factText({ type, fields }: FactPattern): string {
  const values = Object.entries(fields ?? {}).map(([name, value]) => `${name}=${value === "" ? '""' : value}`);
  return [type, ...values].join(" ");
}
