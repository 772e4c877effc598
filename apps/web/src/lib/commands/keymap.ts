import type { Preferences } from "@postil/domain/preferences/definitions";
import { type Command, type CommandEntry, isCommand, type Keys, type Shortcut } from "./command.ts";
import { isPlainLetter } from "./keys-here.ts";

export type Keymap = Preferences["keymap"];

/** The shortcuts in effect: the first as the user changed it (an empty list: none), the aliases unchanged. */
export function shortcutsOf(command: Pick<Command, "id" | "shortcuts">, keymap: Keymap): readonly Shortcut[] {
  const [first, ...aliases] = command.shortcuts ?? [];
  const own = keymap[command.id];
  if (own === undefined) return command.shortcuts ?? [];
  return [...own.map((keys) => ({ ...first, keys })), ...aliases];
}

/** The keys printed on the command's button. */
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
