import { bothOf } from "@postil/domain/tasks/task-search";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { useLatest } from "../../../lib/use-latest.ts";
import type { ActiveFilter, GroupId } from "./parts.ts";
import type { QueryText } from "./use-query-text.ts";

type Place = ActiveFilter & { readonly group: GroupId };

export type FilterPlaces = {
  readonly bar: RefObject<HTMLDivElement | null>;
  readonly box: RefObject<HTMLInputElement | null>;
  /** which filter its group shows when it is opened */
  readonly at: Place | null;
  /** Opens the group of a filter, at the filter. */
  readonly open: (filter: Place) => void;
  readonly toSearch: () => void;
  readonly toSort: () => void;
  /** Adds a clause to what is typed in the box, to be completed there. */
  readonly propose: (clause: string) => void;
};

/** Ways to the parts of the bar, for chips, keys and the palette. */
export function useFilterPlaces(query: QueryText): FilterPlaces {
  const bar = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const [opening, setOpening] = useState<{ readonly at: Place } | null>(null);
  // The button has the place by then.
  useEffect(() => {
    if (opening === null) return;
    bar.current?.querySelector<HTMLElement>(`[data-group=${opening.at.group}] button`)?.click();
  }, [opening]);
  const propose = useLatest((clause: string) => {
    query.type(query.text.trim() === "" ? clause : bothOf(query.text.trim(), clause));
    box.current?.focus();
  });
  const ways = useMemo(
    () => ({
      toSearch: () => box.current?.focus(),
      toSort: () => bar.current?.querySelector<HTMLElement>("[data-sort-button] button")?.click(),
      open: (at: Place) => setOpening({ at }),
    }),
    [],
  );
  return { bar, box, at: opening?.at ?? null, propose, ...ways };
}
