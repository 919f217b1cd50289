import { type Micros, micros } from "../../base/time.ts";

/** Virtual time 0 in the dates that objects carry: 2026-01-01T00:00:00Z, in seconds since 1970. */
export const epochSeconds = 1_767_225_600;

const secondsPerDay = 86_400;

/** An instant as RFC 3339 with whole seconds, as Kubernetes writes `metav1.Time`; fractions are cut off. */
export function formatTimestamp(at: Micros): string {
  const seconds = epochSeconds + Math.floor(at / 1_000_000);
  const days = Math.floor(seconds / secondsPerDay);
  const rest = seconds - days * secondsPerDay;
  const { year, month, day } = civilFromDays(days);
  const clock = [Math.floor(rest / 3600), Math.floor((rest % 3600) / 60), rest % 60].map(twoDigits).join(":");
  return `${String(year).padStart(4, "0")}-${twoDigits(month)}-${twoDigits(day)}T${clock}Z`;
}

/** An instant as RFC 3339 with six digits of its second, as Kubernetes writes `metav1.MicroTime` (`am:apis/meta/v1/micro_time.go:RFC3339Micro`). */
export function formatMicroTime(at: Micros): string {
  const fraction = at - Math.floor(at / 1_000_000) * 1_000_000;
  return formatTimestamp(at).replace("Z", `.${String(fraction).padStart(6, "0")}Z`);
}

/** Reads what the two functions above wrote (UTC only; digits behind the sixth are cut). Undefined for anything else. */
export function parseTimestamp(text: string): Micros | undefined {
  const match = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?Z$/.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  const days = daysFromCivil(year, month, day);
  const fraction = Number((match[7] ?? "").padEnd(6, "0").slice(0, 6));
  return micros((days * secondsPerDay + hour * 3600 + minute * 60 + second - epochSeconds) * 1_000_000 + fraction);
}

function twoDigits(n: number): string {
  return String(n).padStart(2, "0");
}

// The two conversions below are the proleptic Gregorian calendar in eras of 400 years, with years that begin in March
// so that the leap day is the last day of a year.

function civilFromDays(days: number): { readonly year: number; readonly month: number; readonly day: number } {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1,
  };
}

function daysFromCivil(year: number, month: number, day: number): number {
  const marchYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}
