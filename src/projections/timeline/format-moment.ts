/** A moment in seconds with as many digits as the scale needs to tell two neighbours apart, at least three. */
export function formatMoment(at: number, scale: number): string {
  if (at === 0) return "0";
  const digits = scale < 0.5 ? 6 : scale < 5 ? 5 : scale < 20 ? 4 : 3;
  return (at / 1e6).toFixed(digits);
}

/** A moment in seconds where the neighbourhood is coarse: no digits that say nothing. */
export function formatCoarse(at: number, stepUs: number): string {
  if (at === 0) return "0";
  const digits = Math.min(6, Math.max(0, Math.ceil(-Math.log10(stepUs / 1e6) - 1e-9)));
  const seconds = at / 1e6;
  if (seconds >= 3_600 && stepUs >= 1e6) return clock(seconds);
  return seconds.toFixed(digits);
}

/** How long something took, short: `4.1 s`, `35 ms`, `7 µs`. */
export function formatSpan(span: number): string {
  if (span >= 3_600e6) return `${trim(span / 3_600e6)} h`;
  if (span >= 120e6) return `${trim(span / 60e6)} min`;
  if (span >= 1e5) return `${(span / 1e6).toFixed(1)} s`;
  if (span >= 1e3) return `${Math.round(span / 1e3)} ms`;
  return `${Math.round(span)} µs`;
}

function trim(value: number): string {
  return value.toFixed(1).replace(/\.0$/, "");
}

function clock(seconds: number): string {
  const pad = (value: number) => String(Math.floor(value)).padStart(2, "0");
  return `${Math.floor(seconds / 3_600)}:${pad((seconds / 60) % 60)}:${pad(seconds % 60)}`;
}
