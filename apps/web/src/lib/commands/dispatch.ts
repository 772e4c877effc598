import { digitOfPress, isAltLetter, pressMatches } from "./chord.ts";
import { type CommandEntry, isCommand, mayRun, type Shortcut } from "./command.ts";
import { answersItself, keepsKeys, typesLetters, worksHere } from "./key-owner.ts";
import { type Keymap, shortcutsOf } from "./keymap.ts";
import { isLetterTaken } from "./keys-here.ts";

export type Surroundings = {
  readonly entries: readonly CommandEntry[];
  readonly keymap: Keymap;
  /** true if the focus left a text editor a moment ago */
  readonly justTyped: boolean;
};

/**
 * Runs the command of a key press. The command registered last has priority. The press is consumed even if its command may not
 * run now: Ctrl+S never opens the browser's own dialog.
 */
export function dispatchKey(event: KeyboardEvent, { entries, keymap, justTyped }: Surroundings): void {
  if (event.defaultPrevented || event.isComposing || answersItself(event.target, event)) return;
  for (const command of [...entries].reverse().filter(isCommand)) {
    const shortcut = shortcutsOf(command, keymap).find((candidate) => claims(candidate, event));
    if (shortcut === undefined) continue;
    event.preventDefault();
    if (event.repeat && command.repeats !== true) return;
    if (shortcut.restsAfterTyping === true && justTyped) return;
    if (mayRun(command)) command.run();
    return;
  }
}

function claims(shortcut: Shortcut, event: KeyboardEvent): boolean {
  const alone = shortcut.alone === true;
  if (pressMatches(event, shortcut.keys) || digitOfPress(event) === shortcut.keys)
    return worksHere(shortcut, event.target) && (alone || !isLetterTaken(shortcut.keys));
  // Alt with the letter works inside a label question and its search too. There the letter alone is typed
  // (design/keys.md#labeling).
  return !alone && isAltLetter(event, shortcut.keys) && (!keepsKeys(event.target) || typesLetters(event.target));
}
