import { Icon } from "./icon.tsx";
import styles from "./search-field.module.css";

type Props = {
  /** What to ask for; its name as well. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
};

/** The large field above a list that is looked through. */
export function SearchField({ label, value, onChange }: Props) {
  return (
    <label className={styles.field}>
      <Icon name="search" />
      <input
        type="search"
        className={styles.input}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}
