import type { Theme } from "../../store/app-state.ts";
import { useActions, useApp } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import { Icon } from "../widgets/icon.tsx";
import styles from "./header.module.css";

const following: Readonly<Record<Theme, Theme>> = { system: "dark", dark: "light", light: "system" };

/** Dark, light, or as the system is. */
export function ThemeButton() {
  const { shell: text } = useMessages();
  const theme = useApp((state) => state.view.theme);
  const { setView } = useActions();
  const label = text.themeTitle(text.theme[theme]);
  return (
    <button
      type="button"
      className={styles.quiet}
      aria-label={label}
      title={label}
      onClick={() => setView({ theme: following[theme] })}
    >
      <Icon name="theme" />
    </button>
  );
}
