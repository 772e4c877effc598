import { isQuery, type LabelIndex, type NumberedOption, searchLabels } from "@postil/domain/labels/label-search";
import { hidesSome, type LabelLayout, type ShownOptions } from "@postil/domain/labels/visible-options";
import { useMemo, useState } from "react";

export type LabelView = {
  readonly index: LabelIndex;
  readonly selected: ReadonlySet<string>;
  readonly shown: readonly NumberedOption[];
  /** how many more there are behind "+k" */
  readonly hidden: number;
  readonly query: string;
  readonly setQuery: (query: string) => void;
  /** the match that Enter takes: where a query is, one of `shown` */
  readonly marked: NumberedOption | undefined;
  /** The same for what stands in the search box at this moment, drawn or not: keys may come faster than a long list is drawn. */
  readonly markedIn: (typed: string) => NumberedOption | undefined;
  /** Marks the match `step` places on, round the ends, and gives it back. */
  readonly moveMark: (typed: string, step: 1 | -1) => NumberedOption | undefined;
  /** a search does not change it */
  readonly layout: LabelLayout;
  readonly expanded: boolean;
  readonly setExpanded: (expanded: boolean) => void;
};

const NO_SEARCH = { query: "", place: 0 };

/** Where hidden labels were opened: kept while the page lives (design/device.md#preferences). */
const expandedIn = new Set<string>();

type Showing = { readonly query: string; readonly expanded: boolean };

type LabelSource = {
  /** the question, or what else hidden labels are opened in */
  readonly id: string;
  /** a search belongs to one record */
  readonly recordKey: string;
  readonly index: LabelIndex;
  readonly selected: ReadonlySet<string>;
  /** which labels are on the page, in which order; the same from render to render while they are */
  readonly show: (showing: Showing) => ShownOptions;
  readonly layout: (expanded: boolean) => LabelLayout;
};

/** What of many labels is on the page: what was looked for, and whether hidden ones are opened. */
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

/** The way to the labels behind "+k" and back. */
export type LabelsMore = { readonly hidden: number; readonly expanded: boolean; readonly onToggle: () => void };

/** null where none are hidden, or one is looked for. */
export function moreOf(view: LabelView, visible: number | null): LabelsMore | null {
  const { index, query, hidden, expanded } = view;
  if (query !== "" || !hidesSome(index.options.length, visible)) return null;
  return { hidden, expanded, onToggle: () => view.setExpanded(!expanded) };
}
