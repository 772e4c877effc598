import type { QuestionState } from "@postil/domain/answers/answer-form";
import {
  indexLabels,
  isQuery,
  type LabelIndex,
  type NumberedOption,
  searchLabels,
} from "@postil/domain/answers/label-search";
import { showOptions, standInColumns } from "@postil/domain/answers/visible-options";
import { useMemo, useState } from "react";
import type { QuestionOf } from "./question-control.ts";
import { useSuggestionsFirst } from "./suggestions-first.tsx";

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
  /** so many that they stand in columns; a search does not change it */
  readonly columns: boolean;
  readonly expanded: boolean;
  readonly setExpanded: (expanded: boolean) => void;
};

const NO_SEARCH = { query: "", place: 0 };

/** Questions whose hidden options were opened: kept while the page lives (design/device.md#preferences). */
const expandedQuestions = new Set<string>();

/** Which options of a label question are on the page, in which order. A search belongs to one record. */
export function useLabelView(
  question: QuestionOf<"label_selection"> | QuestionOf<"multi_label_selection">,
  { answer, suggestion }: QuestionState,
  recordKey: string,
): LabelView {
  const { settings } = question;
  const [search, setSearch] = useState({ recordKey, query: "", place: 0 });
  const { query, place } = search.recordKey === recordKey ? search : NO_SEARCH;
  const [expanded, setExpanded] = useState(() => expandedQuestions.has(question.id));
  const suggestionsFirst = useSuggestionsFirst(question);

  const index = useMemo(() => indexLabels(settings.options), [settings.options]);
  const selected = useMemo(() => selectedValues(answer), [answer]);
  const suggested = useMemo(() => suggestedScores(suggestion), [suggestion]);
  const { shown, hidden } = useMemo(
    () =>
      showOptions(index, { visible: settings.visibleOptions, expanded, query, selected, suggested, suggestionsFirst }),
    [index, settings.visibleOptions, expanded, query, selected, suggested, suggestionsFirst],
  );
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
    columns: standInColumns(settings.options.length, settings.visibleOptions, expanded),
    expanded,
    setExpanded: (next) => {
      if (next) expandedQuestions.add(question.id);
      else expandedQuestions.delete(question.id);
      setExpanded(next);
    },
  };
}

function selectedValues(answer: QuestionState["answer"]): ReadonlySet<string> {
  if (answer.type === "multi_label_selection") return new Set(answer.value);
  return new Set(answer.type === "label_selection" && answer.value !== null ? [answer.value] : []);
}

/** Suggested option values with their scores, null where the machine gave none. */
function suggestedScores(suggestion: QuestionState["suggestion"]): ReadonlyMap<string, number | null> {
  if (suggestion === null) return new Map();
  return new Map([...selectedValues(suggestion.answer)].map((value) => [value, suggestion.scores.get(value) ?? null]));
}
