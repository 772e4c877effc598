import type { Micros } from "../time.ts";
import { cutText } from "./changed-part.ts";
import type { FeedbackRecord } from "./record.ts";

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

/** The beginning of the first field that has content, in one line. `names`: the dataset's fields in its order. */
export function previewOf(names: readonly string[], fields: FeedbackRecord["fields"]): string {
  for (const name of names) {
    const line = (fields[name] ?? "").slice(0, LOOKED_AT).replace(/\s+/gu, " ").trim();
    if (line !== "") return cutText(line, PREVIEW);
  }
  return "";
}
