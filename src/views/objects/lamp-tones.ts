/** The state class of each term of the drift formula: what nobody has looked at waits, what is not ready has failed, a child that differs is behind. */
export const toneOf = { generation: "waiting", ready: "failed", children: "stale" } as const;
