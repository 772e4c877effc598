import type { CallReply } from "@postil/contract/call";

export const PARTS = ["responses", "suggestions", "metadata", "vectors"] as const;
export type Part = (typeof PARTS)[number];

/** How a family calls what goes along with its records: key of the catalogue, and words of the command line. */
export const PART_NAMES = {
  feedback: { texts: "part", words: { responses: "responses", suggestions: "suggestions" } },
  task: { texts: "taskPart", words: { responses: "annotations", suggestions: "predictions" } },
} as const;
export type PartNames = keyof typeof PART_NAMES;

/** What an export would hold. */
export type ExportSize = CallReply<"sizeUpExport">;

/** How some records are exported, all of a dataset or those that are shown; the calls reject as the API client does. */
export type ExportApi = {
  /** Tells these records apart from all others. */
  readonly key: readonly unknown[];
  readonly size: (wish: FileWish, signal: AbortSignal) => Promise<ExportSize>;
  /** A file on its way, part by part. */
  readonly open: (
    wish: FileWish,
    signal: AbortSignal,
  ) => Promise<{
    readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
    readonly progress: () => Promise<CallReply<"getExport">>;
  }>;
};

/** The records now shown, and what narrows to them in words, as their family says it. */
export type ShownRecords = { readonly api: ExportApi; readonly words: string };

/** A dataset as its family hands it to the dialog. */
export type ExportedDataset = {
  datasetId: string;
  /** For all of its records. */
  api: ExportApi;
  /** Empty until they are known. */
  name: string;
  workspace: string;
  says: PartNames;
  /** What datasets of its family are called: "Feedback". */
  kind: string;
};

/** What a file is to be like. */
export type FileWish = {
  readonly parts: readonly Part[];
  readonly format: "jsonl" | "csv";
  readonly gzip: boolean;
};

/** What somebody wants to have in a file. */
export type ExportWish = FileWish & {
  /** Null: all of the dataset. */
  readonly shown: ShownRecords | null;
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

/** As a shell reads it as one word. */
export const quoted = (word: string): string => (/^[\w.-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
