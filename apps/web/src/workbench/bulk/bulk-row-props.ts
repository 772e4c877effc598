import type { VectorSettings } from "@postil/domain/datasets/vector-settings";
import type { LabeledRecord } from "@postil/domain/records/labeled-record";
import type { CriteriaControls } from "../criteria/criteria-controls.ts";
import type { ShownItem } from "../queue/queue-state.ts";
import type { DrawRow } from "./row-drawing.ts";

export type RowHandlers = {
  readonly toggle: (recordId: string) => void;
  readonly range: (recordId: string) => void;
  readonly setCursor: (recordId: string) => void;
};

export type BulkRowProps<Of extends LabeledRecord = LabeledRecord> = Pick<
  ShownItem<Of>,
  "record" | "position" | "status" | "saved" | "queryScore"
> & {
  updatedAt: number | null;
  /** It has left the queue since the list was loaded: it stands here until the next time, dimmed. */
  done: boolean;
  selected: boolean;
  cursor: boolean;
  /** Why the server did not take what was written; null when it did, or nothing was. */
  refusal: string | null;
  fixed: boolean;
  draw: DrawRow<Of>;
  vectors: readonly VectorSettings[];
  findSimilar: CriteriaControls["findSimilar"];
  handlers: RowHandlers;
};
