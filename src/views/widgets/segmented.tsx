import { useId } from "react";
import styles from "./segmented.module.css";

type Option<T extends string> = { readonly value: T; readonly text: string; readonly hint?: string };

type Props<T extends string> = {
  readonly label: string;
  readonly value: T;
  readonly options: readonly Option<T>[];
  readonly onChange: (value: T) => void;
};

/** One choice out of a few, all in sight: a group of radio buttons in the shape of a strip. */
export function Segmented<T extends string>({ label, value, options, onChange }: Props<T>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={styles.group}>
      {options.map((option) => (
        <label key={option.value} title={option.hint} className={styles.item}>
          <input
            type="radio"
            className={styles.input}
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.text}
        </label>
      ))}
    </div>
  );
}
