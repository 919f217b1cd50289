import { isRecorded } from "../../store/selectors.ts";
import { useActions, useApp } from "../app-context.tsx";
import { commandKey } from "../app-key-map.ts";
import { useMessages } from "../messages-context.tsx";
import { Button } from "../widgets/button.tsx";
import { Icon } from "../widgets/icon.tsx";
import { KeyHint } from "../widgets/key-hint.tsx";
import { Logo } from "../widgets/logo.tsx";
import styles from "./header.module.css";
import { LanguageButton } from "./language-button.tsx";
import { ProfileMenu } from "./profile-menu.tsx";
import { ScenarioMenu } from "./scenario-menu.tsx";
import { SeedField } from "./seed-field.tsx";
import { ThemeButton } from "./theme-button.tsx";
import { VerifiedMark } from "./verified-mark.tsx";

/** What is run, whether it is what the sender saw, and the ways out: share, commands, help. */
export function Header() {
  const { shell: text } = useMessages();
  const { setView } = useActions();
  return (
    <header className={styles.header}>
      <h1 className={styles.brand}>
        <Logo />
        <span className={styles.name}>{text.product}</span>
      </h1>
      <span className={styles.rule} />
      <ScenarioMenu />
      <RunSettings />
      <span className={styles.space} />
      <VerifiedMark />
      <Button className={styles.wide} onClick={() => setView({ dialog: "share" })}>
        {text.share}
      </Button>
      <CommandsButton />
      <span className={styles.wide}>
        <LanguageButton />
      </span>
      <span className={styles.wide}>
        <ThemeButton />
      </span>
      <button
        type="button"
        className={`${styles.quiet} ${styles.wide}`}
        aria-label={text.help}
        aria-keyshortcuts="?"
        title={text.help}
        onClick={() => setView({ dialog: "help" })}
      >
        <KeyHint keys="?" />
      </button>
    </header>
  );
}

/** What a run can be given anew; a recorded run is as it was recorded. */
function RunSettings() {
  const { shell: text } = useMessages();
  if (useApp(isRecorded)) return <span className={`${styles.note} ${styles.wide}`}>{text.recordedRun}</span>;
  return (
    <>
      <span className={styles.wide}>
        <ProfileMenu />
      </span>
      <span className={styles.wide}>
        <SeedField />
      </span>
    </>
  );
}

function CommandsButton() {
  const { shell: text } = useMessages();
  const open = useApp((state) => state.view.dialog === "palette");
  const { setView } = useActions();
  return (
    <button
      type="button"
      className={styles.quiet}
      aria-label={text.commands}
      aria-haspopup="dialog"
      aria-expanded={open}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => setView({ dialog: "palette" })}
    >
      <span className={styles.word}>{text.commands}</span>
      <span className={styles.word}>
        <KeyHint keys={commandKey} />
      </span>
      <span className={styles.phoneOnly}>
        <Icon name="search" />
      </span>
    </button>
  );
}
