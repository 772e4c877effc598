import type { LucideIcon } from "lucide-react";
import {
  ArrowBigUp,
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  Command,
  CornerDownLeft,
  Delete,
  Option,
} from "lucide-react";
import { isMac } from "../platform.ts";

/** How one key is shown and read aloud: a letter as itself, a named key by its word or sign. */
export type KeyLook = { readonly icon: LucideIcon | null; readonly name: KeyName | null; readonly text: string };
type KeyName = keyof typeof NAMED;

const NAMED = {
  enter: CornerDownLeft,
  backspace: Delete,
  shift: ArrowBigUp,
  command: Command,
  option: Option,
  arrowUp: ArrowUp,
  arrowDown: ArrowDown,
  arrowLeft: ArrowLeft,
  arrowRight: ArrowRight,
  ctrl: null,
  alt: null,
  escape: null,
  space: null,
  tab: null,
  delete: null,
  pageDown: null,
  pageUp: null,
} as const satisfies { readonly [name: string]: LucideIcon | null };

/** Maps the names of `KeyboardEvent.key`, and the modifier that differs by system, to the names above. */
const ALIASES: { readonly [written: string]: KeyName } = {
  $mod: isMac ? "command" : "ctrl",
  Mod: isMac ? "command" : "ctrl",
  Control: "ctrl",
  Ctrl: "ctrl",
  Meta: "command",
  Alt: isMac ? "option" : "alt",
  Shift: "shift",
  Enter: "enter",
  Backspace: "backspace",
  Delete: "delete",
  Escape: "escape",
  Space: "space",
  " ": "space",
  Tab: "tab",
  ArrowUp: "arrowUp",
  ArrowDown: "arrowDown",
  ArrowLeft: "arrowLeft",
  ArrowRight: "arrowRight",
  PageDown: "pageDown",
  PageUp: "pageUp",
};

/** Splits `Mod+Shift+Z` into the keys to draw. A plus sign itself is written `+` at the end (`Shift++`). */
export function keyLooks(combination: string): readonly KeyLook[] {
  const keys = combination.endsWith("+")
    ? [...combination.slice(0, -1).split("+").filter(Boolean), "+"]
    : combination.split("+");
  return keys.map((key) => {
    const name = ALIASES[key] ?? null;
    return { name, icon: name === null ? null : NAMED[name], text: key.length === 1 ? key.toUpperCase() : key };
  });
}
