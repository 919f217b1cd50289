// One line per area, here and in chinese.ts. An area's `export const` is its type; its Chinese twin must match it.

import { catalog } from "./en/catalog.ts";
import { clauses, events } from "./en/events.ts";
import { help } from "./en/help.ts";
import { inspector } from "./en/inspector.ts";
import { palette } from "./en/palette.ts";
import { pipeline } from "./en/pipeline.ts";
import { share } from "./en/share.ts";
import { shell } from "./en/shell.ts";
import { story } from "./en/story.ts";
import { timeline } from "./en/timeline.ts";
import { transport } from "./en/transport.ts";

/** Every English text of the page. */
export const english = {
  clauses,
  events,
  inspector,
  pipeline,
  catalog,
  help,
  palette,
  share,
  shell,
  story,
  timeline,
  transport,
};

/** Every text of the page, in any language. */
export type Messages = typeof english;
