import type { DatasetParts } from "../../features/feedback/page/dataset-parts.ts";
import type { CriteriaControls } from "../criteria/criteria-controls.ts";
import type { ShownItem } from "../queue/queue-state.ts";

export type RowHandlers = {
  readonly toggle: (recordId: string) => void;
  readonly range: (recordId: string) => void;
  readonly setCursor: (recordId: string) => void;
};

export type BulkRowProps = Pick<ShownItem, "record" | "position" | "status" | "saved" | "queryScore"> & {
  updatedAt: number | null;
  /** It has left the queue since the list was loaded: it stands here until the next time, dimmed. */
  done: boolean;
  selected: boolean;
  cursor: boolean;
  /** Why the server did not take what was written; null when it did, or nothing was. */
  refusal: string | null;
  fixed: boolean;
  parts: DatasetParts;
  findSimilar: CriteriaControls["findSimilar"];
  linkTo: (recordId: string) => string;
  handlers: RowHandlers;
};
