/**
 * The numbers of stock scenarios in links, from 1; 0 is a scenario that the link itself holds. Frozen: append only, also when a scenario
 * goes away.
 */
export const STOCK_NUMBERS: readonly string[] = [
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
  "list-then-watch",
  "gone-twice",
  "five-event-types",
  "leaving-the-selector",
  "filtered-cache",
  "quiet-kind",
  "quiet-kind-bookmarks",
  "deployment-through-the-hub",
  "rbac-forbidden-staircase",
  "two-writers-one-version",
  "fan-out-and-a-slow-watcher",
  "retry-after",
  "client-side-limit",
  "ways-a-stream-ends",
  "watch-from-the-server",
  "gateway-too-early",
];
