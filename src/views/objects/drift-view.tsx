import { useMemo } from "react";
import { type DriftReading, type DriftRow, driftLamps, LAMPS, type Lamp } from "../../projections/drift-lamps.ts";
import { useActions, useApp } from "../app-context.tsx";
import shared from "../flow/view.module.css";
import { momentText } from "../widgets/format-time.ts";
import { Glyph } from "../widgets/glyph.tsx";
import { DriftTrack } from "./drift-track.tsx";
import styles from "./drift-view.module.css";
import { toneOf } from "./lamp-tones.ts";
import { useObjectTexts } from "./use-object-texts.ts";
import { useVersions } from "./use-versions.ts";

/** For each object the three lamps by which drift is told: when each burned, and what burns now. */
export function DriftView() {
  const texts = useObjectTexts();
  const versions = useVersions();
  const seq = useApp((state) => state.run.cursor.seq);
  const reading = useMemo(() => driftLamps(versions, seq), [versions, seq]);
  if (reading.rows.length === 0) return <p className={shared.empty}>{texts.noDrift}</p>;
  return (
    <section aria-label={texts.drift} className={shared.view}>
      <p className={styles.formula}>{texts.formula}</p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{texts.object}</th>
            <th scope="col" className={styles.history}>
              <span className={styles.key}>
                {LAMPS.map((lamp) => (
                  <span key={lamp} data-tone={toneOf[lamp]} className={styles.keyEntry}>
                    <Glyph tone={toneOf[lamp]} /> {texts.lamps[lamp]}
                  </span>
                ))}
              </span>
              <span className={styles.axis}>{texts.axis(reading.writes.length)}</span>
            </th>
            <th scope="col">{texts.now}</th>
          </tr>
        </thead>
        <tbody>
          {reading.rows.map((row) => (
            <ObjectRow key={`${row.kind} ${row.key}`} row={row} reading={reading} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function ObjectRow({ row, reading }: { readonly row: DriftRow; readonly reading: DriftReading }) {
  const texts = useObjectTexts();
  const { select } = useActions();
  const { kind, key, lit, exists } = row;
  const isSelected = useApp(({ view }) => view.selected.key === key && view.selected.kind === kind);
  return (
    <tr data-selected={isSelected || undefined}>
      <th scope="row">
        <button type="button" className={styles.name} aria-pressed={isSelected} onClick={() => select({ kind, key })}>
          {kind.split(".")[0]} <code>{key}</code>
        </button>
      </th>
      <td>
        <DriftTrack row={row} reading={reading} />
        <SpansInWords row={row} reading={reading} />
      </td>
      <td className={styles.now}>
        {exists ? <Lamps lit={lit} /> : <span className={styles.quiet}>{texts.gone}</span>}
      </td>
    </tr>
  );
}

function Lamps({ lit }: { readonly lit: readonly Lamp[] }) {
  const texts = useObjectTexts();
  if (lit.length === 0) return <span className={styles.quiet}>{texts.dark}</span>;
  return lit.map((lamp) => (
    <span key={lamp} data-tone={toneOf[lamp]} className={styles.lamp}>
      <Glyph tone={toneOf[lamp]} /> {texts.short[lamp]}
    </span>
  ));
}

/** What the track draws, for those who do not see it. */
function SpansInWords({ row, reading }: { readonly row: DriftRow; readonly reading: DriftReading }) {
  const texts = useObjectTexts();
  const at = useApp((state) => state.trace.columns.at);
  const time = (place: number) => momentText(at[reading.writes[Math.min(place, reading.writes.length - 1)] ?? 0] ?? 0);
  const words = row.spans.map(({ lamp, from, to }) => texts.burned(texts.lamps[lamp], time(from), time(to)));
  return <span className={styles.unseen}>{words.join("; ")}</span>;
}
