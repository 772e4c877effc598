import { byteLength } from "./text/characters.ts";

/** What a value that grows by calls may hold on the whole (API-39; docs/operations.md has the bound of each). */

/** Bytes of UTF-8. */
export const MEGABYTE = 2 ** 20;

/** Why something is too large on the whole; null: it is not. */
export function wholeFault(what: string, text: string, most = MEGABYTE): string | null {
  const found = text.length * 3 <= most ? 0 : byteLength(text);
  return found <= most ? null : `${what} may have ${most} bytes on the whole, found ${found}`;
}
