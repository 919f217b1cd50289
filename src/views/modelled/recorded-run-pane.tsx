import { lazy, Suspense } from "react";
import { RECORDED_RUNS } from "../../projections/modelled/recorded-runs.ts";
import { Button } from "../widgets/button.tsx";
import { Icon } from "../widgets/icon.tsx";
import styles from "./recorded-run.module.css";
import { useModelledTexts } from "./use-modelled-texts.ts";

/** The engine's recordings host and the player come with the first run that is watched. */
const RecordedRun = lazy(async () => ({ default: (await import("./recorded-run.tsx")).RecordedRun }));

type Props = { readonly name: string; readonly onBack: () => void };

/** A recorded run, to be watched event by event. */
export function RecordedRunPane({ name, onBack }: Props) {
  const text = useModelledTexts();
  const title = RECORDED_RUNS.find((run) => run.name === name)?.title ?? "";
  return (
    <section className={styles.pane} aria-label={name}>
      <div className={styles.head}>
        <Button look="quiet" onClick={onBack}>
          <Icon name="back" />
          {text.backToRuns}
        </Button>
        <h3 className={styles.name}>{name}</h3>
        <p className={styles.title} lang="en">
          {title}
        </p>
      </div>
      <Suspense fallback={<p role="status">{text.loadingRun}</p>}>
        <RecordedRun key={name} name={name} />
      </Suspense>
    </section>
  );
}
