/** Why there was no answer from a server. */
export type NetworkReason = "ECONNREFUSED" | "ECONNRESET" | "EOF" | "timeout" | "context canceled";
