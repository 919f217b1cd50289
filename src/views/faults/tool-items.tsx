import { DropdownMenu } from "radix-ui";
import type { Menu } from "../../store/app-state.ts";
import { useActions, useApp } from "../app-context.tsx";
import { Icon } from "../widgets/icon.tsx";
import { KeyHint } from "../widgets/key-hint.tsx";
import styles from "./fault-menu.module.css";
import { useFaultTexts } from "./use-fault-texts.ts";

/** What one can do besides breaking it: stop there, ask why, look at its events alone. */
export function ToolItems({ target }: { readonly target: Menu["target"] }) {
  const texts = useFaultTexts();
  const { setBreakpoints, setView } = useActions();
  const breakpoints = useApp((state) => state.view.breakpoints);
  const { actor } = target;
  const stopHere = () => {
    const id = Math.max(0, ...breakpoints.map((each) => each.id)) + 1;
    setBreakpoints([...breakpoints, actor === undefined ? { id } : { id, actor }]);
  };
  return (
    <DropdownMenu.Group className={styles.group}>
      <DropdownMenu.Item className={styles.item} disabled={actor === undefined} onSelect={stopHere}>
        <Icon name="breakpoint" />
        <span>{texts.breakHere}</span>
        <span className={styles.hint}>
          <KeyHint keys="b" />
        </span>
      </DropdownMenu.Item>
      <DropdownMenu.Item className={styles.item} onSelect={() => setView({ why: true })}>
        <Icon name="cause" />
        <span>{texts.why}</span>
        <span className={styles.hint}>
          <KeyHint keys="y" />
        </span>
      </DropdownMenu.Item>
      <DropdownMenu.Item
        className={styles.item}
        disabled={actor === undefined}
        onSelect={() => setView({ filter: actor ?? "" })}
      >
        <Icon name="lanes" />
        <span>{texts.lane}</span>
      </DropdownMenu.Item>
    </DropdownMenu.Group>
  );
}
