import type { QuestionState } from "@postil/domain/answers/answer-form";
import { indexLabels } from "@postil/domain/answers/label-search";
import { labelLayout, showOptions } from "@postil/domain/answers/visible-options";
import { useCallback, useMemo } from "react";
import { type LabelView, useLabelView } from "../../../workbench/labels/use-label-view.ts";
import type { QuestionOf } from "./question-control.ts";
import { useSuggestionsFirst } from "./suggestions-first.tsx";

/** Which options of a label question are on the page, in which order. */
export function useQuestionLabels(
  question: QuestionOf<"label_selection"> | QuestionOf<"multi_label_selection">,
  { answer, suggestion }: QuestionState,
  recordKey: string,
): LabelView {
  const { options, visibleOptions: visible } = question.settings;
  const suggestionsFirst = useSuggestionsFirst(question);
  const index = useMemo(() => indexLabels(options), [options]);
  const selected = useMemo(() => selectedValues(answer), [answer]);
  const suggested = useMemo(() => suggestedScores(suggestion), [suggestion]);
  const show = useCallback(
    (showing: { readonly query: string; readonly expanded: boolean }) =>
      showOptions(index, { ...showing, visible, selected, suggested, suggestionsFirst }),
    [index, visible, selected, suggested, suggestionsFirst],
  );
  const layout = (expanded: boolean) => labelLayout(options.length, visible, expanded);
  return useLabelView({ id: question.id, recordKey, index, selected, show, layout });
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
