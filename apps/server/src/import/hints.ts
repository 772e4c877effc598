import type { Column } from "./columns.ts";

/** Recognizes files that need other options, and tells the user what to do. */

type Shape = readonly { readonly name: string }[];
const has = (columns: Shape, ...names: readonly string[]) =>
  names.every((name) => columns.some((column) => column.name === name));

/** Exports of other tools, which the import would misread. */
export function foreignExport(columns: Shape): string | null {
  if (has(columns, "annotation_id", "lead_time"))
    return "The file is Label Studio's CSV, in which labels are JSON of its own. Name what it holds, such as --field text --label sentiment, and leave out the rest with --ignore; or export it as JSON-MIN, and say the same of that.";
  if (has(columns, "data", "annotations") || has(columns, "data", "completions"))
    return "The file is Label Studio's JSON. Name what it holds by paths, such as --field data.text; its annotations are not read: export it as CSV or JSON-MIN for labels.";
  return null;
}

/** A file of the older family should be read with --task. */
export const clientHint = (columns: Shape): string[] =>
  has(columns, "prediction_agent", "annotation_agent")
    ? [
        "  The file is what the 1.x client writes: --task (TextClassification, TokenClassification or Text2Text) reads it as that.",
      ]
    : [];

/** Hints from the columns, if none of them gives what the import needs. */
export function hintsOf(columns: readonly Column[]): string[] {
  const hints: string[] = [];
  if (has(columns, "tokens")) hints.push("The file holds tokens: for entities say --task TokenClassification.");
  hints.push(...clientHint(columns));
  if (columns.some(({ spans }) => spans > 0))
    hints.push(
      "Lists of [start, end, label] are spans of characters, which are read of tokens alone: --task TokenClassification, with a column of tokens.",
    );
  if (columns.some(({ chats }) => chats > 0))
    hints.push(
      "Lists of {role, content} are conversations, which are not read yet: write each as one text in a column of its own.",
    );
  return hints;
}
