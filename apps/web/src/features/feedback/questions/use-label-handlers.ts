import { numbersUpTo } from "@postil/domain/answers/option-keys";
import type { NumberedOption } from "@postil/domain/labels/label-search";
import { type KeyboardEvent, type Ref, type RefObject, useImperativeHandle, useRef } from "react";
import { digitOfPress, letterOfPress } from "../../../lib/commands/chord.ts";
import type { LabelListHandle } from "../../../workbench/labels/label-list.tsx";
import { focusInPanel } from "../../../workbench/labels/option-focus.ts";
import { useFocusLater } from "../../../workbench/labels/use-focus-later.ts";
import type { LabelView } from "../../../workbench/labels/use-label-view.ts";
import { type DigitKeys, useDigits } from "./digit-keys.ts";
import type { AnsweredBy, QuestionHandle, QuestionOf, QuestionProps } from "./question-control.ts";

export type LabelQuestionProps = QuestionProps<QuestionOf<"label_selection"> | QuestionOf<"multi_label_selection">>;

export type LabelHandlers = {
  readonly list: RefObject<LabelListHandle | null>;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly digits: DigitKeys;
  /** The option changes: chosen, or not any more. */
  readonly pick: (value: string, by: AnsweredBy) => void;
  /** Takes what was found: already chosen it stays so (FAN-29). */
  readonly take: (option: NumberedOption) => void;
  /** To an option, wherever it is: not found, behind "+k" or far down. */
  readonly goTo: (value: string) => void;
  readonly toSearch: (typed?: string) => void;
  readonly leaveSearch: () => void;
  /** To the option beside; false where that leads out of the question. */
  readonly moveOption: (step: 1 | -1) => boolean;
};

/** What keys and pointer do to a label question, and where the focus goes. `onChosen` hears what a person chose. */
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

/** Where the focus goes among labels and their search. */
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

/** What the panel asks of a label question. */
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

/** Keys on an option: digits pick, letters begin a search, Tab goes to the option beside. */
export function optionKeys({ digits, toSearch, moveOption }: LabelHandlers, searchable: boolean) {
  return (event: KeyboardEvent) => {
    const digit = digitOfPress(event.nativeEvent);
    const letter = letterOfPress(event.nativeEvent);
    if (digit !== null) digits.type(digit);
    else if (searchable && letter !== null) toSearch(letter);
    else if (event.key === "Tab" && !event.ctrlKey && !event.altKey && !event.metaKey) {
      if (!moveOption(event.shiftKey ? -1 : 1)) return;
    }
    // An input method begins to compose in the search, so the press itself must go there.
    else return event.key === "Process" && searchable ? toSearch() : undefined;
    event.preventDefault();
  };
}
