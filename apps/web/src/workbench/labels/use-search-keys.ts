import { isQuery, type NumberedOption } from "@postil/domain/labels/label-search";
import { t } from "i18next";
import type { KeyboardEvent } from "react";
import { announce } from "../../ui/live-region.tsx";
import type { LabelView } from "./use-label-view.ts";

type SearchKeys = {
  view: LabelView;
  onTake: (option: NumberedOption) => void;
  /** brings the marked match into view */
  onMark: (option: NumberedOption) => void;
  onLeave: () => void;
  /** Up and Down while nothing is looked for */
  onArrow: (step: 1 | -1) => void;
};

/**
 * The keys of a label search: Up and Down move through the matches, Enter takes the marked one, without a match it does nothing
 * and says so (FAN-23, FAN-29). All of it goes by what stands in the box when the key comes, not by what has been drawn.
 */
export function useSearchKeys({ view, onTake, onMark, onLeave, onArrow }: SearchKeys) {
  const enter = (event: KeyboardEvent<HTMLInputElement>, typed: string) => {
    const submits = event.ctrlKey || event.metaKey;
    // With nothing typed Ctrl+Enter is the page's own.
    if (submits && !isQuery(typed)) return;
    const marked = view.markedIn(typed);
    // What was looked for is taken before it is submitted; where nothing is found nothing else may go out for it.
    if (!submits || marked === undefined || event.repeat) event.preventDefault();
    if (event.repeat) return;
    if (!isQuery(typed)) onLeave();
    else if (marked === undefined) announce(t("questions.labels.none"));
    else onTake(marked);
  };
  const arrow = (event: KeyboardEvent<HTMLInputElement>, typed: string, step: 1 | -1) => {
    event.preventDefault();
    if (!isQuery(typed)) return onArrow(step);
    const marked = view.moveMark(typed, step);
    if (marked !== undefined) onMark(marked);
  };

  return (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.altKey || event.shiftKey) return;
    const typed = event.currentTarget.value;
    const step = STEPS[event.key];
    if (event.key === "Enter") enter(event, typed);
    else if (step !== undefined && !event.ctrlKey && !event.metaKey) arrow(event, typed, step);
  };
}

const STEPS: { readonly [key: string]: 1 | -1 } = { ArrowDown: 1, ArrowUp: -1 };
