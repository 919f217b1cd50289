import { useId, useState } from "react";
import { readManifest } from "../../projections/manifest.ts";
import type { Problem } from "../../store/run-types.ts";
import { useActions } from "../app-context.tsx";
import { ProblemRow } from "../notices/problems-card.tsx";
import { Button } from "../widgets/button.tsx";
import { DialogFrame } from "../widgets/dialog-frame.tsx";
import { Segmented } from "../widgets/segmented.tsx";
import styles from "./share.module.css";
import { useShareTexts } from "./use-share-texts.ts";

type Way = "create" | "apply" | "force";

const WAYS: readonly Way[] = ["create", "apply", "force"];

/** Sends objects of a manifest, as `kubectl create -f` or `kubectl apply --server-side` would. */
export function EditDialog() {
  const text = useShareTexts();
  const { intervene, setView } = useActions();
  const id = useId();
  const [manifest, setManifest] = useState("");
  const [way, setWay] = useState<Way>("create");
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    const result = readManifest(manifest);
    if (result.type === "problems") return setProblems(result.problems);
    for (const object of result.value)
      intervene(way === "create" ? { type: "create", object } : { type: "apply", object, force: way === "force" });
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
          <Segmented
            label={text.way}
            value={way}
            options={WAYS.map((value) => ({ value, text: text.ways[value].name, hint: text.ways[value].hint }))}
            onChange={setWay}
          />
          <Button look="primary" type="submit" disabled={manifest.trim() === ""}>
            {text.submit[way](manifest.split(/^---/m).filter((part) => part.trim() !== "").length)}
          </Button>
        </div>
      </form>
    </DialogFrame>
  );
}
