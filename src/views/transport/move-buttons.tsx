import type { ReactNode } from "react";
import { canGoOn } from "../../store/selectors.ts";
import { useActions, useApp } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import { Icon, type IconName } from "../widgets/icon.tsx";
import styles from "./move-buttons.module.css";

/** To the start, back, play, on, to the end. On a phone the children stand between back and play. */
export function MoveButtons({ children }: { readonly children?: ReactNode }) {
  const { transport: text } = useMessages();
  const playing = useApp((state) => state.view.playing);
  const atStart = useApp((state) => state.run.cursor.step <= 0);
  const atEnd = !useApp(canGoOn);
  const { seek, move, setView } = useActions();
  return (
    <div className={styles.row} data-spread={children !== undefined || undefined}>
      <MoveButton icon="first" label={text.toStart} keys="Home" off={atStart} run={() => seek({ type: "start" })} />
      <MoveButton icon="back" label={text.stepBack} keys="←" off={atStart} run={() => move(-1)} />
      {children}
      <MoveButton
        icon={playing ? "pause" : "play"}
        label={playing ? text.pause : text.play}
        keys="Space"
        off={atEnd && !playing}
        primary
        run={() => setView({ playing: !playing })}
      />
      <MoveButton icon="forward" label={text.stepForward} keys="→" off={atEnd} run={() => move(1)} />
      {children === undefined && (
        <MoveButton icon="last" label={text.toEnd} keys="End" off={atEnd} run={() => seek({ type: "end" })} />
      )}
    </div>
  );
}

type ButtonProps = {
  readonly icon: IconName;
  readonly label: string;
  readonly keys: string;
  readonly off: boolean;
  readonly primary?: boolean;
  readonly run: () => void;
};

function MoveButton({ icon, label, keys, off, primary = false, run }: ButtonProps) {
  // Not `disabled`: a button that is in focus when the end is reached keeps the focus.
  return (
    <button
      type="button"
      className={styles.button}
      data-primary={primary || undefined}
      aria-label={label}
      aria-disabled={off}
      aria-keyshortcuts={shortcutNames[keys] ?? keys}
      title={`${label}  ${keys}`}
      onClick={() => {
        if (!off) run();
      }}
    >
      <Icon name={icon} />
    </button>
  );
}

const shortcutNames: Readonly<Record<string, string>> = { "←": "ArrowLeft", "→": "ArrowRight" };
