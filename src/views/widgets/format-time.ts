const second = 1_000_000;

/** A moment as seconds with milliseconds, `12.842`. */
export function secondsText(at: number): string {
  return (at / second).toFixed(3);
}

/** A moment with its unit, `12.842 s`. */
export function momentText(at: number): string {
  return `${secondsText(at)} s`;
}

/** A span in its natural unit: `18 ms`, `4.16 s`, `48 min`. */
export function spanText(span: number): string {
  if (span < 1_000) return `${span} µs`;
  if (span < second) return `${short(span / 1_000)} ms`;
  if (span < 600 * second) return `${short(span / second)} s`;
  if (span < 7_200 * second) return `${short(span / (60 * second))} min`;
  return `${short(span / (3_600 * second))} h`;
}

/** A bound in seconds, which may lie below a microsecond: `10 ns`, `5 ms`, `1000 s`. */
export function boundText(seconds: number): string {
  if (seconds < 1e-6) return `${Math.round(seconds * 1e9)} ns`;
  return seconds < 600 ? spanText(Math.round(seconds * second)) : `${seconds} s`;
}

/** A speed as people say it: `1/20`, `1×`, `50×`. */
export function speedText(speed: number): string {
  return speed < 1 ? `1/${Math.round(1 / speed)}` : `${Math.round(speed)}×`;
}

function short(value: number): string {
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0;
  return String(Number(value.toFixed(digits)));
}
