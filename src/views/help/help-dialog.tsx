import { useActions, useApp } from "../app-context.tsx";
import { keyMap } from "../app-key-map.ts";
import { useMessages } from "../messages-context.tsx";
import { Button } from "../widgets/button.tsx";
import { DialogFrame } from "../widgets/dialog-frame.tsx";
import { Icon } from "../widgets/icon.tsx";
import { KeyHint } from "../widgets/key-hint.tsx";
import { Glossary } from "./glossary.tsx";
import styles from "./help-dialog.module.css";
import { useHelpTexts } from "./use-help-texts.ts";

const tones = ["idle", "active", "waiting", "ok", "stale", "failed", "fault", "cause"] as const;

/** How to read the screen, every key, and what the events are called. */
export function HelpDialog() {
  const text = useHelpTexts();
  const { shell } = useMessages();
  const language = useApp((state) => state.view.language);
  const { setView } = useActions();
  return (
    <DialogFrame title={text.title} size="wide">
      <div className={styles.help}>
        <section className={styles.wide}>
          <h2>{text.reading}</h2>
          <ol className={styles.rules}>
            {text.rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ol>
        </section>
        <section>
          <h2>{text.tones}</h2>
          <dl className={styles.list}>
            {tones.map((tone) => (
              <div key={tone} data-tone={tone}>
                <dt>
                  <Icon name={tone} tone={tone} />
                </dt>
                <dd>{text.toneNames[tone]}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section>
          <h2>{text.keys}</h2>
          <dl className={styles.list}>
            {keyMap.map(({ command, shown }) => (
              <div key={command}>
                <dt className={styles.keys}>
                  {shown.map((key) => (
                    <KeyHint key={key} keys={key} />
                  ))}
                </dt>
                <dd>{shell.keys[command]}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section className={styles.wide} lang={language}>
          <h2>{text.glossary}</h2>
          <p className={styles.note}>{text.glossaryNote}</p>
          <Glossary />
        </section>
        <div className={`${styles.wide} ${styles.foot}`}>
          <Button onClick={() => setView({ dialog: "modelled", modelledAt: undefined })}>
            <Icon name="ok" tone="ok" />
            {text.modelled}
          </Button>
          <p className={styles.note}>{text.models}</p>
        </div>
      </div>
    </DialogFrame>
  );
}
