import type { LabeledRecord } from "@postil/domain/records/labeled-record";
import type { ReactNode } from "react";

/** A record of the list, as its family draws it. */
type RowDrawing = {
  /** Its text is one short line: then the row is one line high, its status and all that can be done beside it (design/bulk.md). */
  readonly oneLine: boolean;
  readonly text: ReactNode;
  /** What "Accept suggestions" would write to it. */
  readonly suggested: ReactNode;
  readonly menu: ReactNode;
};

/** `fixed`: rows are cut after twelve lines. */
export type DrawRow<Of extends LabeledRecord> = (record: Of, fixed: boolean) => RowDrawing;
