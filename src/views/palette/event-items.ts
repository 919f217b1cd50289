import type { AppState } from "../../store/app-state.ts";
import { momentText } from "../widgets/format-time.ts";
import type { PaletteContext, PaletteGroup } from "./palette-item.ts";

/** As many as one reads. */
const most = 12;

/** Events that speak of what was typed. */
export function eventItems(
  { store, text, tell, run }: PaletteContext,
  found: AppState["trace"]["search"],
): PaletteGroup {
  const items = found.rows.slice(0, most).map((row) => ({
    id: `event-${row.seq}`,
    icon: "lanes" as const,
    name: tell(row),
    detail: row.actor,
    end: row.seq === run.cursor.seq ? `${text.here} · ${momentText(row.at)}` : momentText(row.at),
    words: [found.text],
    run: () => store.actions.seek({ type: "event", seq: row.seq }),
  }));
  return { name: text.moments, note: text.momentsOf(items.length, String(found.rows.length)), items };
}
