import type { AppStore } from "../../store/app-store.ts";
import { readLink } from "../../store/read-link.ts";

/** Scenario files are at most this long; a longer one is not even read. */
const longestFile = 1_000_000;

/** Opens what somebody pasted: a link, its part behind `#`, a run file or a scenario. What is wrong with it is shown. */
export async function openText({ actions }: AppStore, text: string): Promise<void> {
  const result = await readLink(text.trim());
  if (result.type === "problems") return actions.showProblems(result.problems);
  const { spec, ...place } = result.value;
  actions.open(spec, place);
}

/** Opens a file that was chosen or dropped. `tooLarge` says so in the language of the page. */
export async function openFile(store: AppStore, file: File, tooLarge: (size: string) => string): Promise<void> {
  if (file.size > longestFile) {
    store.actions.showProblems([{ path: file.name, message: tooLarge("1 MB") }]);
    return;
  }
  await openText(store, await file.text());
}
