import { isQuery, type LabelIndex, type NumberedOption, searchLabels } from "@postil/domain/labels/label-search";
import { hidesSome, type LabelLayout, type ShownOptions } from "@postil/domain/labels/visible-options";
import { useMemo, useState } from "react";

export type LabelView = {
  readonly index: LabelIndex;
  readonly selected: ReadonlySet<string>;
  readonly shown: readonly NumberedOption[];
  /** number of options hidden behind "+k" */
  readonly hidden: number;
  readonly query: string;
  readonly setQuery: (query: string) => void;
  /** the match that Enter takes; during a search it is one of `shown` */
  readonly marked: NumberedOption | undefined;
  /** The match for the current text of the search box, rendered or not. Keys may arrive faster than a long list renders. */
  readonly markedIn: (typed: string) => NumberedOption | undefined;
  /** Marks the match `step` places away, wrapping at the ends, and returns it. */
  readonly moveMark: (typed: string, step: 1 | -1) => NumberedOption | undefined;
  /** the layout; a search does not change it */
  readonly layout: LabelLayout;
  readonly expanded: boolean;
  readonly setExpanded: (expanded: boolean) => void;
};

const NO_SEARCH = { query: "", place: 0 };

/** Ids whose hidden labels are shown. Kept as long as the page (design/device.md#preferences). */
const expandedIn = new Set<string>();

type LabelSource = {
  /** the id of the question, or of another place with hidden labels */
  readonly id: string;
  /** the record of the search: another record starts without one */
  readonly recordKey: string;
  readonly index: LabelIndex;
  readonly selected: ReadonlySet<string>;
  /** the visible labels and their order; must be stable between renders while they do not change */
  readonly show: (showing: { readonly query: string; readonly expanded: boolean }) => ShownOptions;
  readonly layout: (expanded: boolean) => LabelLayout;
};

/** The visible part of many labels: search results, and hidden labels if they are expanded. */
export function useLabelView({ id, recordKey, index, selected, show, layout }: LabelSource): LabelView {
  const [search, setSearch] = useState({ recordKey, query: "", place: 0 });
  const { query, place } = search.recordKey === recordKey ? search : NO_SEARCH;
  const [expanded, setExpanded] = useState(() => expandedIn.has(id));
  const { shown, hidden } = useMemo(() => show({ query, expanded }), [show, query, expanded]);
  const matchesOf = (typed: string) => (typed === query ? shown : searchLabels(index, typed));
  const placeIn = (typed: string) => (typed === query ? place : 0);
  const markedIn = (typed: string) => (isQuery(typed) ? matchesOf(typed)[placeIn(typed)] : undefined);
  return {
    index,
    selected,
    shown,
    hidden,
    query,
    setQuery: (next) => setSearch({ recordKey, query: next, place: 0 }),
    marked: markedIn(query),
    markedIn,
    moveMark: (typed, step) => {
      const matches = matchesOf(typed);
      const next = (placeIn(typed) + step + matches.length) % Math.max(1, matches.length);
      setSearch({ recordKey, query: typed, place: next });
      return matches[next];
    },
    layout: layout(expanded),
    expanded,
    setExpanded: (next) => {
      if (next) expandedIn.add(id);
      else expandedIn.delete(id);
      setExpanded(next);
    },
  };
}

/** Shows and hides the labels behind "+k". */
export type LabelsMore = { readonly hidden: number; readonly expanded: boolean; readonly onToggle: () => void };

/** Null if none are hidden, or during a search. */
export function moreOf(view: LabelView, visible: number | null): LabelsMore | null {
  const { index, query, hidden, expanded } = view;
  if (query !== "" || !hidesSome(index.options.length, visible)) return null;
  return { hidden, expanded, onToggle: () => view.setExpanded(!expanded) };
}
