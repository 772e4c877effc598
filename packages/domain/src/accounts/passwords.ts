import { PASSWORD } from "../datasets/names.ts";
import { characters } from "../text/characters.ts";

/** True if a text has an allowed length for a password, in characters as the server counts them. */
export function isPassword(text: string): boolean {
  const length = characters(text);
  return length >= PASSWORD.min && length <= PASSWORD.max;
}
