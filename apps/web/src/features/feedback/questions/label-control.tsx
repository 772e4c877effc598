import { numbersUpTo } from "@postil/domain/answers/option-keys";
import { indexLabels, type NumberedOption } from "@postil/domain/labels/label-search";
import { hasLabelSearch, labelLayout, showOptions } from "@postil/domain/labels/visible-options";
import { type KeyboardEvent, type ReactNode, type Ref, useCallback, useImperativeHandle, useMemo, useRef } from "react";
import { digitOfPress, letterOfPress } from "../../../lib/commands/chord.ts";
import { usePreference } from "../../../lib/preferences/store.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import { LabelList, type LabelListHandle, useFocusLater } from "../../../workbench/labels/label-list.tsx";
import type { LabelOptionProps } from "../../../workbench/labels/label-option.tsx";
import { LabelSearch, useSearchKeys } from "../../../workbench/labels/label-search.tsx";
import { focusInPanel } from "../../../workbench/labels/option-focus.ts";
import { type LabelView, moreOf, useLabelView } from "../../../workbench/labels/use-label-view.ts";
import { useDigits } from "./digit-keys.ts";
import type { AnsweredBy, QuestionHandle, QuestionOf } from "./question-control.ts";

type LabeledQuestion = QuestionOf<"label_selection" | "multi_label_selection" | "span">;

/** The place of the search with many options, and otherwise. */
const UNDER_TITLE = "flex-[0_1_220px] @max-[480px]:basis-full";
const BESIDE_TITLE = "-mt-0.5 ml-auto flex-[0_100000_176px] max-md:mt-0";

type Labels = {
  question: LabeledQuestion;
  recordKey: string;
  selected: ReadonlySet<string>;
  /** the suggested option values with their scores; null if the agent gave no score */
  suggested: ReadonlyMap<string, number | null>;
  suggestionsFirst: boolean;
};

/** The options of a question that are shown, and their order. */
export function useLabels({ question, recordKey, selected, suggested, suggestionsFirst }: Labels): LabelView {
  const { options, visibleOptions: visible } = question.settings;
  const index = useMemo(() => indexLabels(options), [options]);
  const show = useCallback(
    (showing: { readonly query: string; readonly expanded: boolean }) =>
      showOptions(index, { ...showing, visible, selected, suggested, suggestionsFirst }),
    [index, visible, selected, suggested, suggestionsFirst],
  );
  const layout = (expanded: boolean) => labelLayout(options.length, visible, expanded);
  return useLabelView({ id: question.id, recordKey, index, selected, show, layout });
}

/** The part of an option that the question decides. */
type OwnProps = Pick<LabelOptionProps, "look" | "color" | "spoken" | "percent" | "scoreAbove" | "round">;

type LabelControl = {
  ref: Ref<QuestionHandle>;
  question: LabeledQuestion;
  recordKey: string;
  view: LabelView;
  ownProps: (option: NumberedOption) => OwnProps;
  /** Toggles the option. Returns true if a digit that picks it also focuses it. */
  onPick: (value: string, by: AnsweredBy) => boolean;
  /** Chooses the found option; an already chosen one stays chosen (FAN-29). Returns true if it gets the focus. */
  onTake: (value: string) => boolean;
  /** called for Up and Down when the search is empty */
  onArrow: (step: 1 | -1) => void;
};

/** The labels of a question and their search, with keys, pointer and focus. */
export function useLabelControl(props: LabelControl) {
  const { ref, question, recordKey, view, ownProps, onPick, onTake, onArrow } = props;
  const { index, selected, setQuery, query, marked, layout } = view;
  const { options, visibleOptions } = question.settings;
  const searchable = hasLabelSearch(options.length, visibleOptions);
  const list = useRef<LabelListHandle>(null);
  const search = useRef<HTMLInputElement>(null);
  const focusLater = useFocusLater(list);

  /** Moves to an option, even if it is filtered out, behind "+k" or far down. */
  const goTo = (value: string) => {
    setQuery("");
    focusLater(value);
  };
  const toSearch = (typed?: string) => {
    if (typed !== undefined) setQuery(typed);
    focusInPanel(search.current);
  };
  const leaveSearch = () => {
    const first = [...selected][0] ?? index.options[0]?.value;
    if (first !== undefined) goTo(first);
  };
  /** Moves to the next or previous option; returns false if this leaves the question. */
  const moveOption = (step: 1 | -1): boolean => {
    const opens = step === 1 && view.hidden > 0 && list.current?.isLast() === true;
    const next = opens && index.options.find((option) => !view.shown.includes(option));
    if (!next) return list.current?.move(step) === true;
    view.setExpanded(true);
    focusLater(next.value);
    return true;
  };
  const digits = useDigits(numbersUpTo(index.options.length), recordKey, (number) => {
    const option = index.options[number - 1];
    if (option !== undefined && onPick(option.value, "number")) focusLater(option.value);
  });
  useImperativeHandle(ref, () => ({
    focus: () => (searchable && list.current?.isLong === true ? toSearch() : list.current?.focusFirst()),
    typeDigit: digits.type,
    find: () => {
      if (searchable) toSearch();
      return searchable;
    },
  }));
  const onSearchKeyDown = useSearchKeys({
    view,
    onTake: ({ value }) => {
      setQuery("");
      if (onTake(value)) focusLater(value);
    },
    onMark: ({ value }) => list.current?.show(value),
    onLeave: leaveSearch,
    onArrow,
  });
  /** On an option, digits pick, letters start a search, Tab moves to the next option. */
  const onKeyDown = (event: KeyboardEvent) => {
    const digit = digitOfPress(event.nativeEvent);
    const letter = letterOfPress(event.nativeEvent);
    if (digit !== null) digits.type(digit);
    else if (searchable && letter !== null) toSearch(letter);
    else if (event.key === "Tab" && !event.ctrlKey && !event.altKey && !event.metaKey) {
      if (!moveOption(event.shiftKey ? -1 : 1)) return;
    }
    // An input method starts to compose in the search, so the key press itself must go there.
    else return event.key === "Process" && searchable ? toSearch() : undefined;
    event.preventDefault();
  };

  const [showCap] = usePreference("showKeyCaps");
  const pickByHand = useLatest((value: string) => void onPick(value, "other"));
  /** The content of each option as plain values, so that an unchanged option does not render again. */
  const propsOf = (option: NumberedOption): LabelOptionProps => ({
    value: option.value,
    text: option.text === "" ? option.value : option.text,
    description: option.description,
    cap: String(option.number),
    shape: layout === "pills" ? "pill" : "row",
    showCap,
    query,
    marked: option.value === marked?.value,
    onPick: pickByHand,
    ...ownProps(option),
  });
  return {
    goTo,
    toSearch,
    propsOf,
    /** the search in the heading, among the labels; false if there is none (FAN-23) */
    search: searchable && (
      <LabelSearch
        ref={search}
        view={view}
        onKeyDown={onSearchKeyDown}
        onEscape={leaveSearch}
        keys="/"
        className={layout === "many" ? UNDER_TITLE : BESIDE_TITLE}
      />
    ),
    list: (note: ReactNode) => (
      <LabelList
        ref={list}
        recordKey={recordKey}
        shown={view.shown}
        columns={layout !== "pills"}
        propsOf={propsOf}
        onKeyDown={onKeyDown}
        onClearSearch={() => toSearch("")}
        note={note}
        more={moreOf(view, visibleOptions)}
      />
    ),
  };
}
