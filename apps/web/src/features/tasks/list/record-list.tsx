import { effectOf, mayValidate, type RecordAction, rowActions } from "@postil/domain/tasks/record-edit";
import type { ShownTaskRecord } from "@postil/domain/tasks/shown-record";
import { offsetOf, type TaskMode } from "@postil/domain/tasks/task-view";
import { t } from "i18next";
import { type MouseEvent, memo, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { FILLS } from "../../../lib/presses.ts";
import { CommandButton } from "../../../ui/command-button.tsx";
import { cx } from "../../../ui/cx.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { READING } from "../../../workbench/frame/use-reading-keys.ts";
import { type RowHandlers, rowClass, SelectBox, selectBy, setTabStops } from "../../../workbench/list/rows.tsx";
import { RecordMargin } from "../record/record-margin.tsx";
import { useListCommands } from "../state/task-commands.ts";
import { useTaskPage } from "../state/task-page-context.ts";
import type { AreaProps, TaskKind } from "../task-kind.ts";

const Meanwhile = lazyPart(() => import("./meanwhile.tsx"));

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

type RecordRowProps = AreaProps<ShownTaskRecord> & {
  /** the position among all matching records, from 1 */
  position: number;
  /** the number of all matching records */
  total: number;
  kind: TaskKind;
  mode: TaskMode;
  selected: boolean;
  /** at least one record is selected, and this is the cursor record */
  selecting: boolean;
  /** visible when the page opens */
  near: boolean;
  handlers: RowHandlers;
};

/**
 * A record of the list: box, content and answer, right margin (design/tasks.md#list). Rendered again only if its own data
 * changes.
 */
const RecordRow = memo(function RecordRow(props: RecordRowProps) {
  const { record, position, total, kind, mode, labels, isCursor, selected, selecting, alone, near, actions, handlers } =
    props;
  const row = useRef<HTMLElement>(null);
  useLayoutEffect(() => setTabStops(row.current, isCursor), [isCursor]);
  const { key, status } = record;
  const annotates = mode === "annotate";
  const { Annotate, Explore, Margin = RecordMargin, MarginEnd } = kind;
  const toCursor = () => handlers.setCursor(key);
  const area = { record, labels, isCursor, alone, actions };
  const boxed = annotates && !alone;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the cursor moves by key as well, wherever the focus is
    <article
      ref={row}
      aria-label={t("tasks.record", { position, status: t(`tasks.status.${status}`) })}
      aria-posinset={position}
      aria-setsize={total}
      aria-current={isCursor || undefined}
      data-record={key}
      tabIndex={-1}
      // Runs after the click: if the row grew earlier, the press would miss its target.
      onClick={toCursor}
      onFocus={({ target }) => target.matches(":focus-visible") && toCursor()}
      className={cx(
        rowClass(isCursor),
        "grid-cols-[40px_minmax(0,1fr)_auto] px-6 pt-4 pb-5 max-md:grid-cols-[auto_minmax(0,1fr)] max-md:gap-y-2 max-md:px-4 max-md:pt-2",
        !near && "[contain-intrinsic-size:auto_160px] [content-visibility:auto]",
        "bg-(--row) [--row:var(--surface)]",
        selected &&
          "[--row:color-mix(in_srgb,var(--accent-fill)_36%,var(--surface))] in-data-[theme^=contrast]:[--row:var(--surface)]",
      )}
    >
      <div className="pt-1 max-md:grid max-md:min-h-11 max-md:items-center max-md:pt-0">
        {boxed && (
          <SelectBox
            label={t("tasks.select", { position })}
            selected={selected}
            onSelect={(by) => selectBy(handlers, key, by)}
          />
        )}
      </div>
      <div
        className={cx(
          "min-w-0 max-w-[748px] max-md:max-w-none max-md:order-1 max-md:col-span-2",
          status === "Discarded" && !isCursor && PALE,
        )}
      >
        {annotates ? (
          <Annotate {...area} toCursor={toCursor} />
        ) : (
          <Explore record={record} labels={labels} isCursor={isCursor} />
        )}
        {(record.saved === "changed" || record.editIsOlder) && <Meanwhile record={record} />}
        {annotates && isCursor && <RecordButtons area={area} kind={kind} selecting={selecting} />}
      </div>
      <Margin record={record} isCursor={isCursor}>
        {!annotates && MarginEnd !== undefined && <MarginEnd record={record} />}
      </Margin>
    </article>
  );
});

/** Without colours and in the secondary tone, which is still readable; half opacity would be too faint. */
const PALE = "text-soft grayscale [&_mark]:text-ink group-hover/row:text-ink group-hover/row:grayscale-0";

type RecordButtonsProps = {
  area: AreaProps<ShownTaskRecord>;
  kind: TaskKind;
  /** Other records are selected, and the keys act on them. */
  selecting: boolean;
};

const LOOKS = { validate: "primary", discard: "secondary", clear: "ghost", reset: "ghost" } as const;

const neverTyping = () => false;

/** The actions for the cursor record, each with its key (design/tasks.md#list). */
function RecordButtons({ area, kind, selecting }: RecordButtonsProps) {
  const { record, actions } = area;
  const { useTyping = neverTyping, Extra } = kind;
  const typing = useTyping(record);
  return (
    <div className="sticky bottom-0 z-1 mt-2 -mb-2 flex flex-wrap items-center gap-2 bg-(--row) py-2 pr-19 max-md:pr-0">
      {rowActions(record).map((name) => (
        <ActionButton
          key={name}
          name={name}
          text={textOf(name, record, typing)}
          keyless={typing || selecting}
          onPress={selecting ? () => actions[name]([record]) : undefined}
          disabled={name === "validate" && !typing && !mayValidate(record)}
        />
      ))}
      {/* Pushes what follows to the right end of this line; what wraps begins a line at the left. */}
      <span className="-mr-2 flex-1" />
      {Extra !== undefined && <Extra {...area} />}
    </div>
  );
}

/** The text for the current effect of the button. */
function textOf(name: RecordAction, record: ShownTaskRecord, typing: boolean) {
  return name === "validate" && typing ? "save" : effectOf(name, [record]);
}

type ActionButtonProps = {
  name: RecordAction;
  text: ReturnType<typeof textOf>;
  /**
   * True if the button shows no key: during typing its keys are text, and during a selection they act on the selected records.
   */
  keyless: boolean;
  /** Called instead of the command. */
  onPress: (() => void) | undefined;
  disabled: boolean;
};

function ActionButton({ name, text, keyless, onPress, disabled }: ActionButtonProps) {
  return (
    <CommandButton
      command={useListCommands()[name]}
      variant={text === "unvalidate" ? "secondary" : LOOKS[name]}
      disabled={disabled}
      {...(keyless && { keys: undefined })}
      {...(onPress && { onClick: onPress })}
      {...FILLS}
    >
      {t(`tasks.actions.${text}`)}
    </CommandButton>
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
 * its height, and the pressed element keeps its place. A double click presses a button only once. After a key or a press
 * outside the list, the next click is a first one. Returns the handler that hears clicks in the list before its rows do.
 */
function useStillRows(list: RefObject<HTMLElement | null>, cursor: string | null) {
  const last = useRef<Press | null>(null);
  const pressed = useRef<Pressed | null>(null);
  const held = useRef(new Set<HTMLElement>());

  useEffect(() => {
    const forget = ({ type, target }: Event) => {
      const isInList = target instanceof Node && list.current?.contains(target);
      if (type === "keydown" || !isInList) last.current = null;
    };
    const heard = ["keydown", "pointerdown"] as const;
    for (const type of heard) window.addEventListener(type, forget, true);
    return () => {
      for (const type of heard) window.removeEventListener(type, forget, true);
    };
  }, [list]);

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
