import { type KeyboardEvent, type RefObject, useMemo, useState } from "react";

/** A label to choose. `first`: what Space takes, which stands before all others. */
export type LabelRow = {
  readonly value: string;
  readonly text: string;
  /** 0 to 49: the slot of the entity colour (TEN-10, TEN-11) */
  readonly color: number;
  readonly keys: string | null;
  readonly first?: boolean;
  /** "91 %": how sure a machine is of it */
  readonly score?: string | undefined;
};

type Choosing = {
  /** The labels in which a query is found; all of them without one. The same function as long as they are the same. */
  rowsOf: (query: string) => readonly LabelRow[];
  /** the row that is marked when it opens */
  start?: number;
  onTake: (value: string) => void;
  /** null: there is nothing to remove */
  onRemove: (() => void) | null;
  onClose: () => void;
  /** A key that is not the list's: those of labels. True when it was one. */
  onKey: (event: globalThis.KeyboardEvent) => boolean;
  search: RefObject<HTMLInputElement | null>;
  list: RefObject<HTMLElement | null>;
};

const STEPS: { readonly [key: string]: number } = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** The keys of a list of labels. None of them goes to the page while it is open (TEN-41, TSE-27). */
export function useChoosing({ rowsOf, start = 0, onTake, onRemove, onClose, onKey, search, list }: Choosing) {
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(start);
  const rows = useMemo(() => rowsOf(query), [rowsOf, query]);

  const move = (step: number) => {
    const last = rows.length - 1;
    // Around the ends, but Home and End stay at theirs.
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
  /** Keys that are typed while something is searched. */
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
