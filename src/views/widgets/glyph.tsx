import type { Tone } from "../../store/run-types.ts";
import { Icon } from "./icon.tsx";

/** The shape of a state class in its hue; `label` is read aloud when no word beside it says the same. */
export function Glyph({ tone, label }: { readonly tone: Tone | "cause"; readonly label?: string }) {
  if (label === undefined) return <Icon name={tone} tone={tone} />;
  return (
    <span role="img" aria-label={label}>
      <Icon name={tone} tone={tone} />
    </span>
  );
}
