import { DropdownMenu } from "radix-ui";
import type { Action } from "../../store/run-types.ts";
import styles from "./fault-menu.module.css";
import { useFaultTexts } from "./use-fault-texts.ts";

type Extent = Extract<Action, { readonly type: "answer" }>["extent"];

/** How often a fault answers, by the name of the choice. */
export const EXTENTS = {
  once: { type: "times", count: 1 },
  thrice: { type: "times", count: 3 },
  always: { type: "untilStopped" },
} as const satisfies Readonly<Record<string, Extent>>;

export type ExtentName = keyof typeof EXTENTS;

const NAMES: readonly ExtentName[] = ["once", "thrice", "always"];

/** How often; choosing keeps the menu open. */
export function ExtentChoice({
  value,
  onChange,
}: {
  readonly value: ExtentName;
  readonly onChange: (value: ExtentName) => void;
}) {
  const texts = useFaultTexts();
  return (
    <DropdownMenu.RadioGroup className={styles.extents} aria-label={texts.howOften} value={value}>
      <span className={styles.ask}>{texts.howOften}</span>
      {NAMES.map((name) => (
        <DropdownMenu.RadioItem
          key={name}
          value={name}
          className={styles.extent}
          onSelect={(event) => {
            event.preventDefault();
            onChange(name);
          }}
        >
          {texts.extents[name]}
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}
