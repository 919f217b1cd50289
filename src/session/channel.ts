import type { Command, Report } from "./protocol.ts";

/** Two-way connection with a run: commands go in, reports come out in the order in which they were made. */
export interface Channel {
  send(command: Command): void;
  /** Calls `listener` with each report from now on; returns how to stop. */
  subscribe(listener: (report: Report) => void): () => void;
  close(): void;
}
