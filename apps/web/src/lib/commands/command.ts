import type { Preferences } from "@postil/domain/preferences/definitions";
import type { LucideIcon } from "lucide-react";
import { isPlainLetter, type Keys } from "./keys-here.ts";

/** The group of the shortcuts sheet that lists the command (design/keys.md#labeling). */
export type KeyGroup = "answer" | "save" | "move" | "look" | "bulk";
export const KEY_GROUPS = ["answer", "save", "move", "look", "bulk"] as const satisfies readonly KeyGroup[];

/** The section of the palette that lists the command. */
export type PaletteSection = "record" | "dataset" | "datasets" | "app";
export const PALETTE_SECTIONS = ["record", "dataset", "datasets", "app"] as const satisfies readonly PaletteSection[];

export type Shortcut = {
  readonly keys: Keys;
  /** works also while a text editor, an input, a menu or a dialog has the focus (design/keys.md#rules) */
  readonly everywhere?: boolean;
  /** ignored shortly after the focus left a text editor: the user meant to type (design/keys.md#labeling) */
  readonly restsAfterTyping?: boolean;
  /** only the letter alone runs it, not Alt with the letter; for the letters in `useTakenLetters` */
  readonly alone?: boolean;
};

/**
 * An action that the user can run here. Its button, its keys, the palette and the shortcuts sheet all read this one value.
 * `label` and `hint` are translated texts.
 */
export type Command = {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly icon?: LucideIcon;
  /** without it the palette does not list the command */
  readonly section?: PaletteSection;
  /** without it the shortcuts sheet does not list the command */
  readonly group?: KeyGroup;
  /** commands with the same text share one row of the sheet: "Next, previous record" */
  readonly row?: string;
  /** the first shortcut is printed on the button and the user can change it; the rest are aliases */
  readonly shortcuts?: readonly Shortcut[];
  /** true: holding the key down runs the command repeatedly; otherwise one press is one run */
  readonly repeats?: boolean;
  readonly mayRun?: () => boolean;
  readonly run: () => void;
};

/** Keys that a control handles itself and that the user cannot change. The sheet lists them. */
type KeyNote = {
  readonly id: string;
  readonly label: string;
  readonly group: KeyGroup;
  readonly keys: readonly Keys[];
};

export type CommandEntry = Command | KeyNote;

export function isCommand(entry: CommandEntry): entry is Command {
  return "run" in entry;
}

export function mayRun(command: Command): boolean {
  return command.mayRun?.() ?? true;
}

export type Keymap = Preferences["keymap"];

/** The shortcuts in effect: the first as the user changed it (an empty list: none), the aliases unchanged. */
export function shortcutsOf(command: Pick<Command, "id" | "shortcuts">, keymap: Keymap): readonly Shortcut[] {
  const [first, ...aliases] = command.shortcuts ?? [];
  const own = keymap[command.id];
  if (own === undefined) return command.shortcuts ?? [];
  return [...own.map((keys) => ({ ...first, keys })), ...aliases];
}

export function printedKeys(command: Command, keymap: Keymap): Keys | undefined {
  return shortcutsOf(command, keymap)[0]?.keys;
}

/**
 * The same while the user writes a text: the keys that work there. Otherwise the keys that work after the text, so that the
 * printed keys keep their place.
 */
export function keysInText(command: Command, keymap: Keymap): Keys | undefined {
  return (
    shortcutsOf(command, keymap).find(({ everywhere }) => everywhere === true)?.keys ?? printedKeys(command, keymap)
  );
}

/** The same where keys without Ctrl or Alt have another meaning: an alias, Alt with a letter, or none. */
export function keysWithModifier(command: Command, keymap: Keymap): Keys | undefined {
  const shortcuts = shortcutsOf(command, keymap).map(({ keys, alone }) =>
    isPlainLetter(keys) && alone !== true ? `Alt+${keys}` : keys,
  );
  return shortcuts.find((keys) => /^(?:Mod|Alt)\+|^\?$/.test(keys));
}

/** Keys that the form itself uses: digits pick, Tab and Escape move, Space presses the focused control. */
function isReserved(keys: Keys): boolean {
  return /^(?:[0-9]|(?:Shift\+)?Tab|Escape|Space)$/.test(keys);
}

export type RebindRefusal = { readonly reason: "reserved" } | { readonly reason: "taken"; readonly by: CommandEntry };

/** The reason why the command cannot get these keys. Null when it can (design/keys.md#rules). */
export function refusalOf(
  keys: Keys,
  command: Command,
  entries: readonly CommandEntry[],
  keymap: Keymap,
): RebindRefusal | null {
  if (isReserved(keys)) return { reason: "reserved" };
  const by = entries.find((entry) => entry.id !== command.id && keysIn(entry, keymap).includes(keys));
  return by === undefined ? null : { reason: "taken", by };
}

function keysIn(entry: CommandEntry, keymap: Keymap): readonly Keys[] {
  if (!isCommand(entry)) return entry.keys;
  // A shortcut that uses the letter alone leaves Alt with the letter to other commands.
  return shortcutsOf(entry, keymap).flatMap(({ keys, alone }) => (alone === true ? [] : [keys]));
}

/** The keymap with the command's keys changed. The default keys leave no entry. */
export function rebind(keymap: Keymap, command: Command, keys: Keys): Keymap {
  const { [command.id]: _, ...others } = keymap;
  return command.shortcuts?.[0]?.keys === keys ? others : { ...others, [command.id]: [keys] };
}
