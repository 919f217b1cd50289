import { DropdownMenu } from "radix-ui";
import type { FaultOption, MenuEntry } from "../../projections/fault-entry.ts";
import { useActions } from "../app-context.tsx";
import { Icon } from "../widgets/icon.tsx";
import styles from "./fault-menu.module.css";
import { FaultOptions } from "./fault-options.tsx";
import { useFaultTexts } from "./use-fault-texts.ts";
import { useOutcomeWords } from "./use-outcome-words.ts";

/** One fault: acts at once, opens its options, or says why it is impossible now. */
export function FaultItem({ entry, region }: { readonly entry: MenuEntry; readonly region: HTMLElement | null }) {
  const texts = useFaultTexts();
  const words = useOutcomeWords();
  const { name, about, options, blocked } = entry;
  const [first] = options;
  const title = texts.names[name](about);
  if (blocked !== undefined || first === undefined) {
    return (
      <DropdownMenu.Item disabled className={styles.item}>
        <Icon name="failed" />
        <span>{title}</span>
        <span className={styles.hint}>{blocked === undefined ? "" : texts.blocked[blocked]}</span>
      </DropdownMenu.Item>
    );
  }
  if (options.length === 1) return <AtOnce option={first} title={title} />;
  return (
    <DropdownMenu.Sub>
      <DropdownMenu.SubTrigger className={styles.item}>
        <Icon name="fault" tone="fault" />
        <span>{title}</span>
        <span className={styles.hint}>
          {words.short(first.outcome)}
          <Icon name="right" />
        </span>
      </DropdownMenu.SubTrigger>
      <DropdownMenu.Portal container={region}>
        <DropdownMenu.SubContent className={styles.menu} sideOffset={2} alignOffset={-8} collisionPadding={8}>
          <FaultOptions entry={entry} />
        </DropdownMenu.SubContent>
      </DropdownMenu.Portal>
    </DropdownMenu.Sub>
  );
}

function AtOnce({ option, title }: { readonly option: FaultOption; readonly title: string }) {
  const words = useOutcomeWords();
  const { intervene } = useActions();
  return (
    <DropdownMenu.Item
      className={styles.item}
      title={words.sentence(option.outcome)}
      onSelect={() => intervene(option.action)}
    >
      <Icon name="fault" tone="fault" />
      <span>{title}</span>
      <span className={styles.hint}>{words.short(option.outcome)}</span>
    </DropdownMenu.Item>
  );
}
