import { lazy, Suspense } from "react";
import type { ProfileParts, RunSpec } from "../../store/run-types.ts";
import { useActions, useApp } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import { Icon } from "../widgets/icon.tsx";
import { Popover } from "../widgets/popover.tsx";
import styles from "./profile-menu.module.css";

const ProfilePanel = lazy(async () => ({ default: (await import("./profile-panel.tsx")).ProfilePanel }));

/** Which library generation is simulated, and which of its parts differ. A change runs the scenario from the start. */
export function ProfileMenu() {
  const { shell: text } = useMessages();
  const spec = useApp((state) => state.run.info?.spec);
  const scenario = useApp((state) => state.run.scenario);
  const profile = spec?.profile ?? scenario?.profile ?? "current";
  const parts = spec?.parts ?? scenario?.parts ?? {};
  const { open, setView } = useActions();
  // What a person did by hand belongs to the old rules: with other ones it would happen at other moments.
  const change = (next: Partial<RunSpec>) => spec !== undefined && open({ ...spec, parts, ...next, inputs: [] });
  const button = (
    <>
      <span className={styles.label}>{text.profile}</span>
      {profile}
      <PartsText parts={parts} />
      <Icon name="down" />
    </>
  );
  return (
    <Popover label={text.profileTitle} button={button}>
      {(close) => (
        <Suspense fallback={null}>
          <ProfilePanel
            profile={profile}
            parts={parts}
            onChange={change}
            onModelled={() => {
              close();
              setView({ dialog: "modelled", modelledAt: undefined });
            }}
          />
        </Suspense>
      )}
    </Popover>
  );
}

function PartsText({ parts }: { readonly parts: ProfileParts }) {
  const { shell: text } = useMessages();
  const said: string[] = [];
  if (parts.watchList !== undefined) said.push(text.watchListIs(parts.watchList));
  if (parts.fifo !== undefined) said.push(parts.fifo);
  if (parts.queue !== undefined) said.push(text.queueIs(parts.queue));
  return said.length === 0 ? null : <span className={styles.parts}>{said.map((one) => `· ${one}`).join(" ")}</span>;
}
