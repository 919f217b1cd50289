import { Command } from "cmdk";
import { Dialog } from "radix-ui";
import { useEffect, useMemo, useState } from "react";
import type { EventRow } from "../../store/run-types.ts";
import { useActions, useApp, useAppStore } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import { useClause } from "../pipeline/use-clause.ts";
import { Icon } from "../widgets/icon.tsx";
import { KeyHint } from "../widgets/key-hint.tsx";
import { plainText } from "../widgets/rich-text.tsx";
import { eventItems } from "./event-items.ts";
import { faultItems } from "./fault-items.ts";
import { momentItems } from "./moment-items.ts";
import styles from "./palette-dialog.module.css";
import type { PaletteGroup, PaletteItem } from "./palette-item.ts";
import { paletteScore } from "./palette-score.ts";
import { settingItems } from "./setting-items.ts";
import { usePaletteTexts } from "./use-palette-texts.ts";

/** Searching starts with the second letter. */
const shortestSearch = 2;

/** Everything that can be reached, broken or set, by its words. */
export function PaletteDialog() {
  const text = usePaletteTexts();
  const { setView } = useActions();
  const [search, setSearch] = useState("");
  useSearch(search);
  const [chosen, setChosen] = useState("");
  const groups = useGroups();
  const compare = (event: React.KeyboardEvent) => {
    const item = groups.flatMap((group) => group.items).find((one) => one.id === chosen);
    if (item?.compare === undefined) return;
    event.preventDefault();
    setView({ dialog: undefined });
    item.compare();
  };
  const choose = (item: PaletteItem) => {
    setView({ dialog: undefined });
    item.run();
  };
  return (
    <Dialog.Root open onOpenChange={(open) => open || setView({ dialog: undefined })}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.scrim} />
        <Dialog.Content className={styles.palette} aria-describedby={undefined}>
          <Dialog.Title className={styles.aloud}>{text.title}</Dialog.Title>
          <Command
            label={text.title}
            loop
            filter={paletteScore}
            value={chosen}
            onValueChange={setChosen}
            onKeyDown={(event) => {
              if (event.key === "Enter" && event.altKey) compare(event);
            }}
          >
            <div className={styles.search}>
              <Icon name="search" />
              <Command.Input className={styles.input} value={search} onValueChange={setSearch} />
              <span className={styles.hint}>{text.placeholder}</span>
            </div>
            <Command.List className={styles.list}>
              <Command.Empty className={styles.empty}>{text.nothing}</Command.Empty>
              {groups.map((group) => (
                <PaletteGroupView key={group.name} group={group} onChoose={choose} />
              ))}
            </Command.List>
            <PaletteFoot />
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Asks the worker for events that speak of what was typed. */
function useSearch(search: string): void {
  const { search: ask } = useActions();
  useEffect(() => {
    if (search.trim().length >= shortestSearch) ask(search.trim());
  }, [search, ask]);
}

function useGroups(): readonly PaletteGroup[] {
  const text = usePaletteTexts();
  const { shell, clauses } = useMessages();
  const clause = useClause();
  const store = useAppStore();
  const run = useApp((state) => state.run);
  const frame = useApp((state) => state.frame.current);
  const found = useApp((state) => state.trace.search);
  const library = useApp((state) => state.library);
  const view = useApp((state) => state.view);
  const { needLibrary } = store.actions;
  useEffect(() => needLibrary(), [needLibrary]);
  return useMemo(() => {
    const tell = (row: EventRow) => clauses.sentence(plainText(clause(row)));
    const context = { store, text, shell, tell, run, frame, library, view };
    const faults = run.recording === undefined ? [faultItems(context)] : [];
    const groups = [momentItems(context), eventItems(context, found), ...faults, ...settingItems(context)];
    return groups.filter((group) => group.items.length > 0);
  }, [store, text, shell, clauses, clause, run, frame, found, library, view]);
}

type GroupProps = { readonly group: PaletteGroup; readonly onChoose: (item: PaletteItem) => void };

function PaletteGroupView({ group, onChoose }: GroupProps) {
  return (
    <Command.Group
      className={styles.group}
      heading={
        <span className={styles.head}>
          {group.name}
          <span className={styles.note}>{group.note}</span>
        </span>
      }
    >
      {group.items.map((item) => (
        <Command.Item
          key={item.id}
          value={item.id}
          keywords={[...item.words]}
          className={styles.item}
          onSelect={() => onChoose(item)}
        >
          {item.tone === undefined ? <Icon name={item.icon} /> : <Icon name={item.icon} tone={item.tone} />}
          <span className={styles.name}>{item.name}</span>
          <span className={styles.detail}>{item.detail}</span>
          <span className={styles.end}>{item.end}</span>
        </Command.Item>
      ))}
    </Command.Group>
  );
}

function PaletteFoot() {
  const text = usePaletteTexts();
  return (
    <div className={styles.foot}>
      <span>
        <KeyHint keys="↑" /> <KeyHint keys="↓" /> {text.choose}
      </span>
      <span>
        <KeyHint keys="↵" /> {text.go}
      </span>
      <span>
        <KeyHint keys="⌥↵" /> {text.compareWith}
      </span>
      <span className={styles.close}>
        <KeyHint keys="esc" /> {text.close}
      </span>
    </div>
  );
}
