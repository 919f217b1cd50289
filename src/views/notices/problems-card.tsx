import type { Problem } from "../../store/run-types.ts";
import { useActions, useApp } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import { Button } from "../widgets/button.tsx";
import { Glyph } from "../widgets/glyph.tsx";
import { Icon } from "../widgets/icon.tsx";
import styles from "./notice.module.css";

/** A screen of problems is enough to begin with. */
const most = 20;

/** What is wrong with a link, a file or an action, each with its place. */
export function ProblemsCard() {
  const { shell: text } = useMessages();
  const problems = useApp((state) => state.view.problems);
  const hasRun = useApp((state) => state.run.id > 0);
  const { setView } = useActions();
  if (problems.length === 0) return null;
  return (
    <div role="alert" className={`${styles.card} ${styles.floating}`}>
      <div className={styles.head}>
        <Glyph tone="failed" />
        <div>
          <h2 className={styles.title}>{text.problemsTitle(problems.length)}</h2>
          {hasRun && <p className={styles.text}>{text.problemsKept}</p>}
        </div>
        <button
          type="button"
          className={styles.close}
          aria-label={text.close}
          onClick={() => setView({ problems: [] })}
        >
          <Icon name="close" />
        </button>
      </div>
      <ul className={styles.problems}>
        {problems.slice(0, most).map((problem) => (
          <ProblemRow key={`${problem.path} ${problem.line} ${problem.message}`} problem={problem} />
        ))}
      </ul>
      <div className={styles.row}>
        <Button onClick={() => setView({ dialog: "open", problems: [] })}>{text.openAnother}</Button>
        {!hasRun && <Button onClick={() => setView({ dialog: "catalog", problems: [] })}>{text.allScenarios}</Button>}
      </div>
    </div>
  );
}

/** One problem: where, and what would be right. */
export function ProblemRow({ problem }: { readonly problem: Problem }) {
  const { shell: text } = useMessages();
  return (
    <li className={styles.problem}>
      <span className={styles.place}>{problem.line === undefined ? "" : text.line(problem.line)}</span>
      <span className={styles.path}>{problem.path}</span>
      <span className={styles.message}>{problem.message}</span>
    </li>
  );
}
