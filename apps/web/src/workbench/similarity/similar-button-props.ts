import type { VectorSettings } from "@postil/domain/datasets/vector-settings";
import type { LabeledRecord } from "@postil/domain/records/labeled-record";
import type { CriteriaControls } from "../criteria/criteria-controls.ts";

export type SimilarButtonProps = {
  record: Pick<LabeledRecord, "id" | "datasetId">;
  /** The kinds of vectors of the dataset; without any there is no button (FFI-22). */
  vectors: readonly VectorSettings[];
  findSimilar: CriteriaControls["findSimilar"];
  /** an icon alone, in a row of many */
  compact?: boolean;
  /** Its key and its entry in the palette are for this record: the one on screen, or the one the cursor is on. */
  keyed?: boolean;
};
