import { matchKeybindingPress, parseKeybinding } from "tinykeys";
import { isMac } from "../platform.ts";
import type { Keys } from "./command.ts";
import { isPlainLetter } from "./keys-here.ts";

/** What of a key press is looked at: a `KeyboardEvent`, the browser's or React's native one. */
export type KeyPress = KeyboardEvent;

const presses = new Map<Keys, ReturnType<typeof parseKeybinding>[number] | undefined>();

/** Whether the press is exactly these keys. A sign such as `?` is meant as typed, with or without Shift. */
export function pressMatches(event: KeyPress, keys: Keys): boolean {
  if (!presses.has(keys)) presses.set(keys, parseKeybinding(toTinykeys(keys))[0]);
  const press = presses.get(keys);
  return press !== undefined && matchKeybindingPress(event, press);
}

function toTinykeys(keys: Keys): string {
  const wanted = keys.replace(/\bMod\b/, "$mod");
  return isSign(keys) ? `[Shift]+${wanted}` : wanted;
}

/** One printed character that is neither a letter nor a digit. */
function isSign(keys: Keys): boolean {
  return [...keys].length === 1 && !/[\p{L}\p{N}]/u.test(keys);
}

/**
 * Whether the press is Alt with the letter of a plain-letter shortcut. By the letter where the keyboard gives one, else by the
 * physical key, because Option on a Mac types another sign (design/keys.md#labeling).
 */
export function isAltLetter(event: KeyPress, keys: Keys): boolean {
  if (!isPlainLetter(keys)) return false;
  if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey !== keys.startsWith("Shift+")) return false;
  if (!isMac && event.getModifierState("AltGraph")) return false;
  const letter = keys.slice(-1);
  return /^[a-z]$/i.test(event.key) ? event.key.toUpperCase() === letter : event.code === `Key${letter}`;
}

const MODIFIERS = ["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock", "Dead"];

/** The press written as keys, for a shortcut the user chooses; null while only a modifier is down. */
export function keysOfPress(event: KeyPress): Keys | null {
  if (MODIFIERS.includes(event.key)) return null;
  const key = event.key === " " ? "Space" : event.key.length === 1 ? event.key.toUpperCase() : event.key;
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
 * The digit of a press without modifiers, also on keyboards whose digit row types signs; null for other keys, and for one that is
 * held down: what it would answer next has not been read.
 */
export function digitOfPress(event: KeyPress): string | null {
  if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return null;
  if (/^[0-9]$/.test(event.key)) return event.key;
  if (event.shiftKey) return null;
  return /^(?:Digit|Numpad)([0-9])$/.exec(event.code)?.[1] ?? null;
}

/** A letter typed without Ctrl, Alt or Cmd, in any script; null for other keys. */
export function letterOfPress(event: KeyPress): string | null {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  return /^\p{L}$/u.test(event.key) ? event.key : null;
}
