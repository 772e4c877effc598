import type { Field } from "../datasets/field.ts";
import { fieldText } from "./field-text.ts";
import type { FeedbackRecord } from "./record.ts";

/** Characters of a field, and fields, that a preview shows (design/record.md#previews). */
const CHARACTERS = 30;
const FIELDS = 2;

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * The beginnings of the record's first one or two fields with content, for a line that names it. They are not joined: each
 * may read in a direction of its own and has to be isolated where it is shown.
 */
export const recordPreview = (fields: readonly Field[], record: FeedbackRecord): readonly string[] =>
  textsPreview(
    fields.map(({ name, settings }) => {
      const text = fieldText(record.fields, name) ?? "";
      return settings.useMarkdown ? withoutMarks(text) : text;
    }),
  );

/** The same of a record whose texts are these. */
export const textsPreview = (texts: readonly string[]): readonly string[] =>
  texts
    .map(oneLine)
    .filter((text) => text !== "")
    .slice(0, FIELDS)
    .map((text) => beginning(text, CHARACTERS));

/** The length of a link that is looked for, so that a text of brackets is gone through once and not for each of them. */
const LINK = /!?\[([^\]\n]{0,200})\]\([^)\n]{0,1000}\)/g;
const MARKS = /\*\*|__|~~|`+|^[ \t]{0,8}(?:#{1,6}|>|[-*+])[ \t]/gm;

/** Markdown without its commonest marks: enough for a line that names a record, not a rendering. */
const withoutMarks = (markdown: string): string => markdown.replace(LINK, "$1").replace(MARKS, "");

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** At most so many characters as a reader sees them, none of them cut in two; an ellipsis says that there is more. */
function beginning(text: string, most: number): string {
  let count = 0;
  for (const { index } of characters.segment(text)) {
    if (count === most) return `${text.slice(0, index).trimEnd()}…`;
    count += 1;
  }
  return text;
}
