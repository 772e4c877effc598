import type { Reading } from "../../storage/read-records.ts";

/** Records as those see them who write them: with everybody's responses, all suggestions, vectors and metadata. */
export const wholeRecords = (dataset: { readonly key: number; readonly id: string }): Reading => ({
  datasetKey: dataset.key,
  datasetId: dataset.id,
  include: { responses: true, suggestions: true, vectors: "all" },
  viewerKey: null,
  metadataSeen: null,
});
