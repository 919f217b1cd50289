import { shownVariant } from "../../store/selectors.ts";
import { useActions, useApp } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import { Icon } from "../widgets/icon.tsx";
import styles from "./scenario-menu.module.css";

/** The scenario on the screen; opens the catalogue. */
export function ScenarioMenu() {
  const { shell: text } = useMessages();
  const language = useApp((state) => state.view.language);
  const scenario = useApp((state) => state.run.scenario);
  const variant = useApp(shownVariant);
  const recorded = useApp((state) => state.run.recording?.head.name);
  const { setView } = useActions();
  return (
    <button
      type="button"
      className={styles.button}
      aria-haspopup="dialog"
      title={text.allScenarios}
      onClick={() => setView({ dialog: "catalog" })}
    >
      <span className={styles.title}>
        {recorded ?? (scenario === undefined ? text.scenario : scenario.title[language])}
        {variant !== undefined && <span className={styles.variant}> · {variant[language]}</span>}
      </span>
      <Icon name="down" />
    </button>
  );
}
