import styles from "./group-list.module.css";
import { useModelledTexts } from "./use-modelled-texts.ts";

/** Some of the things on a tab: those of a part, with a verdict, about a subject. */
export type Group = { readonly id: string; readonly name: string; readonly count: number };

type Props = {
  readonly label: string;
  readonly groups: readonly Group[];
  readonly chosen: string | undefined;
  readonly onChoose: (group: string | undefined) => void;
};

/** Narrows a tab to one of its groups. */
export function GroupList({ label, groups, chosen, onChoose }: Props) {
  const text = useModelledTexts();
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  return (
    <nav className={styles.groups} aria-label={label}>
      <GroupButton name={text.all} count={total} on={chosen === undefined} onClick={() => onChoose(undefined)} />
      {groups.map(({ id, name, count }) => (
        <GroupButton key={id} name={name} count={count} on={chosen === id} onClick={() => onChoose(id)} />
      ))}
    </nav>
  );
}

type ButtonProps = {
  readonly name: string;
  readonly count: number;
  readonly on: boolean;
  readonly onClick: () => void;
};

function GroupButton({ name, count, on, onClick }: ButtonProps) {
  return (
    <button type="button" className={styles.group} aria-pressed={on} onClick={onClick}>
      <span>{name}</span>
      <span className={styles.count}>{count}</span>
    </button>
  );
}
