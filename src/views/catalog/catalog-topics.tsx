import type { Scenario } from "../../store/run-types.ts";
import { useActions } from "../app-context.tsx";
import styles from "./catalog-topics.module.css";
import { useCatalogTexts } from "./use-catalog-texts.ts";

type Props = {
  readonly scenarios: readonly Scenario[];
  readonly topic: string | undefined;
  readonly onTopic: (topic: string | undefined) => void;
};

/** Narrows the list to a topic, or leaves it for a file or an empty cluster. */
export function CatalogTopics({ scenarios, topic, onTopic }: Props) {
  const text = useCatalogTexts();
  const { setView, open } = useActions();
  const tags = [...new Set(scenarios.flatMap((scenario) => scenario.tags))];
  const sandbox = scenarios.find((scenario) => scenario.tags.includes("sandbox"));
  const countOf = (tag: string) => scenarios.filter((scenario) => scenario.tags.includes(tag)).length;
  return (
    <nav className={styles.topics} aria-label={text.topics}>
      <TopicButton
        name={text.all}
        count={scenarios.length}
        on={topic === undefined}
        onClick={() => onTopic(undefined)}
      />
      <h3 className={styles.head}>{text.topics}</h3>
      {tags.map((tag) => (
        <TopicButton
          key={tag}
          name={text.tags[tag] ?? tag}
          count={countOf(tag)}
          on={topic === tag}
          onClick={() => onTopic(tag)}
        />
      ))}
      <h3 className={styles.head}>{text.yours}</h3>
      <TopicButton name={text.openFile} onClick={() => setView({ dialog: "open" })} />
      {sandbox !== undefined && (
        <TopicButton
          name={text.sandbox}
          onClick={() => {
            open({ scenario: { type: "stock", id: sandbox.id }, inputs: [] });
            setView({ dialog: undefined });
          }}
        />
      )}
    </nav>
  );
}

type ButtonProps = {
  readonly name: string;
  readonly count?: number;
  readonly on?: boolean;
  readonly onClick: () => void;
};

function TopicButton({ name, count, on = false, onClick }: ButtonProps) {
  return (
    <button
      type="button"
      className={styles.topic}
      aria-pressed={count === undefined ? undefined : on}
      onClick={onClick}
    >
      <span>{name}</span>
      {count !== undefined && <span className={styles.count}>{count}</span>}
    </button>
  );
}
