import { useActions, useApp } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import { speedText } from "../widgets/format-time.ts";
import { speedAt, speedSteps, stepOfSpeed } from "./speed-scale.ts";
import styles from "./speed-slider.module.css";

/** How fast virtual time runs while playing, on a logarithmic scale from 1/1000 to 1000×. */
export function SpeedSlider() {
  const { transport: text } = useMessages();
  const speed = useApp((state) => state.view.speed);
  const { setView } = useActions();
  const shown = speedText(speed);
  return (
    <label className={styles.speed}>
      <span className={styles.label}>{text.speed}</span>
      <input
        type="range"
        className={styles.slider}
        min={0}
        max={speedSteps.length - 1}
        step={1}
        value={stepOfSpeed(speed)}
        aria-valuetext={text.speedText(shown)}
        onChange={(event) => setView({ speed: speedAt(event.currentTarget.valueAsNumber) })}
      />
      <output className={styles.value}>{shown}</output>
    </label>
  );
}
