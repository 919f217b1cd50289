import { type ClassPath, membersOf, shapeAt } from "../../projections/heat-grid.ts";
import type { SystemFrame } from "../../store/run-types.ts";
import styles from "./systems-view.module.css";
import { useSystemsTexts } from "./use-systems-texts.ts";

type Props = { readonly grid: SystemFrame["grids"][number]; readonly paths: readonly ClassPath[] };

/** The classes of a grid with their shapes, and which cells each has: the grid as a table. */
export function GridLegend({ grid, paths }: Props) {
  const texts = useSystemsTexts();
  return (
    <table className={styles.table} aria-label={grid.name}>
      <thead>
        <tr>
          <th scope="col">{texts.class}</th>
          <th scope="col">{texts.count}</th>
          <th scope="col">{texts.members}</th>
        </tr>
      </thead>
      <tbody>
        {paths.map(({ index, count }) => (
          <tr key={index} data-none={count === 0}>
            <th scope="row">
              <svg viewBox="0 0 10 10" className={styles.shape} aria-hidden="true">
                <path d={shapeAt(index, 0, 0)} data-tone={grid.classes[index]?.tone} fillRule="evenodd" />
              </svg>
              <code>{grid.classes[index]?.name}</code>
            </th>
            <td>{count}</td>
            <td className={styles.members}>{count === 0 ? texts.none : membersOf(grid, index)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
