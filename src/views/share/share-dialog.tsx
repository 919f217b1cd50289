import { useEffect, useState } from "react";
import { linkOfRun, type RunLink } from "../../store/run-link.ts";
import { useApp, useAppStore } from "../app-context.tsx";
import { Button } from "../widgets/button.tsx";
import { copyText } from "../widgets/copy-text.ts";
import { DialogFrame } from "../widgets/dialog-frame.tsx";
import { Glyph } from "../widgets/glyph.tsx";
import { saveFile } from "../widgets/save-file.ts";
import styles from "./share.module.css";
import { useShareTexts } from "./use-share-texts.ts";

/** Longer links are cut by some programs. */
const safeLength = 1_900;

/** A link to this run at this moment, the same written by hand where that says it all, and files. */
export function ShareDialog() {
  const text = useShareTexts();
  const store = useAppStore();
  const [link, setLink] = useState<RunLink>();
  const [failure, setFailure] = useState<string>();
  const seq = useApp((state) => state.run.cursor.seq);
  const hasRun = useApp((state) => state.run.info !== undefined);
  useEffect(() => {
    // The link is of the moment at which the dialog was opened.
    void linkOfRun(store.getState()).then(setLink, (error: unknown) => setFailure(String(error)));
  }, [store]);
  const address = location.href.replace(/#.*/, "");
  return (
    <DialogFrame title={text.title} size="narrow">
      <div className={styles.form}>
        <p className={styles.note}>{hasRun ? text.explained(`e${Math.max(seq, 0)}`) : text.noRun}</p>
        {failure !== undefined && <p role="alert">{text.failed(failure)}</p>}
        {link === undefined ? (
          <p className={styles.note}>{hasRun && failure === undefined ? text.making : ""}</p>
        ) : (
          <>
            <LinkField
              label={text.link}
              link={`${address}${link.hash}`}
              note={text.length(String(link.hash.length - 1))}
            />
            {link.hash.length - 1 > safeLength && (
              <p className={styles.warning}>
                <Glyph tone="waiting" />
                {text.tooLong}
              </p>
            )}
            {link.byHand !== undefined && link.byHand !== link.hash && (
              <LinkField label={text.byHand} link={`${address}${link.byHand}`} note={text.byHandNote} />
            )}
            <div className={styles.row}>
              <Button onClick={() => saveFile("loopscope-link.txt", `${address}${link.hash}\n`)}>
                {text.download}
              </Button>
              {link.scenarioText !== undefined && <ScenarioButton scenario={link.scenarioText} />}
            </div>
          </>
        )}
      </div>
    </DialogFrame>
  );
}

function ScenarioButton({ scenario }: { readonly scenario: string }) {
  const text = useShareTexts();
  return <Button onClick={() => saveFile("scenario.yaml", scenario)}>{text.downloadScenario}</Button>;
}

type FieldProps = { readonly label: string; readonly link: string; readonly note: string };

function LinkField({ label, link, note }: FieldProps) {
  const text = useShareTexts();
  const [copied, setCopied] = useState<boolean>();
  const word = copied === undefined ? text.copy : copied ? text.copied : text.notCopied;
  return (
    <div className={styles.field}>
      <span className={styles.label}>
        {label}
        <span className={styles.note}>{note}</span>
      </span>
      <span className={styles.line}>
        <input
          readOnly
          className={styles.link}
          aria-label={label}
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button look="primary" onClick={() => void copyText(link).then(setCopied)}>
          {word}
        </Button>
      </span>
    </div>
  );
}
