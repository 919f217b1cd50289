import type { CSSProperties } from "react";

/** Custom properties as a style. React passes them on, but its types know only the standard ones. */
export function cssVariables(values: Readonly<Record<`--${string}`, string>> & CSSProperties): CSSProperties {
  return values;
}
