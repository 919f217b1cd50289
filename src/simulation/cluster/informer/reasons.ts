/** Why something that arrived had no effect. */
export type IgnoredReason = "stopped" | "streamAbandoned" | "answerAbandoned" | "alreadyStarted" | "notRunning";

/** Why a handler did not get a notification: its filter, or an unchanged object while it is not due for a resync. */
export type MissedReason = "filtered" | "notSyncing";
