import type { Field } from "../datasets/field.ts";
import { cutText } from "../text/word-diff.ts";
import type { Micros } from "../time.ts";
import { type FeedbackRecord, fieldText } from "./record.ts";

/** Most characters of a field, and most fields, in a preview (design/record.md#previews). */
const CHARACTERS = 30;
const FIELDS = 2;

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * The beginnings of the record's first one or two fields with content, for a line that names it. They are not joined:
 * each may have its own writing direction and must be isolated where it is shown.
 */
export const recordPreview = (fields: readonly Field[], record: FeedbackRecord): readonly string[] =>
  textsPreview(
    fields.map(({ name, settings }) => {
      const text = fieldText(record.fields, name) ?? "";
      return "useMarkdown" in settings && settings.useMarkdown ? withoutMarks(text) : text;
    }),
  );

export const textsPreview = (texts: readonly string[]): readonly string[] =>
  texts
    .map((text) => text.replace(/\s+/g, " ").trim())
    .filter((text) => text !== "")
    .slice(0, FIELDS)
    .map((text) => beginning(text, CHARACTERS));

/** The length of a link is bounded, so that a text full of brackets is scanned once and not once per bracket. */
const LINK = /!?\[([^\]\n]{0,200})\]\([^)\n]{0,1000}\)/g;
const MARKS = /\*\*|__|~~|`+|^[ \t]{0,8}(?:#{1,6}|>|[-*+])[ \t]/gm;

/** Removes the commonest Markdown marks: enough for a line that names a record, but no rendering. */
const withoutMarks = (markdown: string): string => markdown.replace(LINK, "$1").replace(MARKS, "");

/** At most `most` visible characters, none of them split; an ellipsis shows that there is more. */
function beginning(text: string, most: number): string {
  let count = 0;
  for (const { index } of characters.segment(text)) {
    if (count === most) return `${text.slice(0, index).trimEnd()}…`;
    count += 1;
  }
  return text;
}

/** A record that a user keeps for later; other users do not see it. */
export type Flag = { readonly recordId: string; readonly flaggedAt: Micros; readonly preview: string };

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
