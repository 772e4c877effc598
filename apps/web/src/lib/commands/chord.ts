import { isMac, isPlainLetter, type Keys, partsOf } from "./keys-here.ts";

type Chord = { readonly key: string; readonly held: string; readonly anyShift: boolean };

const HOLDS: { readonly [part: string]: string } = { Mod: isMac ? "Meta" : "Control" };

const chords = new Map<Keys, Chord>();

/** The parts of a key combination. A sign such as `?` matches the typed character, with or without Shift. */
function chordOf(keys: Keys): Chord {
  const known = chords.get(keys);
  if (known !== undefined) return known;
  const parts = partsOf(keys);
  const last = parts.pop() ?? "";
  const held = parts.map((part) => HOLDS[part] ?? part);
  const chord = { key: last === "Space" ? " " : last.toUpperCase(), held: held.sort().join(), anyShift: isSign(keys) };
  chords.set(keys, chord);
  return chord;
}

function heldIn(event: KeyboardEvent, anyShift: boolean): string {
  // On Windows, a sign typed with AltGr reports Ctrl and Alt.
  if (anyShift && isAltGr(event)) return "";
  const { altKey, ctrlKey, metaKey, shiftKey } = event;
  return [altKey && "Alt", ctrlKey && "Control", metaKey && "Meta", shiftKey && !anyShift && "Shift"]
    .filter((part) => part !== false)
    .join();
}

/**
 * True if the press is exactly these keys. A letter matches by the typed character or by its place on the keyboard
 * (`letterAt`).
 */
export function pressMatches(event: KeyboardEvent, keys: Keys): boolean {
  const { key, held, anyShift } = chordOf(keys);
  return (event.key.toUpperCase() === key || letterAt(event) === key) && heldIn(event, anyShift) === held;
}

/** True if a character is typed with AltGr. On a Mac that key is Option, which commands use. */
const isAltGr = (event: KeyboardEvent): boolean => !isMac && event.getModifierState("AltGraph");

/**
 * The Latin letter at the place of the key, A to Z, on a keyboard that types other letters: Cyrillic, Greek, Hebrew, Arabic
 * and the like (FAN-36). Null if the key types a Latin letter, for other keys, and while an input method composes.
 */
function letterAt(event: KeyboardEvent): string | null {
  if (event.key === "Process" || /^\p{Script=Latin}$/u.test(event.key) || isAltGr(event)) return null;
  return /^Key([A-Z])$/.exec(event.code)?.[1] ?? null;
}

/** The key of a press as commands name it. A letter of any keyboard becomes a Latin letter. */
const keyOf = (event: KeyboardEvent): string => letterAt(event) ?? event.key;

/** One printed character that is neither a letter nor a digit. */
function isSign(keys: Keys): boolean {
  return [...keys].length === 1 && !/[\p{L}\p{N}]/u.test(keys);
}

/**
 * True if the press is Alt with the letter of a plain-letter shortcut. Uses the typed letter if there is one, otherwise the
 * physical key: Option on a Mac types another sign (design/keys.md#labeling).
 */
export function isAltLetter(event: KeyboardEvent, keys: Keys): boolean {
  if (!isPlainLetter(keys)) return false;
  if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey !== keys.startsWith("Shift+")) return false;
  if (isAltGr(event)) return false;
  const letter = keys.slice(-1);
  return /^[a-z]$/i.test(event.key) ? event.key.toUpperCase() === letter : event.code === `Key${letter}`;
}

const MODIFIERS = ["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock", "Dead"];

/** The press written as keys, for a shortcut that the user chooses. Null while only a modifier is down. */
export function keysOfPress(event: KeyboardEvent): Keys | null {
  if (MODIFIERS.includes(event.key)) return null;
  const typed = keyOf(event);
  const key = typed === " " ? "Space" : typed.length === 1 ? typed.toUpperCase() : typed;
  const mod = isMac ? event.metaKey : event.ctrlKey;
  const other = isMac ? event.ctrlKey : event.metaKey;
  return [
    mod && "Mod",
    other && (isMac ? "Control" : "Meta"),
    event.altKey && "Alt",
    event.shiftKey && !isSign(key) && "Shift",
    key,
  ]
    .filter((part) => part !== false)
    .join("+");
}

/**
 * The digit of a press without modifiers, also on keyboards whose digit row types signs. Null for other keys, such as the
 * arrows of a number block. Null also while the key is held down: the user has not read the record that a repeat would answer.
 */
export function digitOfPress(event: KeyboardEvent): string | null {
  if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return null;
  if (/^[0-9]$/.test(event.key)) return event.key;
  if (event.shiftKey || isAltGr(event) || isNamed(event.key)) return null;
  return /^(?:Digit|Numpad)([0-9])$/.exec(event.code)?.[1] ?? null;
}

/** A key named "ArrowLeft" is an arrow, also on the number block. "Dead" is not the name of a key. */
const isNamed = (key: string): boolean => key !== "Dead" && /^[A-Z][A-Za-z]+/.test(key);

/** The letter or digit of a press that picks a label, without Ctrl, Alt or Cmd. Null for other keys. */
export function labelKeyOfPress(event: KeyboardEvent): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const key = digitOfPress(event) ?? keyOf(event).toUpperCase();
  return key.length === 1 ? key : null;
}

/** A letter in any script, typed without Ctrl, Alt or Cmd; AltGr is allowed. Null for other keys. */
export function letterOfPress(event: KeyboardEvent): string | null {
  const character = characterOfPress(event);
  return character !== null && /^\p{L}$/u.test(character) ? character : null;
}

/**
 * A typed letter, digit or sign, without Ctrl, Alt or Cmd; AltGr is allowed. Null for Space and for other keys, and for `?` and
 * `/`, which open the list of shortcuts and the search of labels.
 */
export function characterOfPress(event: KeyboardEvent): string | null {
  if (!isAltGr(event) && (event.ctrlKey || event.altKey || event.metaKey)) return null;
  return /^[^\p{Z}\p{C}?/]$/u.test(event.key) ? event.key : null;
}
