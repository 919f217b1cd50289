import { useActions, useApp } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import styles from "./header.module.css";

/** Goes to the other language; its name is written in itself. */
export function LanguageButton() {
  const { shell: text } = useMessages();
  const language = useApp((state) => state.view.language);
  const { setView } = useActions();
  return (
    <button
      type="button"
      className={styles.quiet}
      title={text.otherLanguageTitle}
      lang={language === "en" ? "zh" : "en"}
      onClick={() => setView({ language: language === "en" ? "zh" : "en" })}
    >
      {text.otherLanguage}
    </button>
  );
}
