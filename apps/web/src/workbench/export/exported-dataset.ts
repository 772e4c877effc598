import type { ExportApi } from "./export-api.ts";

/** A dataset as its family hands it to the dialog. */
export type ExportedDataset = {
  datasetId: string;
  api: ExportApi;
  /** Empty until they are known. */
  name: string;
  workspace: string;
  /** What datasets of its family are called: "Feedback". */
  kind: string;
};
