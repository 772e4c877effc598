import { numbersUpTo } from "@postil/domain/answers/option-keys";
import type { NumberedOption } from "@postil/domain/labels/label-search";
import { type KeyboardEvent, type Ref, type RefObject, useImperativeHandle, useRef } from "react";
import { digitOfPress, letterOfPress } from "../../../lib/commands/chord.ts";
import { type LabelListHandle, useFocusLater } from "../../../workbench/labels/label-list.tsx";
import { focusInPanel } from "../../../workbench/labels/option-focus.ts";
import type { LabelView } from "../../../workbench/labels/use-label-view.ts";
import { type DigitKeys, useDigits } from "./digit-keys.ts";
import type { AnsweredBy, QuestionHandle, QuestionOf, QuestionProps } from "./question-control.ts";

export type LabelQuestionProps = QuestionProps<QuestionOf<"label_selection"> | QuestionOf<"multi_label_selection">>;

export type LabelHandlers = {
  readonly list: RefObject<LabelListHandle | null>;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly digits: DigitKeys;
  /** Toggles the option. */
  readonly pick: (value: string, by: AnsweredBy) => void;
  /** Chooses the found option; an already chosen one stays chosen (FAN-29). */
  readonly take: (option: NumberedOption) => void;
  /** Moves to an option, even if it is filtered out, behind "+k" or far down. */
  readonly goTo: (value: string) => void;
  readonly toSearch: (typed?: string) => void;
  readonly leaveSearch: () => void;
  /** Moves to the next or previous option; returns false if this leaves the question. */
  readonly moveOption: (step: 1 | -1) => boolean;
};

/**
 * Handles keys and pointer on a label question, and moves the focus. `onChosen` is called with each label that the user
 * chooses.
 */
export function useLabelHandlers(
  { question, state, recordKey, disabled, onAction, onChoose }: LabelQuestionProps,
  view: LabelView,
  onChosen: (value: string) => void,
): LabelHandlers {
  const { index, selected, setQuery } = view;
  const single = question.settings.type === "label_selection";
  const { focusLater, ...ways } = useLabelFocus(view);

  const pick = (value: string, by: AnsweredBy) => {
    if (disabled) return;
    if (!selected.has(value)) onChosen(value);
    if (!single) onAction({ type: "toggle", question: question.name, value });
    else if (!onChoose(question, value, by) && by === "number") focusLater(value);
  };
  const digits = useDigits(numbersUpTo(index.options.length), recordKey, (number) => {
    const option = index.options[number - 1];
    if (option !== undefined) pick(option.value, "number");
  });
  const takeSingle = (value: string) => {
    const taken = selected.has(value) && state.untouched.size === 0;
    if (taken || !onChoose(question, value, "other")) focusLater(value);
  };
  return {
    ...ways,
    digits,
    pick,
    take: ({ value }) => {
      setQuery("");
      if (disabled) return;
      onChosen(value);
      if (single) takeSingle(value);
      else onAction({ type: "toggle", question: question.name, value, takes: true });
    },
  };
}

/** Moves the focus among labels and their search. */
export function useLabelFocus(view: LabelView) {
  const { index, selected, setQuery } = view;
  const list = useRef<LabelListHandle>(null);
  const search = useRef<HTMLInputElement>(null);
  const focusLater = useFocusLater(list);
  const goTo = (value: string) => {
    setQuery("");
    focusLater(value);
  };
  return {
    list,
    search,
    focusLater,
    goTo,
    toSearch: (typed?: string) => {
      if (typed !== undefined) setQuery(typed);
      focusInPanel(search.current);
    },
    leaveSearch: () => {
      const first = [...selected][0] ?? index.options[0]?.value;
      if (first !== undefined) goTo(first);
    },
    moveOption: (step: 1 | -1): boolean => {
      const opens = step === 1 && view.hidden > 0 && list.current?.isLast() === true;
      const next = opens && index.options.find((option) => !view.shown.includes(option));
      if (!next) return list.current?.move(step) === true;
      view.setExpanded(true);
      focusLater(next.value);
      return true;
    },
  };
}

/** Connects a label question with the panel. */
export function useLabelHandle(ref: Ref<QuestionHandle>, handlers: LabelHandlers, searchable: boolean): void {
  const { list, digits, toSearch } = handlers;
  useImperativeHandle(ref, () => ({
    focus: () => (searchable && list.current?.isLong === true ? toSearch() : list.current?.focusFirst()),
    typeDigit: digits.type,
    find: () => {
      if (searchable) toSearch();
      return searchable;
    },
  }));
}

/** The keys on an option: digits pick, letters start a search, Tab moves to the next option. */
export function optionKeys({ digits, toSearch, moveOption }: LabelHandlers, searchable: boolean) {
  return (event: KeyboardEvent) => {
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
}
