import { useId, useRef, useState } from "react";
import { useAppStore } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import { Button } from "../widgets/button.tsx";
import { DialogFrame } from "../widgets/dialog-frame.tsx";
import { openFile, openText } from "./open-text.ts";
import styles from "./share.module.css";
import { useShareTexts } from "./use-share-texts.ts";

/** A link or a scenario, pasted or as a file. */
export function OpenDialog() {
  const text = useShareTexts();
  const { shell } = useMessages();
  const store = useAppStore();
  const id = useId();
  const file = useRef<HTMLInputElement>(null);
  const [pasted, setPasted] = useState("");
  return (
    <DialogFrame title={text.openTitle} size="narrow">
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          store.actions.setView({ dialog: undefined });
          void openText(store, pasted);
        }}
      >
        <div className={styles.field}>
          <label htmlFor={id} className={styles.label}>
            {text.paste}
          </label>
          <textarea
            id={id}
            className={styles.text}
            spellCheck={false}
            value={pasted}
            onChange={(event) => setPasted(event.currentTarget.value)}
          />
        </div>
        <div className={styles.row}>
          <Button look="primary" type="submit" disabled={pasted.trim() === ""}>
            {text.open}
          </Button>
          <Button onClick={() => file.current?.click()}>{text.choose}</Button>
          <span className={styles.note}>{text.dropHere}</span>
          <input
            ref={file}
            hidden
            type="file"
            accept=".yaml,.yml,.json,.txt"
            onChange={(event) => {
              const chosen = event.currentTarget.files?.[0];
              if (chosen === undefined) return;
              store.actions.setView({ dialog: undefined });
              void openFile(store, chosen, shell.tooLarge);
            }}
          />
        </div>
      </form>
    </DialogFrame>
  );
}
