import { Tabs } from "radix-ui";
import { useEffect, useState } from "react";
import { useActions, useApp } from "../app-context.tsx";
import { DialogFrame } from "../widgets/dialog-frame.tsx";
import { SearchField } from "../widgets/search-field.tsx";
import { GroupList } from "./group-list.tsx";
import { MatchNumber } from "./match-number.tsx";
import styles from "./modelled-dialog.module.css";
import { ModelledTabContent } from "./modelled-tab-content.tsx";
import { entryView, type ModelledTab, type ModelledView, openingView, TABS } from "./modelled-view.ts";
import { useModelledGroups } from "./use-modelled-groups.ts";
import { useModelledTexts } from "./use-modelled-texts.ts";

/** Behaviour by behaviour what the engine claims, where it stands upstream, and the recorded run that proves it. */
export function ModelledDialog() {
  const text = useModelledTexts();
  const wanted = useApp((state) => state.view.modelledAt);
  const { needLibrary } = useActions();
  const [view, setView] = useState<ModelledView>(() => openingView(wanted));
  useEffect(() => needLibrary(), [needLibrary]);
  const { label, groups } = useModelledGroups(view.tab);
  const showEntry = (id: string) => setView(entryView(id) ?? view);
  return (
    <DialogFrame title={text.title} size="page">
      <Tabs.Root
        className={styles.modelled}
        value={view.tab}
        onValueChange={(tab) => setView({ ...openingView(undefined), tab: readTab(tab), search: view.search })}
      >
        <div className={styles.top}>
          <MatchNumber />
          <Tabs.List className={styles.tabs} aria-label={text.title}>
            {TABS.map((tab) => (
              <Tabs.Trigger key={tab} value={tab} className={styles.tab}>
                {text.tabs[tab]}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
        </div>
        <GroupList
          label={label}
          groups={groups}
          chosen={view.group}
          onChoose={(group) => setView({ tab: view.tab, group, search: view.search, entry: undefined })}
        />
        <div className={styles.main}>
          <SearchField
            label={text.search}
            value={view.search}
            onChange={(search) => setView({ tab: view.tab, group: view.group, search, entry: undefined })}
          />
          <Tabs.Content value={view.tab} className={styles.content}>
            <ModelledTabContent view={view} onEntry={showEntry} />
          </Tabs.Content>
        </div>
      </Tabs.Root>
    </DialogFrame>
  );
}

function readTab(value: string): ModelledTab {
  return TABS.find((tab) => tab === value) ?? "behaviours";
}
