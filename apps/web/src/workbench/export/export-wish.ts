import type { CallReply } from "@postil/contract/call";
import {
  canMark,
  DISAGREEMENTS,
  type Disagreement,
  EXPORT_FORMATS,
  EXPORT_SHAPES,
  type ExportFormat,
  type ExportShape,
  exportFileName,
  fileEnding,
  hasFormats,
  isPacked,
  namesPeople,
  questionOfShape,
} from "@postil/domain/exports/export-shape";
import { readStoredObject, writeStored } from "../../lib/storage.ts";

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
  api: ExportApi;
  /** Empty until they are known. */
  name: string;
  workspace: string;
  says: PartNames;
  /** The name of the family: "Feedback". */
  kind: string;
  /** The dataset of a snapshot, whose own `name` is that of its files; absent: the dataset as it is now. */
  snapshotOf?: { readonly dataset: string; readonly snapshot: string };
};

export type FileWish = {
  readonly shape: ExportShape;
  readonly parts: readonly Part[];
  readonly format: ExportFormat;
  readonly gzip: boolean;
  readonly disagreement: Disagreement;
  /** False: no apostrophe in front of what a spreadsheet would run. */
  readonly guard: boolean;
  /** Null: the first question that the shape can be of. */
  readonly question: string | null;
  /** True: names of people are replaced. */
  readonly pseudonyms: boolean;
};

export type ExportWish = FileWish & {
  /** Null means the whole dataset. */
  readonly shown: ShownRecords | null;
};

/** Vectors make up most of a file's size and few users need them, so they are left out. */
const USUAL_WISH: FileWish = {
  shape: "full",
  parts: ["responses", "suggestions", "metadata"],
  format: "jsonl",
  gzip: true,
  disagreement: "leave_out",
  guard: true,
  question: null,
  pseudonyms: false,
};

const LAST_CHOICE = "postil:export";

/** The choice of the last export in this browser, where it holds for any dataset. */
export function lastWish(): FileWish {
  const { shape, format, gzip, disagreement } = readStoredObject(LAST_CHOICE) ?? {};
  const oneOf = <Word extends string>(words: readonly Word[], stored: unknown, usual: Word) =>
    words.find((word) => word === stored) ?? usual;
  return {
    ...USUAL_WISH,
    shape: oneOf(EXPORT_SHAPES, shape, USUAL_WISH.shape),
    format: oneOf(EXPORT_FORMATS, format, USUAL_WISH.format),
    gzip: typeof gzip === "boolean" ? gzip : USUAL_WISH.gzip,
    disagreement: oneOf(DISAGREEMENTS, disagreement, USUAL_WISH.disagreement),
  };
}

export const keepWish = ({ shape, format, gzip, disagreement }: FileWish): void =>
  void writeStored(LAST_CHOICE, { shape, format, gzip, disagreement });

/** The parts of records that a shape lets choose. */
export const partsOfShape = (shape: ExportShape): readonly Part[] =>
  shape === "full" ? PARTS : shape === "conll" || shape === "spacy" ? [] : ["metadata"];

/** The file of the wish as a dataset can have it: `offered` are its shapes. What the shape does not have is left out. */
export function fittingFile(wish: FileWish, offered: readonly ExportShape[], says: PartNames): FileWish {
  const shape = offered.includes(wish.shape) ? wish.shape : "full";
  const format = hasFormats(shape) ? wish.format : "jsonl";
  const marks = canMark(shape) && says === "feedback";
  return {
    shape,
    format,
    parts: wish.parts.filter((part) => partsOfShape(shape).includes(part)),
    gzip: wish.gzip && !isPacked({ shape, format }),
    disagreement: marks ? wish.disagreement : "leave_out",
    guard: wish.guard || fileEnding({ shape, format }) !== "csv",
    question: questionOfShape(shape) === null ? null : wish.question,
    pseudonyms: wish.pseudonyms && namesPeople(shape),
  };
}

/** The command for the same export of all records. The command line cannot export only the records on screen. */
export function commandOf(
  { name, workspace, says, snapshotOf }: Pick<ExportedDataset, "name" | "workspace" | "says" | "snapshotOf">,
  wish: FileWish,
): string {
  const words = { ...PART_NAMES[says].words, metadata: "metadata", vectors: "vectors" };
  const fewer = partsOfShape(wish.shape).filter((part) => part !== "vectors" && !wish.parts.includes(part));
  return [
    `postil export ${quoted(snapshotOf?.dataset ?? name)}`,
    ...(snapshotOf === undefined ? [] : [`--snapshot ${quoted(snapshotOf.snapshot)}`]),
    ...(workspace === "" ? [] : [`--workspace ${quoted(workspace)}`]),
    `--output ${quoted(exportFileName(name, wish))}`,
    ...(wish.shape === "full" ? [] : [`--shape ${wish.shape}`]),
    ...(wish.disagreement === "mark" ? ["--disagreement mark"] : []),
    ...(wish.question === null ? [] : [`--question ${quoted(wish.question)}`]),
    ...(wish.guard ? [] : ["--no-guard"]),
    ...(wish.pseudonyms ? ["--pseudonyms"] : []),
    ...(wish.parts.includes("vectors") ? ["--with vectors"] : []),
    ...fewer.map((part) => `--without ${words[part]}`),
  ].join(" ");
}

/** Quotes a text so that a shell reads it as one word. */
export const quoted = (word: string): string => (/^[\w.-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
