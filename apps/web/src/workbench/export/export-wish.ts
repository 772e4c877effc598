import type { RecordCriteria } from "@postil/domain/search/record-criteria";

export const PARTS = ["responses", "suggestions", "metadata", "vectors"] as const;
export type Part = (typeof PARTS)[number];

/** The records now shown, and what narrows to them in words, as their family says it. */
export type ShownRecords = { readonly criteria: RecordCriteria; readonly words: string };

/** What somebody wants to have in a file. */
export type ExportWish = {
  readonly parts: readonly Part[];
  readonly format: "jsonl" | "csv";
  readonly gzip: boolean;
  /** Null: all of the dataset. */
  readonly shown: ShownRecords | null;
};

/** Vectors are most of what a file weighs, and few want them. */
export const USUAL_WISH: ExportWish = {
  parts: ["responses", "suggestions", "metadata"],
  format: "jsonl",
  gzip: true,
  shown: null,
};

export const fileNameOf = (name: string, { format, gzip }: ExportWish): string =>
  `${name}.${format}${gzip ? ".gz" : ""}`;

/** The same export by the command line, of all records: it has no records of its own that are shown. */
export function commandOf(name: string, workspace: string, wish: ExportWish): string {
  const fewer = PARTS.filter((part) => part !== "vectors" && !wish.parts.includes(part));
  return [
    `postil export ${quoted(name)}`,
    ...(workspace === "" ? [] : [`--workspace ${quoted(workspace)}`]),
    `--output ${quoted(fileNameOf(name, wish))}`,
    ...(wish.parts.includes("vectors") ? ["--with vectors"] : []),
    ...fewer.map((part) => `--without ${part}`),
  ].join(" ");
}

/** As a shell reads it as one word. */
export const quoted = (word: string): string => (/^[\w.-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
