import type { NextFrame } from "../../store/run-types.ts";
import { useActions } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import { KeyHint } from "../widgets/key-hint.tsx";
import { RichText } from "../widgets/rich-text.tsx";
import panes from "./inspector-pane.module.css";
import { useInspectorTexts } from "./use-inspector-texts.ts";
import styles from "./why-section.module.css";

/** What waits to be delivered to it now; choosing delivers it. */
export function MailboxSection({ mailbox }: { readonly mailbox: readonly NextFrame[] }) {
  const texts = useInspectorTexts();
  const { delivery } = useMessages().pipeline;
  const { choose } = useActions();
  return (
    <section className={panes.section}>
      <h3 className={panes.heading}>{texts.mailbox}</h3>
      <ul>
        {mailbox.map(({ choice, message, detail, to }) => (
          <li key={choice}>
            <button type="button" className={styles.row} onClick={() => choose(choice)}>
              <span className={styles.sentence}>
                <RichText text={delivery(message, detail, to)} />
              </span>
              <KeyHint keys={`${choice + 1}`} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
