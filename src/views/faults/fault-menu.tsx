import { DropdownMenu } from "radix-ui";
import { useMemo, useState } from "react";
import { faultsFor } from "../../projections/faults.ts";
import type { Menu } from "../../store/app-state.ts";
import { useActions, useApp } from "../app-context.tsx";
import { FaultItem } from "./fault-item.tsx";
import styles from "./fault-menu.module.css";
import { faultTarget } from "./fault-target.ts";
import { ToolItems } from "./tool-items.tsx";
import { useFaultTexts } from "./use-fault-texts.ts";

/** What can go wrong with the chosen thing, where it was asked for. */
export function FaultMenu() {
  const menu = useApp((state) => state.view.menu);
  return menu === undefined ? null : <OpenFaultMenu menu={menu} />;
}

function OpenFaultMenu({ menu }: { readonly menu: Menu }) {
  const texts = useFaultTexts();
  const { setView } = useActions();
  const frame = useApp((state) => state.frame.current);
  const target = useMemo(() => (frame === undefined ? undefined : faultTarget(frame, menu)), [frame, menu]);
  const content = useMemo(
    () => (frame === undefined || target === undefined ? undefined : faultsFor(frame, target)),
    [frame, target],
  );
  // The menu stands in a region of its own, and gives the focus back to what had it.
  const [region, setRegion] = useState<HTMLElement | null>(null);
  const [opener] = useState(() => document.activeElement);
  if (content === undefined || target === undefined) return null;
  const { subject, groups } = content;
  return (
    <section ref={setRegion} aria-label={texts.title}>
      <DropdownMenu.Root open modal={false} onOpenChange={(open) => open || setView({ menu: undefined })}>
        <DropdownMenu.Trigger asChild>
          <span aria-hidden="true" className={styles.anchor} style={{ left: menu.x, top: menu.y }} />
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal container={region}>
          <DropdownMenu.Content
            className={styles.menu}
            align="start"
            collisionPadding={8}
            aria-label={texts.title}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
            }}
          >
            <DropdownMenu.Label className={styles.header}>
              <span>{texts.subjects[subject.type](subject.name)}</span>
              <span className={styles.state}>{subject.state}</span>
            </DropdownMenu.Label>
            {groups.map((entries) => (
              <DropdownMenu.Group
                key={entries.map(({ name, about }) => `${name} ${about}`).join()}
                className={styles.group}
              >
                {entries.map((entry) => (
                  <FaultItem key={`${entry.name} ${entry.about}`} entry={entry} region={region} />
                ))}
              </DropdownMenu.Group>
            ))}
            <ToolItems target={menu.target} />
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
    </section>
  );
}
