import type { Micros } from "../time.ts";
import { cutText } from "./changed-part.ts";

/** A record that a user keeps for later; other users do not see it. */
export type Flag = {
  readonly recordId: string;
  readonly flaggedAt: Micros;
  /** The beginning of the record's text, for a list. */
  readonly preview: string;
};

/** Most flags of one user in one dataset. They are a reminder, not a queue, and the page loads all of them at once. */
export const MOST_FLAGS = 500;

/** Length of a preview, UTF-16 units: two lines of a list. */
const PREVIEW = 140;
/** Most UTF-16 units of a text that are read for a preview: enough even if much white space comes first. */
const LOOKED_AT = 20 * PREVIEW;

/** The beginning of the record's first text that has content, in one line. */
export function previewOf(texts: readonly (string | null | undefined)[]): string {
  for (const text of texts) {
    const line = (text ?? "").slice(0, LOOKED_AT).replace(/\s+/gu, " ").trim();
    if (line !== "") return cutText(line, PREVIEW);
  }
  return "";
}
