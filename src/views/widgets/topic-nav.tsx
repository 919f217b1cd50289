import type { ReactNode } from "react";
import styles from "./topic-nav.module.css";

/** Beside a list: what it can be narrowed to. */
export function TopicNav({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <nav className={styles.topics} aria-label={label}>
      {children}
    </nav>
  );
}

/** A heading between topics. */
export function TopicHead({ children }: { readonly children: ReactNode }) {
  return <h3 className={styles.head}>{children}</h3>;
}

type Props = {
  readonly name: string;
  /** How many there are; what has none leads elsewhere. */
  readonly count?: number;
  readonly on?: boolean;
  readonly onClick: () => void;
};

/** Narrows the list, or leads elsewhere. */
export function TopicButton({ name, count, on = false, onClick }: Props) {
  return (
    <button
      type="button"
      className={styles.topic}
      aria-pressed={count === undefined ? undefined : on}
      onClick={onClick}
    >
      <span>{name}</span>
      {count !== undefined && <span className={styles.count}>{count}</span>}
    </button>
  );
}
