import { isQuery } from "@postil/domain/answers/label-search";
import type { GlobalLabel } from "@postil/domain/tasks/labels";
import { type KeyboardEvent, type RefObject, useMemo, useState } from "react";
import { entitiesFound } from "./entity-order.ts";
import type { FirstChoice } from "./first-choice.ts";
import { labelOfPress } from "./use-tagging.ts";

/** A row of the chooser: a label, or what Space takes, which stands first. `label`: null where the dataset does not list it. */
export type EntityRow = {
  readonly text: string;
  readonly label: GlobalLabel | null;
  readonly first: { readonly score: number | null } | null;
};

export type EntityChooserProps = {
  words: string;
  labels: readonly GlobalLabel[];
  /** what Space takes */
  first: FirstChoice | null;
  /** what the words are now */
  current: string | null;
  onTake: (label: string) => void;
  /** null: there is nothing to remove */
  onRemove: (() => void) | null;
  onClose: () => void;
};

type Choosing = Omit<EntityChooserProps, "words" | "current"> & {
  search: RefObject<HTMLInputElement | null>;
  list: RefObject<HTMLElement | null>;
};

const STEPS: { readonly [key: string]: number } = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** The keys of the chooser. None of them goes to the page while it is open (TEN-41, TSE-27). */
export function useChoosing({ labels, first, onTake, onRemove, onClose, search, list }: Choosing) {
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const rows = useMemo((): readonly EntityRow[] => {
    const found = entitiesFound(labels, query).map((label) => ({ text: label.text, label, first: null }));
    if (first === null || isQuery(query)) return found;
    const label = labels.find(({ text }) => text === first.label) ?? null;
    return [{ text: first.label, label, first: { score: first.score } }, ...found];
  }, [labels, query, first]);

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
    if (event.key === " " && first !== null) onTake(first.label);
    else if (event.key === "/") search.current?.focus();
    else if ((event.key === "Delete" || event.key === "Backspace") && onRemove !== null) onRemove();
    else {
      const label = labelOfPress(event.nativeEvent, labels);
      if (label !== null) onTake(label);
      return label !== null;
    }
    return true;
  };
  const takes = (event: KeyboardEvent): boolean => {
    const step = inSearch(event) && !event.key.startsWith("Arrow") ? undefined : STEPS[event.key];
    if (step !== undefined) move(step);
    else if (event.key === "Escape") inSearch(event) ? leaveSearch() : onClose();
    else if (event.target instanceof HTMLButtonElement) return false;
    else if (event.key === "Enter") {
      const row = rows[at];
      if (row !== undefined) onTake(row.text);
    } else return !inSearch(event) && takesAlone(event);
    return true;
  };
  return {
    query,
    setQuery: find,
    rows,
    at,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.nativeEvent.isComposing) return;
      event.stopPropagation();
      if (takes(event)) event.preventDefault();
    },
  };
}
