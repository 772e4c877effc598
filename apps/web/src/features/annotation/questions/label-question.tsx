import { numbersUpTo } from "@postil/domain/option-keys";
import { hasLabelSearch, hidesSome } from "@postil/domain/visible-options";
import { type KeyboardEvent, useImperativeHandle, useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { digitOfPress, letterOfPress } from "../../../lib/commands/chord.ts";
import { LabelCount, LabelSearch } from "./label-head.tsx";
import { LabelList, type LabelListHandle } from "./label-list.tsx";
import type { QuestionOf, QuestionProps } from "./question-control.ts";
import { focusInPanel } from "./question-focus.ts";
import { QuestionFrame } from "./question-frame.tsx";
import { SuggestionNote } from "./suggestion-note.tsx";
import { SuggestionsFirst } from "./suggestions-first.tsx";
import { useDigits } from "./use-digits.ts";
import { useLabelView } from "./use-label-view.ts";

type LabelQuestionProps = QuestionProps<QuestionOf<"label_selection"> | QuestionOf<"multi_label_selection">>;

/** One label or several: numbered toggles, a search, and the rest behind "+k" (FAN-22 to FAN-24, FAN-29, FAN-30). */
export function LabelQuestion({ question, state, recordKey, disabled, onAction, onChoose, ref }: LabelQuestionProps) {
  const { t } = useTranslation();
  const { settings } = question;
  const single = settings.type === "label_selection";
  const view = useLabelView(question, state, recordKey);
  const { index, selected, shown, hidden, query, setQuery, expanded, setExpanded } = view;
  const frame = useRef<HTMLFieldSetElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<LabelListHandle>(null);
  const searchable = hasLabelSearch(settings.options.length, settings.visibleOptions);

  /** Where the focus goes once the options are drawn: an option may only then be on the page. */
  const focusNext = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (focusNext.current === null) return;
    list.current?.focus(focusNext.current);
    focusNext.current = null;
  });

  const pick = (value: string, by: "number" | "other") => {
    if (disabled) return;
    if (!single) onAction({ type: "toggle", question: question.name, value });
    else if (!onChoose(question, value, by) && by === "number") focusNext.current = value;
  };
  const digits = useDigits(numbersUpTo(index.options.length), recordKey, (number) => {
    const option = index.options[number - 1];
    if (option !== undefined) pick(option.value, "number");
  });

  /** Enter in the search takes the first match shown; what is already chosen stays so (FAN-29). */
  const takeFirst = () => {
    const first = shown[0];
    if (query.trim() === "" || first === undefined) return leaveSearch();
    setQuery("");
    if (single) takeSingle(first.value);
    else if (!selected.has(first.value)) onAction({ type: "toggle", question: question.name, value: first.value });
  };
  const takeSingle = (value: string) => {
    const taken = selected.has(value) && state.untouched.size === 0;
    if (taken || !onChoose(question, value, "other")) focusNext.current = value;
  };
  const leaveSearch = () => {
    setQuery("");
    const first = [...selected][0] ?? index.options[0]?.value;
    if (first !== undefined) focusNext.current = first;
  };

  const toSearch = (query?: string) => {
    if (query !== undefined) setQuery(query);
    focusInPanel(search.current);
  };
  useImperativeHandle(ref, () => ({
    focus: () => (searchable && list.current?.isLong === true ? toSearch() : list.current?.focusFirst()),
    typeDigit: digits.type,
    find: () => {
      if (searchable) toSearch();
      return searchable;
    },
  }));

  const moveOption = (step: 1 | -1): boolean => {
    if (step === 1 && hidden > 0 && list.current?.isLast() === true) {
      setExpanded(true);
      focusNext.current =
        index.options.find(({ value }) => !shown.some((option) => option.value === value))?.value ?? null;
      return true;
    }
    return list.current?.move(step) === true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
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

  const suggestionsFirst = state.suggestion !== null && <SuggestionsFirst question={question} />;
  return (
    <QuestionFrame
      question={question}
      state={state}
      disabled={disabled}
      onAction={onAction}
      frame={frame}
      hint={t(single ? "questions.hint.one" : "questions.hint.several")}
      note={!searchable}
      clearable={single}
      aside={
        <>
          {!single && <LabelCount question={question} count={selected.size} disabled={disabled} onAction={onAction} />}
          {!searchable && suggestionsFirst}
        </>
      }
      end={
        searchable && (
          <LabelSearch
            ref={search}
            query={query}
            onQuery={setQuery}
            onEnter={takeFirst}
            onEscape={leaveSearch}
            found={shown.length}
          />
        )
      }
    >
      <LabelList
        ref={list}
        recordKey={recordKey}
        single={single}
        shown={shown}
        state={state}
        selected={selected}
        onPick={(value) => pick(value, "other")}
        onKeyDown={onKeyDown}
        onClearSearch={() => {
          setQuery("");
          toSearch();
        }}
        note={
          searchable &&
          state.suggestion !== null && (
            <span className="float-right my-1 ml-auto flex items-center gap-1">
              {suggestionsFirst}
              <SuggestionNote question={question} state={state} disabled={disabled} onAction={onAction} />
            </span>
          )
        }
        more={
          query === "" && hidesSome(settings.options.length, settings.visibleOptions)
            ? { hidden, expanded, onToggle: () => setExpanded(!expanded) }
            : null
        }
      />
    </QuestionFrame>
  );
}
