import { useApp } from "../app-context.tsx";
import { SystemCard } from "./system-card.tsx";
import styles from "./systems-view.module.css";

/** The systems beside the controllers, side by side: numbers, grids of what comes in thousands, tables of the rest. */
export function SystemsView() {
  const systems = useApp((state) => state.frame.current?.systems);
  if (systems === undefined) return null;
  return (
    <div className={styles.systems}>
      {systems.map((system) => (
        <SystemCard key={system.name} system={system} />
      ))}
    </div>
  );
}
