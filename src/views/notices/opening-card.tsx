import { useEffect, useState } from "react";
import type { RunSpec, Target } from "../../store/run-types.ts";
import { useApp } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import styles from "./notice.module.css";

/** A run that opens at once shows nothing of the opening. */
const patienceMs = 150;

/** What is being opened, once that takes a while. The panes are already there, empty or with the run before. */
export function OpeningCard() {
  const { shell: text } = useMessages();
  const opening = useApp((state) => state.pending.opening);
  const [late, setLate] = useState<RunSpec>();
  useEffect(() => {
    if (opening === undefined) return;
    const timer = setTimeout(() => setLate(opening.spec), patienceMs);
    return () => clearTimeout(timer);
  }, [opening]);
  if (opening === undefined || late !== opening.spec) return null;
  const place = placeOf(opening.at);
  return (
    <div role="status" className={`${styles.card} ${styles.floating}`}>
      <h2 className={styles.title}>{place === undefined ? text.opening : text.openingTo(place)}</h2>
      <div className={styles.bar} />
    </div>
  );
}

function placeOf(at: Target | undefined): string | undefined {
  return at?.type === "event" ? `e${at.seq}` : undefined;
}
