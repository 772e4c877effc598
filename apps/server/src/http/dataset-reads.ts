import type { DatasetRead, ReadDataset } from "../usecases/audit.ts";
import type { PostilStore, Requester } from "./handler.ts";
import { type Later, writeLater } from "./write-later.ts";

/**
 * Records which programs read which datasets page by page. A note is taken for each page, and written once a minute (AUT-43).
 */
export type DatasetReads = Pick<Later<DatasetRead>, "flush" | "stop"> & {
  /** Only reads with an API key are noted: they come from programs. The web page shows what it reads. */
  note(by: Pick<Requester, "caller" | "shown">, of: ReadDataset): void;
};

export function noteDatasetReads(store: PostilStore, warn: (error: unknown) => void): DatasetReads {
  const later = writeLater<DatasetRead>((reads) => store.write("noteReads", null, reads), warn);
  return {
    note({ caller, shown }, of) {
      if (caller === null || shown === null || !("apiKey" in shown)) return;
      const { id, username, from } = caller;
      later.put(JSON.stringify([id, from?.address, of]), { by: { id, username, ...(from && { from }) }, of });
    },
    flush: later.flush,
    stop: later.stop,
  };
}
