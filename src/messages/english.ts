// One line per area, here and in chinese.ts. An area's `export const` is its type; its Chinese twin must match it.

import { clauses, events } from "./en/events.ts";
import { pipeline } from "./en/pipeline.ts";
import { shell } from "./en/shell.ts";
import { story } from "./en/story.ts";
import { transport } from "./en/transport.ts";

/** Every English text of the page. */
export const english = {
  clauses,
  events,
  pipeline,
  shell,
  story,
  transport,
};

/** Every text of the page, in any language. */
export type Messages = typeof english;
