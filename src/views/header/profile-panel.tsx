import type { ReactNode } from "react";
import type { ProfileName, ProfileParts, RunSpec } from "../../store/run-types.ts";
import { useMessages } from "../messages-context.tsx";
import { Icon } from "../widgets/icon.tsx";
import { Segmented } from "../widgets/segmented.tsx";
import styles from "./profile-menu.module.css";

const profiles: readonly ProfileName[] = ["current", "in-order", "classic"];
/** Stands for "as the profile says" in a group of choices. */
const standard = "standard";

type Props = {
  readonly profile: ProfileName;
  readonly parts: ProfileParts;
  readonly onChange: (change: Partial<RunSpec>) => void;
  readonly onModelled: () => void;
};

/** The three generations, and the parts that can be set one by one. */
export function ProfilePanel({ profile, parts, onChange, onModelled }: Props) {
  const { shell: text } = useMessages();
  return (
    <div className={styles.panel}>
      <div role="radiogroup" aria-label={text.profileTitle}>
        {profiles.map((name) => (
          <label key={name} className={styles.choice}>
            <input
              type="radio"
              name="profile"
              checked={name === profile}
              onChange={() => onChange({ profile: name })}
            />
            <span>
              <span className={styles.value}>{name}</span>
              <span className={styles.note}>{text.profiles[name]}</span>
            </span>
          </label>
        ))}
      </div>
      <h2 className={styles.head}>{text.parts}</h2>
      <PartChoices parts={parts} onChange={(next) => onChange({ parts: next })} />
      <button type="button" className={styles.modelled} onClick={onModelled}>
        <Icon name="ok" tone="ok" />
        {text.modelled}
      </button>
    </div>
  );
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

function Part({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.part}>
      <span>{name}</span>
      {children}
    </div>
  );
}
