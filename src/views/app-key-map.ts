/** What a key does; the names are those of `messages.shell.keys`. */
export type KeyCommand =
  | "play"
  | "stepForward"
  | "stepBack"
  | "largerForward"
  | "largerBack"
  | "nextChapter"
  | "previousChapter"
  | "start"
  | "end"
  | "choose"
  | "faults"
  | "breakpoint"
  | "search"
  | "why"
  | "difference"
  | "nextView"
  | "previousView"
  | "transcript"
  | "help"
  | "palette"
  | "escape";

/** The parts of a keyboard event that decide. */
export type KeyPress = {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
};

type Binding = {
  readonly command: KeyCommand;
  /** Values of `KeyboardEvent.key`. A presenter's clicker sends the page keys. */
  readonly keys: readonly string[];
  readonly shift?: boolean;
  readonly mod?: boolean;
  /** As shown in help and palette. */
  readonly shown: readonly string[];
};

const isApple = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "");

/** The palette's key as this computer's keyboard names it. */
export const commandKey = isApple ? "⌘K" : "Ctrl K";

/** Every key of the page, in the order in which help lists them. */
export const keyMap: readonly Binding[] = [
  { command: "play", keys: [" "], shown: ["Space"] },
  { command: "stepForward", keys: ["ArrowRight"], shift: false, shown: ["→"] },
  { command: "stepBack", keys: ["ArrowLeft"], shift: false, shown: ["←"] },
  { command: "largerForward", keys: ["ArrowRight"], shift: true, shown: ["⇧", "→"] },
  { command: "largerBack", keys: ["ArrowLeft"], shift: true, shown: ["⇧", "←"] },
  { command: "nextChapter", keys: [".", "PageDown"], shown: ["."] },
  { command: "previousChapter", keys: [",", "PageUp"], shown: [","] },
  { command: "start", keys: ["Home"], shown: ["Home"] },
  { command: "end", keys: ["End"], shown: ["End"] },
  { command: "choose", keys: ["1", "2", "3", "4", "5", "6", "7", "8", "9"], shown: ["1", "–", "9"] },
  { command: "faults", keys: ["f"], shown: ["f"] },
  { command: "breakpoint", keys: ["b"], shown: ["b"] },
  { command: "why", keys: ["y"], shown: ["y"] },
  { command: "difference", keys: ["d"], shown: ["d"] },
  { command: "nextView", keys: ["v"], shown: ["v"] },
  { command: "previousView", keys: ["V"], shown: ["⇧", "v"] },
  { command: "search", keys: ["/"], shown: ["/"] },
  { command: "transcript", keys: ["t"], shown: ["t"] },
  { command: "palette", keys: ["k", "K"], mod: true, shown: [commandKey] },
  { command: "help", keys: ["?"], shown: ["?"] },
  { command: "escape", keys: ["Escape"], shown: ["Esc"] },
];

/** What the key does; undefined when it is not ours. */
export function keyCommandOf(press: KeyPress): KeyCommand | undefined {
  if (press.altKey) return undefined;
  const mod = press.ctrlKey || press.metaKey;
  return keyMap.find(
    (binding) =>
      binding.keys.includes(press.key) &&
      (binding.mod ?? false) === mod &&
      (binding.shift === undefined || binding.shift === press.shiftKey),
  )?.command;
}

/** What has the focus, as far as keys care. */
export type KeyTarget = {
  readonly tag: string;
  readonly type: string;
  readonly role: string;
  readonly editable: boolean;
};

const textTypes = ["text", "search", "number", "url", "email", "password"];
const arrowRoles = [
  "slider",
  "menu",
  "menuitem",
  "menuitemradio",
  "listbox",
  "option",
  "grid",
  "tree",
  "tab",
  "separator",
];

/** Whether the focused control needs this key for itself. */
export function keepsKey(target: KeyTarget, press: KeyPress): boolean {
  const isText =
    target.editable ||
    target.tag === "TEXTAREA" ||
    target.tag === "SELECT" ||
    (target.tag === "INPUT" && textTypes.includes(target.type));
  if (isText) return !(press.ctrlKey || press.metaKey);
  const isChoice = target.tag === "INPUT";
  if (press.key === " ") return isChoice || ["BUTTON", "A", "SUMMARY"].includes(target.tag) || target.role === "button";
  const isMovement = press.key.startsWith("Arrow") || ["Home", "End", "PageUp", "PageDown"].includes(press.key);
  return isMovement && (isChoice || arrowRoles.includes(target.role));
}
