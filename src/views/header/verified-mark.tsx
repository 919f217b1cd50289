import { useActions, useApp } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import { Button } from "../widgets/button.tsx";
import { Glyph } from "../widgets/glyph.tsx";
import { Popover } from "../widgets/popover.tsx";
import styles from "./verified-mark.module.css";

/** Whether a link that was opened shows what its sender saw. */
export function VerifiedMark() {
  const { shell: text } = useMessages();
  const verified = useApp((state) => state.run.verified);
  const { seek } = useActions();
  if (verified === "unasked") return null;
  if (verified === "exact") {
    return (
      <span role="status" className={styles.mark} data-tone="ok">
        <Glyph tone="ok" />
        {text.reproduced}
      </span>
    );
  }
  const { partsAt } = verified;
  const button = (
    <>
      <Glyph tone="stale" />
      {text.partsFrom(partsAt)}
    </>
  );
  return (
    <Popover label={text.partsFrom(partsAt)} button={button} buttonClass={styles.mark ?? ""} align="end">
      {(close) => (
        <div className={styles.panel}>
          <p>{text.partingExplained}</p>
          <Button
            look="primary"
            onClick={() => {
              seek({ type: "event", seq: Math.max(partsAt - 1, 0) });
              close();
            }}
          >
            {text.goToParting(partsAt - 1)}
          </Button>
        </div>
      )}
    </Popover>
  );
}
