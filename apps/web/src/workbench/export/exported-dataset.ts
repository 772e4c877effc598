import type { ExportApi } from "./export-api.ts";
import type { PartNames } from "./export-wish.ts";

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
