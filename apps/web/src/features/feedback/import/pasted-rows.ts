/** Formats that the server reads, by the end of a file's name (IMP-01). */
const FORMATS = [
  ...[".jsonl", ".ndjson", ".json", ".csv", ".tsv", ".xlsx", ".parquet"],
  ...[".conll", ".conllu", ".bio", ".iob", ".iob2"],
];
/** For the browser's file dialog. */
export const ACCEPTED = [...FORMATS, ...FORMATS.map((end) => `${end}.gz`), ".gz", ".zip"].join(",");

/** The server's bound of one file (IMP-02). */
const MOST_BYTES = 500 * 1024 * 1024;

export type FileFault = "format" | "empty" | "large" | "several" | "folder";

/** The reason why a file cannot be sent; null: it can. */
export function fileFault({ name, size }: Pick<File, "name" | "size">): FileFault | null {
  const plain = name.toLowerCase().replace(/\.gz$/, "");
  if (![...FORMATS, ".zip"].some((end) => plain.endsWith(end))) return "format";
  if (size === 0) return "empty";
  return size > MOST_BYTES ? "large" : null;
}

/** The file of pasted rows, named by the look of its first line: objects, cells between tabs, else cells between commas. */
export function pastedFile(text: string): File {
  const start = text.trimStart();
  const [firstLine = ""] = start.split(/\r?\n/, 1);
  const [end, type] = start.startsWith("[")
    ? ["json", "application/json"]
    : start.startsWith("{")
      ? ["jsonl", "application/x-ndjson"]
      : firstLine.includes("\t")
        ? ["tsv", "text/tab-separated-values"]
        : ["csv", "text/csv"];
  return new File([text], `rows.${end}`, { type });
}
