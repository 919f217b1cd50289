import { useEffect, useState } from "react";
import type { RecordedPlay } from "../../projections/recorded/play-recorded.ts";
import { Button } from "../widgets/button.tsx";
import { momentText } from "../widgets/format-time.ts";
import { Icon } from "../widgets/icon.tsx";
import styles from "./recorded-run.module.css";
import { useModelledTexts } from "./use-modelled-texts.ts";

/** How long each event stays while playing, in milliseconds. */
const PACE = 500;

type Props = { readonly play: RecordedPlay; readonly at: number; readonly onMove: (at: number) => void };

/** Moves through the events of a recorded run: one by one, by playing, or anywhere with the slider. */
export function RecordedTransport({ play, at, onMove }: Props) {
  const text = useModelledTexts();
  const [plays, setPlays] = useState(false);
  const last = play.moments.length - 1;
  const isPlaying = plays && at < last;
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setTimeout(() => onMove(at + 1), PACE);
    return () => clearTimeout(timer);
  }, [isPlaying, at, onMove]);
  const moment = play.moments[at];
  const place = text.eventOf(at + 1, last + 1);
  return (
    <div className={styles.transport}>
      <Button aria-label={text.previousEvent} disabled={at === 0} onClick={() => onMove(at - 1)}>
        <Icon name="back" />
      </Button>
      <Button aria-label={isPlaying ? text.pauseRun : text.playRun} onClick={() => setPlays(!isPlaying)}>
        <Icon name={isPlaying ? "pause" : "play"} />
      </Button>
      <Button aria-label={text.nextEvent} disabled={at >= last} onClick={() => onMove(at + 1)}>
        <Icon name="forward" />
      </Button>
      <input
        type="range"
        className={styles.slider}
        min={0}
        max={last}
        value={at}
        aria-label={text.position}
        aria-valuetext={
          moment === undefined ? place : `${place}, ${momentText(moment.at)}, ${moment.lane}, ${moment.type}`
        }
        onChange={(event) => onMove(Number(event.currentTarget.value))}
      />
      <output className={styles.place}>{place}</output>
    </div>
  );
}
