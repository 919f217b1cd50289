import type { Constant } from "../../projections/modelled/constant.ts";
import { useApp } from "../app-context.tsx";
import styles from "./table.module.css";
import { UpstreamLine } from "./upstream-line.tsx";
import { useModelledTexts } from "./use-modelled-texts.ts";

type Props = { readonly constants: readonly Constant[]; readonly onEntry: (id: string) => void };

/** Numbers of the real libraries with where they stand. */
export function ConstantTable({ constants, onEntry }: Props) {
  const text = useModelledTexts();
  const language = useApp((state) => state.view.language);
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{text.constant}</th>
          <th scope="col">{text.value}</th>
          <th scope="col">{text.where}</th>
        </tr>
      </thead>
      <tbody>
        {constants.map(({ id, name, value, unit, upstream, entry }) => (
          <tr key={id}>
            <th scope="row">
              <button type="button" className={styles.link} onClick={() => onEntry(entry)}>
                {name[language]}
              </button>
            </th>
            <td className={styles.value}>
              {value}
              {unit !== "" && <span className={styles.unit}> {unit}</span>}
            </td>
            <td>
              <UpstreamLine places={[upstream]} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
