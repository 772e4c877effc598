import { type KeyboardEvent, type Ref, useImperativeHandle } from "react";
import { digitOfPress, letterOfPress } from "../../../lib/commands/chord.ts";
import type { QuestionHandle } from "./question-control.ts";
import type { LabelHandlers } from "./use-label-handlers.ts";

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
