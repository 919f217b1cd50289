import { useActions, useApp } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import { Button } from "../widgets/button.tsx";
import styles from "./notice.module.css";

const replicaSet = {
  apiVersion: "apps/v1",
  kind: "ReplicaSet",
  metadata: { name: "web", namespace: "demo", labels: { app: "web" } },
  spec: {
    replicas: 3,
    selector: { matchLabels: { app: "web" } },
    template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "web", image: "web:1" }] } },
  },
} as const;

/** A sandbox in which there is nothing yet: two ways to begin. */
export function EmptyCard() {
  const { shell: text } = useMessages();
  const isEmpty = useApp(
    ({ run, frame }) =>
      run.scenario?.tags.includes("sandbox") === true &&
      run.info?.inputs.length === 0 &&
      frame.current?.truth.every((kind) => kind.objects.length === 0) === true,
  );
  const { intervene, setView } = useActions();
  if (!isEmpty) return null;
  return (
    <section className={`${styles.card} ${styles.within}`} aria-label={text.emptyTitle}>
      <h2 className={styles.title}>{text.emptyTitle}</h2>
      <p className={styles.text}>{text.emptyText}</p>
      <div className={styles.row}>
        <Button look="primary" onClick={() => intervene({ type: "create", object: replicaSet })}>
          {text.createReplicaSet}
        </Button>
        <Button onClick={() => setView({ dialog: "edit" })}>{text.pasteManifest}</Button>
      </div>
    </section>
  );
}
