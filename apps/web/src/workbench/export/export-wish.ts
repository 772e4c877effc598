import type { CallReply } from "@postil/contract/call";

export const PARTS = ["responses", "suggestions", "metadata", "vectors"] as const;
export type Part = (typeof PARTS)[number];

/**
 * A family's terms for the parts of an export: `texts` is the key of the translations, `words` are the words of the command
 * line.
 */
export const PART_NAMES = {
  feedback: { texts: "part", words: { responses: "responses", suggestions: "suggestions" } },
  task: { texts: "taskPart", words: { responses: "annotations", suggestions: "predictions" } },
} as const;
export type PartNames = keyof typeof PART_NAMES;

/** The expected contents of an export. */
export type ExportSize = CallReply<"sizeUpExport">;

/** The export of all records of a dataset, or of those on screen. The calls reject as the API client does. */
export type ExportApi = {
  /** Identifies these records in the query cache. */
  readonly key: readonly unknown[];
  readonly size: (wish: FileWish, signal: AbortSignal) => Promise<ExportSize>;
  /** Opens the file as a stream. */
  readonly open: (
    wish: FileWish,
    signal: AbortSignal,
  ) => Promise<{
    readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
    readonly progress: () => Promise<CallReply<"getExport">>;
  }>;
};

/** The records on screen, and a description of their filters in the family's words. */
export type ShownRecords = { readonly api: ExportApi; readonly words: string };

/** A dataset as its family passes it to the dialog. */
export type ExportedDataset = {
  datasetId: string;
  /** Exports all of its records. */
  api: ExportApi;
  /** Empty until they are known. */
  name: string;
  workspace: string;
  says: PartNames;
  /** The name of the family: "Feedback". */
  kind: string;
};

/** The contents and format of a file. */
export type FileWish = {
  readonly parts: readonly Part[];
  readonly format: "jsonl" | "csv";
  readonly gzip: boolean;
};

/** The file that a user wants to export. */
export type ExportWish = FileWish & {
  /** Null means the whole dataset. */
  readonly shown: ShownRecords | null;
};

/** Vectors make up most of a file's size and few users need them, so they are left out. */
export const USUAL_WISH: FileWish = {
  parts: ["responses", "suggestions", "metadata"],
  format: "jsonl",
  gzip: true,
};

export const fileNameOf = (name: string, { format, gzip }: FileWish): string => `${name}.${format}${gzip ? ".gz" : ""}`;

/** The command for the same export of all records. The command line cannot export only the records on screen. */
export function commandOf(
  { name, workspace, says }: Pick<ExportedDataset, "name" | "workspace" | "says">,
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

/** Quotes a text so that a shell reads it as one word. */
export const quoted = (word: string): string => (/^[\w.-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
