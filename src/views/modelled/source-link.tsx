import { useMessages } from "../messages-context.tsx";
import styles from "./source-link.module.css";
import { type SourceTarget, useOpenSource } from "./use-open-source.ts";

type Props = {
  readonly target: SourceTarget;
  /** What the link is called; “source” when it stands beside the thing. */
  readonly name?: string;
  /** What lies over the page has to close before the entry can be seen. */
  readonly onOpen?: () => void;
};

/** From an event, a state or a transition to what it does in the real library, and what proves it. */
export function SourceLink({ target, name, onOpen }: Props) {
  const { shell: text } = useMessages();
  const openSource = useOpenSource();
  const open = () => {
    onOpen?.();
    openSource(target);
  };
  return (
    <button type="button" className={styles.link} title={text.sourceTitle} onClick={open}>
      {name ?? text.source}
    </button>
  );
}
