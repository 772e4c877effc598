import { useVirtualizer } from "@tanstack/react-virtual";
import "../../lib/i18n/en/spans.ts";
import { t } from "i18next";
import { Check, Search, Trash2 } from "lucide-react";
import {
  type CSSProperties,
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { cx } from "../../ui/cx.ts";
import { Icon, Star } from "../../ui/icon.tsx";
import { KeyCap } from "../../ui/key-cap.tsx";
import { usePhone } from "../../ui/media.ts";
import { VisuallyHidden } from "../../ui/screen-reader.tsx";
import { Swatch } from "../../ui/swatch.tsx";

type LabelChooserProps = ListKeys & {
  /** name of the list for screen readers: "Entity of “Lyttelton”" */
  label: string;
  /** label of the search box; null: there are too few labels for a search */
  find: string | null;
  /** text when no label is found */
  none: string;
  /** the present label of the words */
  current: string | null;
};

/** Maximum number of visible rows, including the search row. */
const ROWS = 7;

/**
 * A list of labels for words, used by key, arrows or pointer, with Remove at the end (FAN-28, TAN-09). It is rendered in a
 * floating box.
 */
export function LabelChooser(props: LabelChooserProps) {
  const { label, find, none, current, onTake, onRemove } = props;
  const id = useId();
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const { query, setQuery, rows, at, onKeyDown } = useChoosing({ ...props, search, list });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the list and the search are the controls; their keys are heard here once
    <div onKeyDown={onKeyDown} className="contents">
      {find !== null && (
        <div className="flex h-9 flex-none items-center gap-2 border-line border-b pr-2 pl-3 text-soft">
          <Icon of={Search} />
          <input
            ref={search}
            aria-label={find}
            placeholder={find}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            aria-controls={`${id}-list`}
            aria-activedescendant={rows[at] && `${id}-${at}`}
            autoComplete="off"
            spellCheck={false}
            className="h-full min-w-0 flex-1 bg-transparent text-ink outline-0"
          />
          <KeyCap keys="/" />
        </div>
      )}
      <ChooserRows ref={list} {...{ id, label, rows, at, current, onTake }} most={find === null ? ROWS : ROWS - 1} />
      {rows.length === 0 && <p className="px-3 pb-2 text-soft">{none}</p>}
      {onRemove !== null && (
        <div className="flex-none border-line border-t p-1">
          <button
            type="button"
            onClick={onRemove}
            className="flex h-8 w-full items-center gap-2 rounded-control px-2 hover:bg-hover max-md:h-11"
          >
            <Icon of={Trash2} className="text-soft" />
            {t("spans.removeIt")}
            <KeyCap keys="Delete" className="ml-auto" />
          </button>
        </div>
      )}
    </div>
  );
}

/** Height of a row, larger on a phone for touch, px. */
const ROW = { desk: 32, phone: 44 } as const;

type ChooserRowsProps = Pick<LabelChooserProps, "label" | "current" | "onTake"> & {
  ref: Ref<HTMLDivElement | null>;
  id: string;
  rows: readonly LabelRow[];
  /** index of the row that Enter takes */
  at: number;
  most: number;
};

/** There may be thousands of labels. Only those in view are rendered. */
function ChooserRows({ ref, id, label, rows, at, most, current, onTake }: ChooserRowsProps) {
  const box = useRef<HTMLDivElement>(null);
  useImperativeHandle<HTMLDivElement | null, HTMLDivElement | null>(ref, () => box.current);
  const height = usePhone() ? ROW.phone : ROW.desk;
  const seen = Math.min(rows.length, most) * height;
  const shown = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    // The height is known, so the first render already has the rows.
    initialRect: { width: 240, height: seen },
    overscan: 2,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height is what was measured by
  useLayoutEffect(() => shown.measure(), [height]);
  // The list takes the focus, so its keys work at once.
  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls where another row is marked, or other rows are there
  useEffect(() => shown.scrollToIndex(at), [at, rows]);
  return (
    <div
      ref={box}
      id={`${id}-list`}
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={rows[at] && `${id}-${at}`}
      className="m-1 overflow-y-auto outline-0"
      style={{ height: seen }}
    >
      <div role="presentation" className="relative" style={{ height: shown.getTotalSize() }}>
        {shown.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          return (
            row && (
              <Choice
                key={`${row.first === true} ${row.value}`}
                id={`${id}-${index}`}
                row={row}
                place={[index + 1, rows.length]}
                marked={index === at}
                present={row.value === current}
                style={{ top: start, height }}
                onTake={onTake}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

type ChoiceProps = {
  id: string;
  row: LabelRow;
  /** number of the row, from 1, and number of rows */
  place: readonly [number, number];
  marked: boolean;
  present: boolean;
  style: CSSProperties;
  onTake: (value: string) => void;
};

function Choice({ id, row, place, marked, present, style, onTake }: ChoiceProps) {
  const { value, text, color, keys, first = false, score } = row;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the focus and hears the keys
    <div
      id={id}
      role="option"
      aria-selected={present}
      data-marked={marked || undefined}
      aria-posinset={place[0]}
      aria-setsize={place[1]}
      tabIndex={-1}
      // Keeps the focus in the list.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onTake(value)}
      title={text}
      style={style}
      className={cx(
        "absolute inset-x-0 flex cursor-pointer items-center gap-2 rounded-control px-2",
        marked ? "bg-accent-fill fill-ring" : "hover:bg-hover",
      )}
    >
      <Swatch color={color} />
      <span translate="no" dir="auto" className="min-w-0 truncate">
        {text}
      </span>
      {first && <VisuallyHidden>{t("spans.first")}</VisuallyHidden>}
      {present && <Icon of={Check} size={14} className="flex-none text-accent" />}
      {score !== undefined && (
        <span className="flex flex-none items-center gap-1 text-small text-suggestion tabular-nums">
          <Star size={10} />
          {score}
        </span>
      )}
      {keys !== null && <KeyCap keys={keys} className="ml-auto" />}
    </div>
  );
}

/** A label in the list. `first`: Space takes it; it is the first row. */
export type LabelRow = {
  readonly value: string;
  readonly text: string;
  /** 0 to 49: the slot of the entity colour (TEN-10, TEN-11) */
  readonly color: number;
  readonly keys: string | null;
  readonly first?: boolean;
  /** "91 %": the score of a suggestion */
  readonly score?: string | undefined;
};

type ListKeys = {
  /** The labels that match a query; all labels without one. Must be stable while the labels do not change. */
  rowsOf: (query: string) => readonly LabelRow[];
  /** index of the row that is marked at first */
  start?: number;
  onTake: (value: string) => void;
  /** null: there is no label to remove */
  onRemove: (() => void) | null;
  onClose: () => void;
  /** Handles a key that the list does not use, such as a label's key. Returns true if it was used. */
  onKey: (event: globalThis.KeyboardEvent) => boolean;
};

type Choosing = ListKeys & { search: RefObject<HTMLInputElement | null>; list: RefObject<HTMLElement | null> };

const STEPS: { readonly [key: string]: number } = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** The keys of a list of labels. While it is open, no key reaches the page (TEN-41, TSE-27). */
function useChoosing({ rowsOf, start = 0, onTake, onRemove, onClose, onKey, search, list }: Choosing) {
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(start);
  const rows = useMemo(() => rowsOf(query), [rowsOf, query]);

  const move = (step: number) => {
    const last = rows.length - 1;
    // Arrows wrap at the ends. Home and End do not.
    const next = at + step;
    if (Number.isFinite(step)) setAt(next < 0 ? last : next > last ? 0 : next);
    else setAt(step < 0 ? 0 : last);
  };
  const find = (text: string) => {
    setQuery(text);
    setAt(0);
  };
  const leaveSearch = () => {
    find("");
    list.current?.focus();
  };
  const inSearch = (event: KeyboardEvent) => event.target === search.current;
  /** Keys that work only outside the search box. */
  const takesAlone = (event: KeyboardEvent): boolean => {
    const [first] = rows;
    if (event.key === " " && first?.first === true) onTake(first.value);
    else if (event.key === "/") search.current?.focus();
    else if ((event.key === "Delete" || event.key === "Backspace") && onRemove !== null) onRemove();
    else return onKey(event.nativeEvent);
    return true;
  };
  const takes = (event: KeyboardEvent): boolean => {
    const step = inSearch(event) && !event.key.startsWith("Arrow") ? undefined : STEPS[event.key];
    if (step !== undefined) move(step);
    else if (event.key === "Escape") inSearch(event) ? leaveSearch() : onClose();
    else if (event.target instanceof HTMLButtonElement) return false;
    else if (event.key === "Enter") {
      const row = rows[at];
      if (row !== undefined) onTake(row.value);
    } else return !inSearch(event) && takesAlone(event);
    return true;
  };
  return {
    query,
    setQuery: find,
    rows,
    at,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.nativeEvent.isComposing || event.key === "Tab") return;
      event.stopPropagation();
      if (takes(event)) event.preventDefault();
    },
  };
}
