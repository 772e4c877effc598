import type { VectorSettings } from "@postil/domain/datasets/vector-settings";
import type { LabeledRecord } from "@postil/domain/records/labeled-record";
import type { RecordStatus } from "@postil/domain/records/response";
import { t } from "i18next";
import { type KeyboardEvent, memo, type RefObject } from "react";
import { cx } from "../../../ui/cx.ts";
import { READING } from "../../../workbench/frame/use-reading-keys.ts";
import type { CriteriaControls } from "../queue/criteria-controls.ts";
import type { ShownItem } from "../queue/queue-state.ts";
import { BulkRow, type DrawRow, type RowHandlers } from "./bulk-row.tsx";

type BulkListProps<Of extends LabeledRecord> = {
  ref: RefObject<HTMLDivElement | null>;
  items: readonly ShownItem<Of>[];
  total: number;
  queueStatus: RecordStatus;
  /** True for the results of a similarity search: their score then tells how similar they are. */
  similar: boolean;
  /** Ids of the selected records. While all matches are included, every record on the page counts as selected. */
  chosen: ReadonlySet<string>;
  cursor: string | null;
  refusals: ReadonlyMap<string, string>;
  fixed: boolean;
  snap: boolean;
  draw: DrawRow<Of>;
  vectors: readonly VectorSettings[];
  findSimilar: CriteriaControls["findSimilar"];
  handlers: RowHandlers;
  /** Moves the cursor. The arrow keys do this while the list has the focus (design/keys.md#bulk). */
  onMove: (step: 1 | -1) => void;
};

/**
 * A page of records, at most 100 (200 similar ones). With content-visibility the browser skips layout and paint of rows far
 * from the screen. So rows may have any height, and find in page and screen readers still reach all of them.
 */
function List<Of extends LabeledRecord>(props: BulkListProps<Of>) {
  const { ref, items, total, queueStatus, similar, chosen, cursor, refusals, fixed, snap } = props;
  const { draw, vectors, findSimilar, handlers, onMove } = props;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    if (!(event.target instanceof Element) || event.target.closest("[role=menu], [role=dialog]") !== null) return;
    event.preventDefault();
    onMove(event.key === "ArrowDown" ? 1 : -1);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: the rows of a table cannot be left out of layout while they are out of sight
    <div
      ref={ref}
      role="grid"
      {...{ [READING]: "" }}
      tabIndex={-1}
      aria-label={t("bulk.list")}
      aria-multiselectable="true"
      aria-rowcount={total}
      onKeyDown={onKeyDown}
      className={cx("@container/rows outline-0 wide:min-h-0 wide:overflow-y-auto", snap && "snap-y snap-proximity")}
    >
      {items.map(({ record, position, response, status, saved, queryScore }) => (
        <BulkRow
          key={record.id}
          record={record}
          position={position}
          status={status}
          saved={saved}
          queryScore={similar ? queryScore : null}
          updatedAt={response?.updatedAt ?? null}
          done={status !== queueStatus}
          selected={chosen.has(record.id)}
          cursor={cursor === record.id}
          refusal={refusals.get(record.id) ?? null}
          fixed={fixed}
          draw={draw}
          vectors={vectors}
          findSimilar={findSimilar}
          handlers={handlers}
        />
      ))}
    </div>
  );
}

// `memo` loses the generic type of the component.
export const BulkList = memo(List) as typeof List;
