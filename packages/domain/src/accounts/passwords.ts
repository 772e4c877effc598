import { PASSWORD } from "../datasets/names.ts";
import { characters } from "../text/characters.ts";

/** Whether a text is long enough for a password, and not too long: in characters, as the server counts them. */
export function isPassword(text: string): boolean {
  const length = characters(text);
  return length >= PASSWORD.min && length <= PASSWORD.max;
}
