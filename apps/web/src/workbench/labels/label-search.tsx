import { isQuery, type NumberedOption } from "@postil/domain/labels/label-search";
import { t } from "i18next";
import type { KeyboardEvent, KeyboardEventHandler, Ref } from "react";
import { cx } from "../../ui/cx.ts";
import { announce, VisuallyHidden } from "../../ui/screen-reader.tsx";
import { SearchInput } from "../../ui/search-input.tsx";
import type { LabelView } from "./use-label-view.ts";

type LabelSearchProps = {
  ref: Ref<HTMLInputElement>;
  view: LabelView;
  onKeyDown: KeyboardEventHandler<HTMLInputElement>;
  onEscape: () => void;
  /** the keys shown in the box */
  keys?: string;
  className: string;
};

/** Searches all labels, also hidden ones. `useSearchKeys` handles its keys (FAN-23, FAN-29). */
export function LabelSearch({ ref, view, onKeyDown, onEscape, keys, className }: LabelSearchProps) {
  return (
    <>
      <SearchInput
        ref={ref}
        size="compact"
        label={t("questions.labels.find")}
        keys={keys}
        value={view.query}
        onChange={view.setQuery}
        onKeyDown={onKeyDown}
        onEscape={onEscape}
        className={cx("min-w-35 max-md:basis-full", className)}
      />
      <VisuallyHidden>
        <span role="status">{isQuery(view.query) && <FoundText view={view} />}</span>
      </VisuallyHidden>
    </>
  );
}

/** "3 labels found. Enter takes card arrival." */
function FoundText({ view: { shown, marked } }: Pick<LabelSearchProps, "view">) {
  const found = t("questions.labels.found", { count: shown.length });
  return marked === undefined ? found : `${found}. ${t("questions.labels.takes", { text: marked.text })}`;
}

type SearchKeys = {
  view: LabelView;
  onTake: (option: NumberedOption) => void;
  /** scrolls the marked match into view */
  onMark: (option: NumberedOption) => void;
  onLeave: () => void;
  /** called for Up and Down when the search is empty */
  onArrow: (step: 1 | -1) => void;
};

/**
 * The keys of a label search. Up and Down move through the matches. Enter takes the marked match; without a match it only
 * announces that (FAN-23, FAN-29). The handlers read the current text of the box, which may not be rendered yet.
 */
export function useSearchKeys({ view, onTake, onMark, onLeave, onArrow }: SearchKeys) {
  const enter = (event: KeyboardEvent<HTMLInputElement>, typed: string) => {
    const submits = event.ctrlKey || event.metaKey;
    // In an empty search, Ctrl+Enter belongs to the page.
    if (submits && !isQuery(typed)) return;
    const marked = view.markedIn(typed);
    // The found label is taken before the record is submitted. If nothing is found, the record must not be submitted.
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
