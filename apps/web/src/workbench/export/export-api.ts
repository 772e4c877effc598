import type { CallReply } from "@postil/contract/call";
import type { ExportWish } from "./export-wish.ts";

/** What an export would hold. */
export type ExportSize = CallReply<"sizeUpExport">;
/** How far one is. */
export type ExportProgress = CallReply<"getExport">;

/** A file on its way, part by part. */
export type OpenedExport = {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly progress: () => Promise<ExportProgress>;
};

/** How the datasets of a family are exported; the calls reject as the API client does. */
export type ExportApi = {
  readonly size: (datasetId: string, wish: ExportWish, signal: AbortSignal) => Promise<ExportSize>;
  readonly open: (datasetId: string, wish: ExportWish, signal: AbortSignal) => Promise<OpenedExport>;
};
