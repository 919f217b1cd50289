import { useEffect, useState } from "react";
import { playRecorded, type RecordedPlay } from "../../projections/recorded/play-recorded.ts";
import { readRecorded } from "../../projections/recorded/recorded-files.ts";
import { Icon } from "../widgets/icon.tsx";
import { RecordedEvent } from "./recorded-event.tsx";
import { RecordedLanes } from "./recorded-lanes.tsx";
import styles from "./recorded-run.module.css";
import { RecordedTransport } from "./recorded-transport.tsx";
import { useModelledTexts } from "./use-modelled-texts.ts";

/** Plays a recorded run with the engine, and shows its events by actor, one at the cursor. */
export function RecordedRun({ name }: { readonly name: string }) {
  const text = useModelledTexts();
  const [play, setPlay] = useState<RecordedPlay>();
  const [at, setAt] = useState(0);
  useEffect(() => {
    let isWanted = true;
    void readRecorded(name).then((file) => {
      if (isWanted && file !== undefined) setPlay(playRecorded(file));
    });
    return () => {
      isWanted = false;
    };
  }, [name]);
  if (play === undefined) return <p role="status">{text.loadingRun}</p>;
  return (
    <>
      <p className={styles.verdict}>
        <Icon
          name={play.difference === undefined ? "ok" : "failed"}
          tone={play.difference === undefined ? "ok" : "failed"}
        />
        {play.difference === undefined ? text.runIsAsRecorded : text.runDiffers}
      </p>
      {play.difference !== undefined && <pre className={styles.difference}>{play.difference}</pre>}
      <RecordedTransport play={play} at={at} onMove={setAt} />
      <RecordedLanes play={play} at={at} onMove={setAt} />
      <RecordedEvent play={play} at={at} onMove={setAt} />
    </>
  );
}
