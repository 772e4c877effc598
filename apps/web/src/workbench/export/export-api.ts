import type { CallReply } from "@postil/contract/call";
import type { FileWish } from "./export-wish.ts";

/** What an export would hold. */
export type ExportSize = CallReply<"sizeUpExport">;
/** How far one is. */
export type ExportProgress = CallReply<"getExport">;

/** A file on its way, part by part. */
export type OpenedExport = {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly progress: () => Promise<ExportProgress>;
};

/** How some records are exported, all of a dataset or those that are shown; the calls reject as the API client does. */
export type ExportApi = {
  /** Tells these records apart from all others. */
  readonly key: readonly unknown[];
  readonly size: (wish: FileWish, signal: AbortSignal) => Promise<ExportSize>;
  readonly open: (wish: FileWish, signal: AbortSignal) => Promise<OpenedExport>;
};

/** The records now shown, and what narrows to them in words, as their family says it. */
export type ShownRecords = { readonly api: ExportApi; readonly words: string };

/** What somebody wants to have in a file. */
export type ExportWish = FileWish & {
  /** Null: all of the dataset. */
  readonly shown: ShownRecords | null;
};
