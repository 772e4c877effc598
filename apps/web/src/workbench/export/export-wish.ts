export const PARTS = ["responses", "suggestions", "metadata", "vectors"] as const;
export type Part = (typeof PARTS)[number];

/** How a family calls what goes along with its records: key of the catalogue, and words of the command line. */
export const PART_NAMES = {
  feedback: { texts: "part", words: { responses: "responses", suggestions: "suggestions" } },
  task: { texts: "taskPart", words: { responses: "annotations", suggestions: "predictions" } },
} as const;
export type PartNames = keyof typeof PART_NAMES;

/** What a file is to be like. */
export type FileWish = {
  readonly parts: readonly Part[];
  readonly format: "jsonl" | "csv";
  readonly gzip: boolean;
};

/** Vectors are most of what a file weighs, and few want them. */
export const USUAL_WISH: FileWish = {
  parts: ["responses", "suggestions", "metadata"],
  format: "jsonl",
  gzip: true,
};

export const fileNameOf = (name: string, { format, gzip }: FileWish): string => `${name}.${format}${gzip ? ".gz" : ""}`;

/** The same export by the command line, of all records: it has no records of its own that are shown. */
export function commandOf(
  { name, workspace, says }: { readonly name: string; readonly workspace: string; readonly says: PartNames },
  wish: FileWish,
): string {
  const words = { ...PART_NAMES[says].words, metadata: "metadata", vectors: "vectors" };
  const fewer = PARTS.filter((part) => part !== "vectors" && !wish.parts.includes(part));
  return [
    `postil export ${quoted(name)}`,
    ...(workspace === "" ? [] : [`--workspace ${quoted(workspace)}`]),
    `--output ${quoted(fileNameOf(name, wish))}`,
    ...(wish.parts.includes("vectors") ? ["--with vectors"] : []),
    ...fewer.map((part) => `--without ${words[part]}`),
  ].join(" ");
}

/** As a shell reads it as one word. */
export const quoted = (word: string): string => (/^[\w.-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
