import type { LucideIcon } from "lucide-react";

/** Where the shortcuts sheet lists it (design/keys.md#labeling). */
export type KeyGroup = "answer" | "save" | "move" | "look" | "bulk";
export const KEY_GROUPS = ["answer", "save", "move", "look", "bulk"] as const satisfies readonly KeyGroup[];

/** Where the palette lists it. */
export type PaletteSection = "record" | "dataset" | "datasets" | "app";
export const PALETTE_SECTIONS = ["record", "dataset", "datasets", "app"] as const satisfies readonly PaletteSection[];

/** Keys joined by `+` as `ui/key-cap` draws them: `Enter`, `Mod+S`, `Shift+ArrowDown`, `?`. `Mod` is Ctrl, on a Mac Cmd. */
export type Keys = string;

export type Shortcut = {
  readonly keys: Keys;
  /** also while a text editor, an input, a menu or a dialog has the focus (design/keys.md#rules) */
  readonly everywhere?: boolean;
  /** ignored right after the focus left a text editor: it was meant for the text (design/keys.md#labeling) */
  readonly restsAfterTyping?: boolean;
  /** the letter alone runs it, never with Alt: what letters are taken for (`useTakenLetters`) */
  readonly alone?: boolean;
};

/**
 * Something a person can do here. Its button, its keys, the palette and the shortcuts sheet all read this one value.
 * `label` and `hint` are texts, already translated.
 */
export type Command = {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly icon?: LucideIcon;
  /** none: not in the palette */
  readonly section?: PaletteSection;
  /** none: not in the shortcuts sheet */
  readonly group?: KeyGroup;
  /** commands of one row of the sheet share its text: "Next, previous record" */
  readonly row?: string;
  /** the first is printed on the button and is the one the user changes; the rest are aliases */
  readonly shortcuts?: readonly Shortcut[];
  /** holding the key down goes on and on; without it one press is one run */
  readonly repeats?: boolean;
  readonly mayRun?: () => boolean;
  readonly run: () => void;
};

/** Keys that a control handles by itself and that cannot be changed; listed in the sheet so that they can be found. */
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
