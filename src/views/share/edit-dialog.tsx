import { useId, useState } from "react";
import { readManifest } from "../../projections/manifest.ts";
import type { Problem } from "../../store/run-types.ts";
import { useActions } from "../app-context.tsx";
import { ProblemRow } from "../notices/problems-card.tsx";
import { Button } from "../widgets/button.tsx";
import { DialogFrame } from "../widgets/dialog-frame.tsx";
import styles from "./share.module.css";
import { useShareTexts } from "./use-share-texts.ts";

/** Creates objects from a manifest, as `kubectl create -f` would. */
export function EditDialog() {
  const text = useShareTexts();
  const { intervene, setView } = useActions();
  const id = useId();
  const [manifest, setManifest] = useState("");
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    const result = readManifest(manifest);
    if (result.type === "problems") return setProblems(result.problems);
    for (const object of result.value) intervene({ type: "create", object });
    setView({ dialog: undefined });
  };
  return (
    <DialogFrame title={text.editTitle} size="narrow">
      <form className={styles.form} onSubmit={submit}>
        <div className={styles.field}>
          <label htmlFor={id} className={styles.label}>
            {text.manifest}
          </label>
          <textarea
            id={id}
            className={styles.text}
            spellCheck={false}
            value={manifest}
            onChange={(event) => setManifest(event.currentTarget.value)}
          />
        </div>
        {problems.length > 0 && (
          <ul role="alert" className={styles.problems}>
            {problems.map((problem) => (
              <ProblemRow key={`${problem.line} ${problem.path} ${problem.message}`} problem={problem} />
            ))}
          </ul>
        )}
        <div className={styles.row}>
          <Button look="primary" type="submit" disabled={manifest.trim() === ""}>
            {text.create(manifest.split(/^---/m).filter((part) => part.trim() !== "").length)}
          </Button>
        </div>
      </form>
    </DialogFrame>
  );
}
