/** The scenarios of the catalogue, in its order. Their files are in `stock/`. */
export const STOCK_IDS = [
  "three-pods",
  "stream-ends",
  "watch-history-gone",
  "watch-history-gone-streaming",
  "backoff-staircase",
  "two-edits-one-run",
  "stopping",
  "sandbox",
  "resync-asks-nobody",
  "missed-delete",
  "every-result",
  "requeue-true",
] as const;
