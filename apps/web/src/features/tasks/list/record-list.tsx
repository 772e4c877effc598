import type { ShownTaskRecord } from "@postil/domain/tasks/shown-record";
import { offsetOf } from "@postil/domain/tasks/task-pages";
import { t } from "i18next";
import type { RefObject } from "react";
import { READING } from "../../../workbench/frame/use-reading-keys.ts";
import { useTaskPage } from "../page/task-page-context.ts";
import type { TaskKind } from "../task-kind.ts";
import { RecordRow, type RowHandlers } from "./record-row.tsx";
import { useStillRows } from "./use-still-rows.ts";

/** So many rows are laid out at once: left to the browser they would stand a frame long as high as they are thought to be. */
const NEAR = 12;

type RecordListProps = {
  ref: RefObject<HTMLDivElement | null>;
  records: readonly ShownTaskRecord[];
  kind: TaskKind;
  chosen: ReadonlySet<string>;
  cursor: string | null;
  handlers: RowHandlers;
  /** Told whether the focus is in the list; of a row that goes from the page nothing is told. */
  onFocusIn: (isIn: boolean) => void;
};

/**
 * A page of records, at most 100. The browser leaves out of layout and paint what is not near the screen (content-visibility), which
 * keeps rows of any height, find in page and screen readers' reading whole.
 */
export function RecordList({ ref, records, kind, chosen, cursor, handlers, onFocusIn }: RecordListProps) {
  const { view, labels, actions, likeness, isLoading, results } = useTaskPage();
  const offset = likeness === null ? offsetOf(view) : 0;
  const onClickCapture = useStillRows(ref, cursor);
  return (
    <div
      ref={ref}
      {...{ [READING]: "" }}
      role="feed"
      aria-label={t("tasks.list")}
      aria-busy={isLoading}
      tabIndex={-1}
      onClickCapture={onClickCapture}
      onFocus={() => onFocusIn(true)}
      onBlur={({ relatedTarget }) => relatedTarget !== null && onFocusIn(false)}
      // Room for the line of the foot that comes after an action (list/pagination-bar).
      className="min-h-0 flex-1 scroll-pb-10 overflow-y-auto outline-0"
    >
      {records.map((record, index) => (
        <RecordRow
          key={record.key}
          record={record}
          position={offset + index + 1}
          total={results?.total ?? -1}
          kind={kind}
          mode={view.mode}
          labels={labels}
          isCursor={cursor === record.key}
          selected={chosen.has(record.key)}
          selecting={cursor === record.key && chosen.size > 0}
          alone={view.size === 1}
          near={index < NEAR}
          actions={actions}
          handlers={handlers}
        />
      ))}
    </div>
  );
}
