import type { SystemFrame } from "../../store/run-types.ts";
import { useActions } from "../app-context.tsx";
import styles from "./systems-view.module.css";

type Props = { readonly system: string; readonly table: SystemFrame["tables"][number] };

/** A table of things with names; the name of a row selects its actor. */
export function SystemTable({ system, table: { name, columns, rows } }: Props) {
  const { select } = useActions();
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={name}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first = "", ...rest]) => (
            <tr key={String(first)}>
              <th scope="row">
                <button type="button" className={styles.link} onClick={() => select({ actor: `${system}/${first}` })}>
                  {first}
                </button>
              </th>
              {rest.map((value, index) => (
                <td key={columns[index + 1] ?? index}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
