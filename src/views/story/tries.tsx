import type { Try } from "../../store/run-types.ts";
import { useActions, useApp, useAppStore } from "../app-context.tsx";
import { runKeyCommand } from "../key-commands.ts";
import { useMessages } from "../messages-context.tsx";
import { Icon, type IconName } from "../widgets/icon.tsx";
import { KeyHint } from "../widgets/key-hint.tsx";
import { plainText, RichText } from "../widgets/rich-text.tsx";
import styles from "./tries.module.css";

/** What the scenario suggests to break here, each with what it leads to. */
export function Tries({ tries }: { readonly tries: readonly Try[] }) {
  const { story: text, shell } = useMessages();
  const store = useAppStore();
  return (
    <section className={styles.section} aria-label={text.yours}>
      <div className={styles.head}>
        <h2>{text.yours}</h2>
        <button
          type="button"
          aria-label={shell.keys.faults}
          title={shell.keys.faults}
          onClick={() => runKeyCommand(store, "faults", "f")}
        >
          <KeyHint keys="f" />
        </button>
      </div>
      <ul>
        {tries.map((one) => (
          <TryRow key={one.label.en} one={one} />
        ))}
      </ul>
    </section>
  );
}

const editIcons: Readonly<Record<string, IconName>> = {
  create: "edit",
  apply: "edit",
  patch: "edit",
  delete: "edit",
};

function TryRow({ one }: { readonly one: Try }) {
  const { story: text } = useMessages();
  const language = useApp((state) => state.view.language);
  const { intervene } = useActions();
  const icon = editIcons[one.action.type] ?? "fault";
  const consequence = plainText(one.consequence[language]);
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        title={`${consequence} (${text.startsFork})`}
        onClick={() => intervene(one.action)}
      >
        {icon === "fault" ? <Icon name={icon} tone="fault" /> : <Icon name={icon} />}
        <span>
          <RichText text={one.label[language]} />
        </span>
      </button>
    </li>
  );
}
