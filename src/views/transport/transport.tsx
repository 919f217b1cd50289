import { isRecorded } from "../../store/selectors.ts";
import { useActions, useApp } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import { Button } from "../widgets/button.tsx";
import { Icon } from "../widgets/icon.tsx";
import { KeyHint } from "../widgets/key-hint.tsx";
import { Segmented } from "../widgets/segmented.tsx";
import { FilterField } from "./filter-field.tsx";
import { MoveButtons } from "./move-buttons.tsx";
import { Readout } from "./readout.tsx";
import { SpeedSlider } from "./speed-slider.tsx";
import styles from "./transport.module.css";

/** Everything that moves the cursor, and how the timeline below is drawn. */
export function Transport() {
  const { transport: text } = useMessages();
  const grain = useApp((state) => state.view.grain);
  const axis = useApp((state) => state.view.axis);
  const { setView } = useActions();
  return (
    <div className={styles.transport}>
      <MoveButtons />
      <span className={styles.label}>{text.grain}</span>
      <Segmented
        label={text.grain}
        value={grain}
        onChange={(next) => setView({ grain: next })}
        options={(["step", "event", "reconcile", "idle"] as const).map((value) => ({
          value,
          text: text.grains[value],
          hint: text.grainHints[value],
        }))}
      />
      <SpeedSlider />
      <span className={styles.rule} />
      <Readout />
      <Hint />
      <FilterField />
      <span className={`${styles.label} ${styles.axis}`}>{text.axis}</span>
      <span className={styles.axis}>
        <Segmented
          label={text.axis}
          value={axis}
          onChange={(next) => setView({ axis: next })}
          options={(["elastic", "order", "real"] as const).map((value) => ({
            value,
            text: text.axes[value],
            hint: text.axisHints[value],
          }))}
        />
      </span>
      <ForkButton />
    </div>
  );
}

/** What a first look needs to know; the buttons say the same to a screen reader. */
function Hint() {
  const { transport: text } = useMessages();
  const playing = useApp((state) => state.view.playing);
  return (
    <span className={styles.hint} aria-hidden="true">
      <span>
        <KeyHint keys="→" /> {text.hintStep}
      </span>
      <span>
        <KeyHint keys="space" /> {playing ? text.hintPause : text.hintPlay}
      </span>
    </span>
  );
}

function ForkButton() {
  const { transport: text } = useMessages();
  const { setView } = useActions();
  if (useApp(isRecorded)) return null;
  return (
    <Button title={text.forkHint} onClick={() => setView({ dialog: "palette" })} className={styles.fork}>
      <Icon name="fork" />
      {text.forkHere}
    </Button>
  );
}

/** The two rows of a phone: only moving, and where one is. */
export function PhoneTransport() {
  const { shell } = useMessages();
  return (
    <section className={styles.phone} aria-label={shell.panes.transport}>
      <MoveButtons>
        <Readout />
      </MoveButtons>
    </section>
  );
}
