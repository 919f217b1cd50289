import { ENTRIES } from "../../projections/modelled/entries.ts";
import { RECORDED_RUNS } from "../../projections/modelled/recorded-runs.ts";
import { useActions, useApp } from "../app-context.tsx";
import { useModelledTexts } from "../modelled/use-modelled-texts.ts";
import { Button } from "../widgets/button.tsx";
import { Icon } from "../widgets/icon.tsx";
import styles from "./recorded-story.module.css";
import { useOpenRecorded } from "./use-open-recorded.ts";
import { useRecordingTexts } from "./use-recording-texts.ts";

/** What a recorded run is, of what, and what it proves. */
export function RecordedStory() {
  const text = useRecordingTexts();
  const { subjects } = useModelledTexts();
  const head = useApp((state) => state.run.recording?.head);
  if (head === undefined) return null;
  const { name, title, subject, library } = head;
  return (
    <div className={styles.story}>
      <p className={styles.kind}>{text.kind}</p>
      <h2 className={styles.name}>{name}</h2>
      <p className={styles.title} lang="en">
        {title}
      </p>
      <Neighbours name={name} />
      <p className={styles.note}>{text.explained}</p>
      <dl className={styles.facts}>
        <dt>{text.subject}</dt>
        <dd>{subjects[subject] ?? subject}</dd>
        <dt>{text.source}</dt>
        <dd lang="en">
          {library.module} {library.version}, <span className={styles.commit}>{library.commit.slice(0, 10)}</span>
        </dd>
      </dl>
      <Proofs name={name} />
    </div>
  );
}

function Proofs({ name }: { readonly name: string }) {
  const text = useRecordingTexts();
  const language = useApp((state) => state.view.language);
  const { setView } = useActions();
  const proved = ENTRIES.filter(({ evidence }) => evidence.runs.includes(name));
  return (
    <section className={styles.proofs}>
      <h3>{text.proves}</h3>
      {proved.length === 0 && <p className={styles.note}>{text.provesNothing}</p>}
      <ul>
        {proved.map(({ id, statement }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.proof}
              onClick={() => setView({ dialog: "modelled", modelledAt: { type: "entry", id } })}
            >
              {statement[language]}
            </button>
          </li>
        ))}
      </ul>
      <Button onClick={() => setView({ dialog: "modelled", modelledAt: { type: "run", name } })}>{text.list}</Button>
    </section>
  );
}

/** The runs before and behind this one in the list. */
function Neighbours({ name }: { readonly name: string }) {
  const text = useRecordingTexts();
  const open = useOpenRecorded();
  const index = RECORDED_RUNS.findIndex((run) => run.name === name);
  const previous = index < 0 ? undefined : RECORDED_RUNS[index - 1];
  const next = index < 0 ? undefined : RECORDED_RUNS[index + 1];
  return (
    <div className={styles.neighbours}>
      {previous !== undefined && (
        <Button title={previous.name} onClick={() => open(previous.name)}>
          <Icon name="back" />
          {text.previous}
        </Button>
      )}
      {next !== undefined && (
        <Button title={next.name} onClick={() => open(next.name)}>
          {text.next}
          <Icon name="forward" />
        </Button>
      )}
    </div>
  );
}
