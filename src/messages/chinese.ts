import type { Messages } from "./english.ts";
import { clauses, events } from "./zh/events.ts";
import { pipeline } from "./zh/pipeline.ts";
import { shell } from "./zh/shell.ts";
import { story } from "./zh/story.ts";
import { transport } from "./zh/transport.ts";

/** Every Chinese text of the page; loaded when somebody reads Chinese. */
export const chinese: Messages = {
  clauses,
  events,
  pipeline,
  shell,
  story,
  transport,
};
