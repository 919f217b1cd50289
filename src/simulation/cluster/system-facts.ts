/**
 * What systems put into the trace beside the transitions of their charts. `what`, `where`, `key` and the like are names from the system,
 * the same in every language; times and spans are microseconds. One vocabulary serves all systems, so a new one needs no new sentences.
 */
export type SystemFact =
  | { readonly type: "system.started"; readonly kind: string; readonly run: number }
  | { readonly type: "system.crashed"; readonly kind: string }
  /** Something came in that has to be dealt with. */
  | { readonly type: "system.arrived"; readonly key: string; readonly what: string }
  /** It waits behind `ahead` others. */
  | { readonly type: "system.queued"; readonly key: string; readonly where: string; readonly ahead: number }
  | { readonly type: "system.began"; readonly key: string; readonly where: string; readonly waited: number }
  | {
      readonly type: "system.finished";
      readonly key: string;
      readonly where: string;
      readonly waited: number;
      readonly took: number;
    }
  | { readonly type: "system.sent"; readonly key: string; readonly what: string; readonly to: string }
  /** Kept back until somebody can take it. */
  | { readonly type: "system.held"; readonly key: string; readonly what: string; readonly count: number }
  | { readonly type: "system.released"; readonly key: string; readonly what: string; readonly count: number }
  /** Nobody will ever have it. */
  | {
      readonly type: "system.lost";
      readonly key: string;
      readonly what: string;
      readonly count: number;
      readonly reason: string;
    }
  /** Stored at a place where a crash of the system does not reach it, or does: `where` says. */
  | {
      readonly type: "system.saved";
      readonly key: string;
      readonly what: string;
      readonly where: string;
      readonly took: number;
    }
  | { readonly type: "system.recovered"; readonly key: string; readonly what: string; readonly where: string }
  /** Done again although it was done before; `times` counts from 2. */
  | { readonly type: "system.repeated"; readonly key: string; readonly what: string; readonly times: number }
  /** A write was made from another version than the stored one. */
  | { readonly type: "system.conflict"; readonly key: string; readonly based: string; readonly stored: string }
  | { readonly type: "system.signed"; readonly key: string; readonly id: string; readonly signature: number }
  /** Signed before under this id: the old signature was given again. */
  | { readonly type: "system.reused"; readonly key: string; readonly id: string; readonly signature: number }
  | { readonly type: "system.moved"; readonly key: string; readonly from: string; readonly to: string }
  | { readonly type: "system.alert"; readonly what: string; readonly count: number }
  | { readonly type: "system.alertEnded"; readonly what: string; readonly lasted: number }
  | { readonly type: "system.looked"; readonly what: string; readonly found: string; readonly took: number }
  /** A number that the run gave. `value` is microseconds, things, things per second, or how many times as much, by `unit`. */
  | {
      readonly type: "system.measured";
      readonly what: string;
      readonly value: number;
      readonly unit: "span" | "count" | "perSecond" | "times";
    };
