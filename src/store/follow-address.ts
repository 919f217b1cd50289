import type { RunSpec } from "../scenarios/run-spec.ts";
import type { AppStore } from "./app-store.ts";
import { readLink } from "./read-link.ts";

/** What the page opens when its address says nothing. */
const firstScenario = "three-pods";

/**
 * Opens what the address says, now and when it changes. A run that was opened in another way is written into it as far
 * as a person could write it, so that a reload brings it back; exact links are made by sharing.
 */
export function followAddress(store: AppStore, window: Window): void {
  let fromAddress: RunSpec | undefined;
  const open = async () => {
    const { hash } = window.location;
    if (hash.length < 2) return openFirst(store);
    const result = await readLink(hash);
    if (result.type === "ok") {
      const { spec, ...place } = result.value;
      fromAddress = spec;
      return store.actions.open(spec, place);
    }
    // A page that has nothing to show yet shows something beside what is wrong with the link.
    if (store.getState().run.id === 0) openFirst(store);
    store.actions.showProblems(result.problems);
  };
  const write = async (spec: RunSpec) => {
    const { encodeHandLink } = await import("../sharing/hand-link.ts");
    const link = encodeHandLink({ engine: undefined, spec, cursor: { type: "start" }, digest: undefined, view: {} });
    const address = window.location.href.replace(/#.*/, "");
    window.history.replaceState(null, "", link === undefined ? address : `${address}#${link}`);
  };
  store.subscribe((state, before) => {
    if (state.pending.opening === before.pending.opening || state.pending.opening === undefined) return;
    const { spec } = state.pending.opening;
    if (spec !== fromAddress && before.run.id > 0) void write(spec);
  });
  window.addEventListener("hashchange", () => void open());
  void open();
}

function openFirst({ actions }: AppStore): void {
  actions.open({ scenario: { type: "stock", id: firstScenario }, inputs: [] });
}
