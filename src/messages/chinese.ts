import type { Messages } from "./english.ts";
import { catalog } from "./zh/catalog.ts";
import { clauses, events } from "./zh/events.ts";
import { help } from "./zh/help.ts";
import { inspector } from "./zh/inspector.ts";
import { palette } from "./zh/palette.ts";
import { pipeline } from "./zh/pipeline.ts";
import { share } from "./zh/share.ts";
import { shell } from "./zh/shell.ts";
import { story } from "./zh/story.ts";
import { timeline } from "./zh/timeline.ts";
import { transport } from "./zh/transport.ts";

/** Every Chinese text of the page; loaded when somebody reads Chinese. */
export const chinese: Messages = {
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
