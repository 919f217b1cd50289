import styles from "./key-hint.module.css";

/** A key as on a keyboard. Hidden from screen readers: `aria-keyshortcuts` of the control says it there. */
export function KeyHint({ keys }: { readonly keys: string }) {
  return (
    <span aria-hidden="true" className={styles.key}>
      {keys}
    </span>
  );
}
