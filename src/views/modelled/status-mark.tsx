import type { Status } from "../../projections/modelled/entry.ts";
import { Icon, type IconName } from "../widgets/icon.tsx";
import { useModelledTexts } from "./use-modelled-texts.ts";

const icons: Readonly<Record<Status, IconName>> = { recorded: "ok", derived: "idle", simplified: "stale" };

/** How well a behaviour is founded, as a shape; the word stands beside it or in its title. */
export function StatusMark({ status }: { readonly status: Status }) {
  const text = useModelledTexts();
  return (
    <span role="img" aria-label={text.status[status]} title={text.statusTitle[status]}>
      <Icon name={icons[status]} tone={icons[status]} />
    </span>
  );
}
