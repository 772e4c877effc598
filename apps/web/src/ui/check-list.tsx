import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, useDeferredValue, useMemo, useRef, useState } from "react";
import { Checkbox } from "./checkbox.tsx";
import { usePhone } from "./media.ts";
import { SearchInput } from "./search-input.tsx";

export type CheckListItem = {
  readonly value: string;
  readonly text: string;
  /** at the right; null: unknown */
  readonly count: number | null;
  /** true if only a part of what it stands for is chosen */
  readonly some?: boolean;
  /** further controls after the row */
  readonly end?: ReactNode;
};

type CheckListProps = {
  label: string;
  items: readonly CheckListItem[];
  chosen: readonly string[];
  onToggle: (value: string, on: boolean) => void;
  most: number;
  /** returns a test that is true for texts that match the query */
  finds: (query: string) => (text: string) => boolean;
  texts: {
    readonly find: string;
    readonly nothingFound: string;
    readonly most: string;
    readonly found: (count: number, total: number) => string;
  };
  number: (count: number) => string;
};

/** A list with this many items has a search box. A longer one than `VIRTUAL_FROM` renders only the rows in view. */
const SEARCH_FROM = 8;
const VIRTUAL_FROM = 100;
const ROW = { desk: 32, phone: 44 } as const;
const ROWS_SHOWN = 9;

/** A list of values to tick, with a search, for ten or ten thousand values. Up and Down move, Space ticks. */
export function CheckList(props: CheckListProps) {
  const { label, items, chosen, onToggle, most, finds, texts, number } = props;
  const [query, setQuery] = useState("");
  const list = useRef<HTMLFieldSetElement>(null);
  // The typed text shows at once. The filtering of a long list may follow later.
  const wanted = useDeferredValue(query.trim());
  const found = useMemo(() => {
    if (wanted === "") return items;
    const isFound = finds(wanted);
    return items.filter(({ text }) => isFound(text));
  }, [items, wanted, finds]);
  const ticked = useMemo(() => new Set(chosen), [chosen]);
  const full = ticked.size >= most;
  const row = (item: CheckListItem, stop: boolean) => (
    <div key={item.value} className="flex items-center rounded-control hover:bg-hover">
      <Checkbox
        checked={ticked.has(item.value) || (item.some === true && "some")}
        disabled={full && !ticked.has(item.value)}
        tabIndex={stop ? 0 : -1}
        onChange={(on) => onToggle(item.value, on)}
        className="h-8 min-w-0 flex-1 px-2 max-md:h-11"
        label={
          <span className="flex gap-2">
            <span translate="no" className="min-w-0 flex-1 truncate">
              {item.text}
            </span>
            {item.count !== null && <span className="text-soft tabular-nums">{number(item.count)}</span>}
          </span>
        }
      />
      {item.end}
    </div>
  );
  return (
    <div className="flex flex-col">
      {items.length >= SEARCH_FROM && (
        <SearchInput
          label={texts.find}
          value={query}
          onChange={setQuery}
          onKeyDown={(event) => downInto(event, list.current)}
          onEscape={(event) => leaveOrClear(event, query, setQuery)}
          size="compact"
          className="mb-1 flex-none"
        />
      )}
      <fieldset ref={list} aria-label={label} onKeyDown={moveByArrows} className="min-w-0">
        {found.length > VIRTUAL_FROM ? (
          <LongRows items={found} row={row} />
        ) : (
          <div className="overflow-auto" style={{ maxHeight: ROWS_SHOWN * ROW.desk }}>
            {found.map((item, index) => row(item, index === 0))}
          </div>
        )}
      </fieldset>
      <p role="status" className="px-2 text-small text-soft tabular-nums">
        {found.length === 0 && <span className="block py-1 text-body">{texts.nothingFound}</span>}
        {wanted !== "" && found.length > 0 && texts.found(found.length, items.length)}
        {full && texts.most}
      </p>
    </div>
  );
}

/** Escape first empties the box. In an empty box it closes the popover around it. */
export function leaveOrClear(event: { stopPropagation: () => void }, query: string, set: (query: string) => void) {
  if (query === "") return;
  event.stopPropagation();
  set("");
}

type LongRowsProps = {
  items: readonly CheckListItem[];
  row: (item: CheckListItem, stop: boolean) => ReactNode;
};

function LongRows({ items, row }: LongRowsProps) {
  const box = useRef<HTMLDivElement>(null);
  const height = usePhone() ? ROW.phone : ROW.desk;
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    // The height is known, so the first render already has the rows.
    initialRect: { width: 280, height: ROWS_SHOWN * height },
    // Down must find a rendered row beyond the edge.
    overscan: 6,
  });
  const drawn = rows.getVirtualItems();
  return (
    <div ref={box} tabIndex={-1} className="overflow-auto" style={{ height: ROWS_SHOWN * height }}>
      <div className="relative" style={{ height: rows.getTotalSize() }}>
        {drawn.map(({ index, key, start }, place) => {
          const item = items[index];
          return (
            item !== undefined && (
              <div key={key} className="absolute inset-x-0 top-0" style={{ transform: `translateY(${start}px)` }}>
                {row(item, place === 0)}
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

const STOPS = "button:not(:disabled), input:not(:disabled)";

/**
 * Up, Down, Home and End move through the controls of a list, which is one tab stop of the page. In a virtual list only the
 * rendered rows are reachable. The next rows render as the focus scrolls.
 */
export function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(STOPS)];
  const here = stops.findIndex((stop) => stop.matches(":focus"));
  const to = placeAfter(event.key, here, stops.length);
  const stop = to === null ? undefined : stops[to];
  if (stop === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  stop.focus();
}

function placeAfter(key: string, here: number, count: number): number | null {
  switch (key) {
    case "ArrowDown":
      return Math.min(here + 1, count - 1);
    case "ArrowUp":
      return Math.max(here - 1, 0);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}

/** In a search box above a list, Down moves into the list. */
export function downInto(event: KeyboardEvent<HTMLElement>, list: HTMLElement | null): void {
  if (event.key !== "ArrowDown") return;
  event.preventDefault();
  list?.querySelector<HTMLElement>(STOPS)?.focus();
}
