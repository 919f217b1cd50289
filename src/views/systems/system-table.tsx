import type { SystemFrame } from "../../store/run-types.ts";
import { useActions } from "../app-context.tsx";
import styles from "./systems-view.module.css";
import { useSystemsTexts } from "./use-systems-texts.ts";

type Props = { readonly system: string; readonly table: SystemFrame["tables"][number] };

/** A table of things with names; where those are actors, the name of a row selects it. */
export function SystemTable({ system, table: { name, ofActors, columns, rows } }: Props) {
  const texts = useSystemsTexts();
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
                {ofActors ? (
                  <button type="button" className={styles.link} onClick={() => select({ actor: `${system}/${first}` })}>
                    {first}
                  </button>
                ) : (
                  <code>{first}</code>
                )}
              </th>
              {rest.map((value, index) => (
                <td key={columns[index + 1] ?? index}>{value}</td>
              ))}
            </tr>
          ))}
          {rows.length === 0 && (
            <tr data-none="true">
              <td colSpan={columns.length}>{texts.none}</td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}
