import type { Upstream } from "../../projections/modelled/entry.ts";
import styles from "./upstream-line.module.css";

/** Places in the real code, each with the version that was read. */
export function UpstreamLine({ places }: { readonly places: readonly Upstream[] }) {
  return (
    <ul className={styles.places}>
      {places.map(({ ref, version }) => (
        <li key={ref}>
          <code>{ref}</code>
          {version !== "—" && <span className={styles.version}>@{version}</span>}
        </li>
      ))}
    </ul>
  );
}
