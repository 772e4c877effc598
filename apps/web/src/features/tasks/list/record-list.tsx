import type { ShownTaskRecord } from "@postil/domain/tasks/shown-record";
import { offsetOf } from "@postil/domain/tasks/task-view";
import { t } from "i18next";
import { type MouseEvent, type RefObject, useLayoutEffect, useRef } from "react";
import { READING } from "../../../workbench/frame/use-reading-keys.ts";
import { useTaskPage } from "../state/task-page-context.ts";
import type { TaskKind } from "../task-kind.ts";
import { RecordRow, type RowHandlers } from "./record-row.tsx";

/** This number of rows is laid out at once. Otherwise the browser would draw them for one frame with an estimated height. */
const NEAR = 12;

type RecordListProps = {
  ref: RefObject<HTMLDivElement | null>;
  records: readonly ShownTaskRecord[];
  kind: TaskKind;
  chosen: ReadonlySet<string>;
  cursor: string | null;
  handlers: RowHandlers;
  /** Called when the focus enters or leaves the list; not called for a row that disappears from the page. */
  onFocusIn: (isIn: boolean) => void;
};

/**
 * A page of records, at most 100. The browser skips layout and paint for rows far from the screen (content-visibility). This
 * keeps rows of any height, find in page, and screen readers working.
 */
export function RecordList({ ref, records, kind, chosen, cursor, handlers, onFocusIn }: RecordListProps) {
  const { view, labels, actions, similarTo, isLoading, results } = useTaskPage();
  const offset = similarTo === null ? offsetOf(view) : 0;
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
      // Room for the foot line that appears after an action (list/pager).
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

/**
 * A second press within this time (ms) and distance (px) belongs to the first: the usual double click of operating systems.
 */
const DOUBLE_CLICK = { ms: 500, px: 8 } as const;

type Press = { readonly at: number; readonly x: number; readonly y: number };

/** The place in the window of the pressed element. */
type Pressed = { readonly row: HTMLElement; readonly target: Element; readonly top: number; readonly at: number };

const rowOf = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>("[data-record]") : null;

/**
 * Nothing moves under the pointer (design/tasks.md#list). If a click moves the cursor to another row, the old cursor row keeps
 * its height, and the pressed element keeps its place. A double click presses a button only once. Returns the handler that
 * hears clicks in the list before its rows do.
 */
function useStillRows(list: RefObject<HTMLElement | null>, cursor: string | null) {
  const last = useRef<Press | null>(null);
  const pressed = useRef<Pressed | null>(null);
  const held = useRef(new Set<HTMLElement>());

  useLayoutEffect(() => {
    const press = pressed.current;
    pressed.current = null;
    if (press === null || performance.now() - press.at > DOUBLE_CLICK.ms) {
      for (const row of held.current) row.style.minHeight = "";
      held.current.clear();
      return;
    }
    if (cursor === null || press.row.dataset.record !== cursor || !press.target.isConnected) return;
    const moved = press.target.getBoundingClientRect().top - press.top;
    if (moved !== 0) list.current?.scrollBy({ top: moved, behavior: "instant" });
  }, [list, cursor]);

  return (event: MouseEvent) => {
    // If a key presses a button, the click has no pointer.
    if (event.detail === 0) return;
    const press = { at: event.timeStamp, x: event.clientX, y: event.clientY };
    const doubled = isSecond(press, last.current);
    last.current = press;
    const target = event.target instanceof Element ? event.target : null;
    if (doubled && target?.closest("button") != null) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const row = rowOf(event.target);
    if (row === null || target === null) return;
    pressed.current = { row, target, at: press.at, top: target.getBoundingClientRect().top };
    const left = list.current?.querySelector<HTMLElement>("[data-record][aria-current]");
    if (left == null || left === row) return;
    left.style.minHeight = `${left.offsetHeight}px`;
    held.current.add(left);
  };
}

const isSecond = (press: Press, last: Press | null): boolean =>
  last !== null &&
  press.at - last.at < DOUBLE_CLICK.ms &&
  Math.hypot(press.x - last.x, press.y - last.y) < DOUBLE_CLICK.px;
