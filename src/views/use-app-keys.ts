import { useEffect } from "react";
import { useAppStore } from "./app-context.tsx";
import { type KeyCommand, keepsKey, keyCommandOf } from "./app-key-map.ts";
import { runKeyCommand } from "./key-commands.ts";

/** Listens to the keyboard of the whole page. */
export function useAppKeys(): void {
  const store = useAppStore();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const command = keyCommandOf(event);
      if (command === undefined || keepsKey(targetOf(event.target), event)) return;
      // An open dialog has its own keys, and closes itself.
      if (store.getState().view.dialog !== undefined && command !== "palette") return;
      // The browser closes an open panel by itself, unless the key is kept from it.
      if (command === "escape" && document.querySelector(":popover-open") !== null) return;
      // A key that is held down moves as fast as the moves are answered, and toggles nothing.
      if (event.repeat && (store.getState().pending.inFlight.length > 0 || !moves.includes(command))) return;
      event.preventDefault();
      runKeyCommand(store, command, event.key);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [store]);
}

const moves: readonly KeyCommand[] = ["stepForward", "stepBack", "largerForward", "largerBack"];

function targetOf(target: EventTarget | null) {
  if (!(target instanceof HTMLElement)) return { tag: "", type: "", role: "", editable: false };
  return {
    tag: target.tagName,
    type: target instanceof HTMLInputElement ? target.type : "",
    role: target.getAttribute("role") ?? "",
    editable: target.isContentEditable,
  };
}
