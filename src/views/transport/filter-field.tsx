import { useActions, useApp } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import { Icon } from "../widgets/icon.tsx";
import { KeyHint } from "../widgets/key-hint.tsx";
import styles from "./filter-field.module.css";

/** Which events the timeline and the transcript show. The key `/` brings the focus here. */
export function FilterField() {
  const { transport: text } = useMessages();
  const filter = useApp((state) => state.view.filter);
  const { setView } = useActions();
  return (
    <label className={styles.field} data-used={filter !== "" || undefined}>
      <Icon name="search" />
      <input
        id="filter"
        type="search"
        className={styles.input}
        placeholder={text.filter}
        title={text.filterPlaceholder}
        aria-label={`${text.filter}: ${text.filterPlaceholder}`}
        aria-keyshortcuts="/"
        value={filter}
        onChange={(event) => setView({ filter: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          setView({ filter: "" });
          event.currentTarget.blur();
          event.stopPropagation();
        }}
      />
      <KeyHint keys="/" />
    </label>
  );
}
