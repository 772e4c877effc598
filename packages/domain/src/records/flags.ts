import type { Micros } from "../time.ts";
import { cutText } from "./changed-part.ts";

/** A record that a user keeps for later; nobody else sees it. */
export type Flag = {
  readonly recordId: string;
  readonly flaggedAt: Micros;
  /** What the record is about, for a list. */
  readonly preview: string;
};

/** Of one user in one dataset: a reminder, not a queue; the page knows all of them at once. */
export const MOST_FLAGS = 500;

/** UTF-16 units: two lines of a list. */
const PREVIEW = 140;
/** Nothing later can stand in the preview, whatever the white space before it. */
const LOOKED_AT = 20 * PREVIEW;

/** The beginning of the first of a record's texts that has content, in one line. */
export function previewOf(texts: readonly (string | null | undefined)[]): string {
  for (const text of texts) {
    const line = (text ?? "").slice(0, LOOKED_AT).replace(/\s+/gu, " ").trim();
    if (line !== "") return cutText(line, PREVIEW);
  }
  return "";
}
