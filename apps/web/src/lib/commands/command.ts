import type { LucideIcon } from "lucide-react";

/** The group of the shortcuts sheet that lists the command (design/keys.md#labeling). */
export type KeyGroup = "answer" | "save" | "move" | "look" | "bulk";
export const KEY_GROUPS = ["answer", "save", "move", "look", "bulk"] as const satisfies readonly KeyGroup[];

/** The section of the palette that lists the command. */
export type PaletteSection = "record" | "dataset" | "datasets" | "app";
export const PALETTE_SECTIONS = ["record", "dataset", "datasets", "app"] as const satisfies readonly PaletteSection[];

/**
 * Keys joined by `+` as `ui/key-cap` draws them: `Enter`, `Mod+S`, `Shift+ArrowDown`, `?`. `Mod` is Ctrl, and Cmd on a Mac.
 */
export type Keys = string;

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
