import type { ProfileName, ProfileParts, RunSpec } from "../../store/run-types.ts";
import { useActions, useApp } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import { Icon } from "../widgets/icon.tsx";
import { Popover } from "../widgets/popover.tsx";
import { Segmented } from "../widgets/segmented.tsx";
import styles from "./profile-menu.module.css";

const profiles: readonly ProfileName[] = ["current", "in-order", "classic"];
/** Stands for "as the profile says" in a group of choices. */
const standard = "standard";

/** Which library generation is simulated, and which of its parts differ. A change runs the scenario from the start. */
export function ProfileMenu() {
  const { shell: text } = useMessages();
  const spec = useApp((state) => state.run.info?.spec);
  const scenario = useApp((state) => state.library.current);
  const profile = spec?.profile ?? scenario?.profile ?? "current";
  const parts = spec?.parts ?? scenario?.parts ?? {};
  const { open } = useActions();
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
      {() => (
        <div className={styles.panel}>
          <div role="radiogroup" aria-label={text.profileTitle}>
            {profiles.map((name) => (
              <label key={name} className={styles.choice}>
                <input
                  type="radio"
                  name="profile"
                  checked={name === profile}
                  onChange={() => change({ profile: name })}
                />
                <span>
                  <span className={styles.value}>{name}</span>
                  <span className={styles.note}>{text.profiles[name]}</span>
                </span>
              </label>
            ))}
          </div>
          <h2 className={styles.head}>{text.parts}</h2>
          <PartChoices parts={parts} onChange={(next) => change({ parts: next })} />
        </div>
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

type PartProps = { readonly parts: ProfileParts; readonly onChange: (parts: ProfileParts) => void };

function PartChoices({ parts, onChange }: PartProps) {
  const { shell: text } = useMessages();
  const same = { value: standard, text: text.asProfile } as const;
  const { watchList, fifo, queue, ...rest } = parts;
  const set = (change: ProfileParts) => onChange({ ...rest, ...change });
  const old = { ...(watchList !== undefined && { watchList }), ...(fifo && { fifo }), ...(queue && { queue }) };
  const without = (part: keyof ProfileParts) => Object.fromEntries(Object.entries(old).filter(([key]) => key !== part));
  return (
    <>
      <Part name={text.watchList}>
        <Segmented
          label={text.watchList}
          value={watchList === undefined ? standard : watchList ? "on" : "off"}
          options={[same, { value: "on", text: text.on }, { value: "off", text: text.off }]}
          onChange={(next) => set(next === standard ? without("watchList") : { ...old, watchList: next === "on" })}
        />
      </Part>
      <Part name={text.fifo}>
        <Segmented
          label={text.fifo}
          value={fifo ?? standard}
          options={[
            same,
            { value: "DeltaFIFO", text: "DeltaFIFO" },
            { value: "RealFIFO", text: "RealFIFO" },
            { value: "RealFIFO atomic", text: "atomic" },
          ]}
          onChange={(next) => set(next === standard ? without("fifo") : { ...old, fifo: next })}
        />
      </Part>
      <Part name={text.workQueue}>
        <Segmented
          label={text.workQueue}
          value={queue ?? standard}
          options={[same, { value: "classic", text: "classic" }, { value: "priority", text: "priority" }]}
          onChange={(next) => set(next === standard ? without("queue") : { ...old, queue: next })}
        />
      </Part>
    </>
  );
}

function Part({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div className={styles.part}>
      <span>{name}</span>
      {children}
    </div>
  );
}
