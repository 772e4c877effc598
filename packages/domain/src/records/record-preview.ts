import type { Field } from "../datasets/field.ts";
import { fieldText } from "./field-text.ts";
import type { FeedbackRecord } from "./record.ts";

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
      return settings.useMarkdown ? withoutMarks(text) : text;
    }),
  );

/** The same for a record with these texts. */
export const textsPreview = (texts: readonly string[]): readonly string[] =>
  texts
    .map(oneLine)
    .filter((text) => text !== "")
    .slice(0, FIELDS)
    .map((text) => beginning(text, CHARACTERS));

/** The length of a link is bounded, so that a text full of brackets is scanned once and not once per bracket. */
const LINK = /!?\[([^\]\n]{0,200})\]\([^)\n]{0,1000}\)/g;
const MARKS = /\*\*|__|~~|`+|^[ \t]{0,8}(?:#{1,6}|>|[-*+])[ \t]/gm;

/** Removes the commonest Markdown marks: enough for a line that names a record, but no rendering. */
const withoutMarks = (markdown: string): string => markdown.replace(LINK, "$1").replace(MARKS, "");

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** At most `most` visible characters, none of them split; an ellipsis shows that there is more. */
function beginning(text: string, most: number): string {
  let count = 0;
  for (const { index } of characters.segment(text)) {
    if (count === most) return `${text.slice(0, index).trimEnd()}…`;
    count += 1;
  }
  return text;
}
