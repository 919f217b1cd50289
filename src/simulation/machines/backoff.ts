/** Whether two minutes without a reset (since 0.36) or without a wait (up to 0.35) restart the backoff. */
export type BackoffResetRule = "sinceLastReset" | "sinceLastUse";

/** The reflector's one backoff. Bases are in milliseconds, as XState counts; `backoffSince` is in microseconds. */
export type Backoff = {
  readonly backoffReset: BackoffResetRule;
  readonly backoffBaseMs: number;
  readonly backoffSince: number;
  /** Steps taken since the sequence began. */
  readonly backoffSteps: number;
};

/** The wait that a step of the backoff gives, and what it leaves for the next one. */
export type BackoffStep = {
  readonly waitBaseMs: number;
  readonly waitMs: number;
  readonly backoffBaseMs: number;
  readonly backoffSince: number;
  readonly backoffSteps: number;
};

/** The first base; it doubles up to `LONGEST_BACKOFF_MS` (`reflector.go:defaultBackoffInit, defaultBackoffMax @v0.36.3`). */
export const FIRST_BACKOFF_MS = 800;

const LONGEST_BACKOFF_MS = 30_000;
const RESET_MICROS = 120_000_000;

/**
 * One step: base + jitter · base. It restarts when two minutes have passed since the last reset, even in the middle of an outage
 * (apimachinery `wait/backoff.go:DelayWithReset @v0.36.3`), or, up to 0.35, since the last step. `now` in microseconds.
 */
export function nextBackoff(backoff: Backoff, drawn: { readonly now: number; readonly jitter: number }): BackoffStep {
  const { now, jitter } = drawn;
  const restarts = now - backoff.backoffSince > RESET_MICROS;
  const baseMs = restarts ? FIRST_BACKOFF_MS : backoff.backoffBaseMs;
  return {
    waitBaseMs: baseMs,
    waitMs: baseMs + jitter * baseMs,
    backoffBaseMs: Math.min(baseMs * 2, LONGEST_BACKOFF_MS),
    backoffSteps: restarts ? 1 : backoff.backoffSteps + 1,
    backoffSince: restarts || backoff.backoffReset === "sinceLastUse" ? now : backoff.backoffSince,
  };
}
