import { AREAS } from "../../projections/modelled/areas.ts";
import type { NotModelled } from "../../projections/modelled/not-modelled.ts";
import { useApp } from "../app-context.tsx";
import styles from "./limit-list.module.css";
import { useModelledTexts } from "./use-modelled-texts.ts";

/** What one should not look for here. */
export function LimitList({ limits }: { readonly limits: readonly NotModelled[] }) {
  const text = useModelledTexts();
  const language = useApp((state) => state.view.language);
  return (
    <>
      <p className={styles.note}>{text.limitsNote}</p>
      <dl className={styles.limits}>
        {limits.map(({ id, area, what }) => (
          <div key={id}>
            <dt>{AREAS.find((one) => one.id === area)?.title[language]}</dt>
            <dd>{what[language]}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
