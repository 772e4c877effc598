import type { QuestionState } from "@postil/domain/answers/answer-form";
import { WHOLE } from "@postil/domain/answers/answers";
import { indexLabels, type NumberedOption } from "@postil/domain/labels/label-search";
import { hasLabelSearch, labelLayout, showOptions } from "@postil/domain/labels/visible-options";
import { t } from "i18next";
import { type ReactNode, useCallback, useMemo } from "react";
import { useCommandRegistry } from "../../../lib/commands/commands-provider.tsx";
import { usePercent } from "../../../lib/i18n/use-percent.ts";
import { usePreference } from "../../../lib/preferences/use-preference.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { AnswerChips, OneAnswer } from "../../../workbench/labels/answer-chips.tsx";
import { LabelList } from "../../../workbench/labels/label-list.tsx";
import type { LabelOptionProps } from "../../../workbench/labels/label-option.tsx";
import { useSearchKeys } from "../../../workbench/labels/label-search.tsx";
import { lookOf } from "../../../workbench/labels/option-focus.ts";
import { type RecentLabelsProps, useRecentLabels } from "../../../workbench/labels/recent-labels.tsx";
import { type LabelView, moreOf, useLabelView } from "../../../workbench/labels/use-label-view.ts";
import type { QuestionOf } from "./question-control.ts";
import { AnswerCount, QuestionFrame, SuggestionNote } from "./question-frame.tsx";
import { SearchOfLabels } from "./search-of-labels.tsx";
import { SuggestionsFirst, useSuggestionsFirst } from "./suggestions-first.tsx";
import { type LabelQuestionProps, optionKeys, useLabelHandle, useLabelHandlers } from "./use-label-handlers.ts";

/** Loaded only for long lists, and not before the user has chosen a label. */
const RecentLabels = lazyPart<RecentLabelsProps>(() => import("../../../workbench/labels/recent-labels.tsx"));
const nothing = () => undefined;

/** A name up to this length is fully visible on a pill. */
const PILL_NAME = 26;

/** One label or several: numbered toggles, a search, and the rest behind "+k" (FAN-22 to FAN-24, FAN-29, FAN-30). */
export function LabelQuestion(props: LabelQuestionProps) {
  const { question, state, recordKey, ref } = props;
  const { settings } = question;
  const searchable = hasLabelSearch(settings.options.length, settings.visibleOptions);
  const view = useQuestionLabels(question, state, recordKey);
  const registry = useCommandRegistry();
  const { index, selected, shown, layout } = view;
  const many = layout === "many";
  const recent = useRecentLabels(question.id, recordKey);
  const handlers = useLabelHandlers(props, view, recent.remember);
  const { list, pick, take, goTo, leaveSearch, toSearch } = handlers;
  useLabelHandle(ref, handlers, searchable);
  const onSearchKeyDown = useSearchKeys({
    view,
    onTake: take,
    onMark: ({ value }) => list.current?.show(value),
    onLeave: leaveSearch,
    onArrow: (step) => registry.run(step === 1 ? "questions.next" : "questions.previous"),
  });
  const propsOf = useOptionProps({ question, state, view, onPick: (value) => pick(value, "other") });

  const optionsOf = (values: Iterable<string>) => [...values].flatMap((value) => index.byValue.get(value) ?? []);
  // Chosen pills stay on the page, except during a search. A long name does not fit on its pill.
  const offPage = optionsOf(selected).filter(
    (option) => many || !shown.includes(option) || option.text.length > PILL_NAME,
  );
  return (
    <LabelFrame
      {...props}
      count={selected.size}
      many={many}
      longest={index.longest}
      chips={offPage.length > 0 && <AnswerChips options={offPage} propsOf={propsOf} onGoTo={goTo} />}
      recent={<RecentLabels options={optionsOf(recent.values)} propsOf={propsOf} whenMissing={nothing} />}
      search={searchable && <SearchOfLabels view={view} handlers={handlers} onKeyDown={onSearchKeyDown} />}
    >
      {(note) => (
        <LabelList
          ref={list}
          recordKey={recordKey}
          shown={shown}
          columns={layout !== "pills"}
          propsOf={propsOf}
          onKeyDown={optionKeys(handlers, searchable)}
          onClearSearch={() => toSearch("")}
          note={note}
          more={moreOf(view, settings.visibleOptions)}
        />
      )}
    </LabelFrame>
  );
}

type LabelFrameProps = Omit<LabelQuestionProps, "ref"> & {
  count: number;
  many: boolean;
  /** the longest label name */
  longest: string;
  chips: ReactNode;
  recent: ReactNode;
  /** false if there is no search */
  search: ReactNode;
  /** the options, with the note after them */
  children: (note: ReactNode) => ReactNode;
};

/** The parts around the options. With many options, the search, the recent labels and the answer stay in view above them. */
function LabelFrame({ count, many, longest, chips, recent, search, children, ...props }: LabelFrameProps) {
  const { question, state, disabled, onAction } = props;
  const single = question.settings.type === "label_selection";
  const suggestionsFirst = state.suggestion !== null && <SuggestionsFirst question={question} />;
  const note = <SuggestionNote {...{ question, state, disabled, onAction }} className="ml-auto" />;
  const answer = single ? (
    <OneAnswer longest={longest}>{chips}</OneAnswer>
  ) : (
    <div className="min-h-7 basis-full">{chips}</div>
  );
  const above = many || search === false;
  return (
    <QuestionFrame
      {...{ question, state, disabled, onAction }}
      hint={t(single ? "questions.hint.one" : "questions.hint.several")}
      note={search === false}
      clearable={single}
      lettersTyped={search !== false}
      sticky={many}
      aside={
        <>
          {!single && count > 0 && (
            <AnswerCount
              text={t("questions.labels.selected", { count })}
              onClear={disabled ? null : () => onAction({ type: "clearQuestion", question: question.name })}
            />
          )}
          {above && suggestionsFirst}
        </>
      }
      end={many ? answer : search}
      tools={
        <>
          {!many && chips}
          {many && (
            <div className="flex items-center gap-3 @max-[480px]:flex-wrap">
              {search}
              {recent}
              {note}
            </div>
          )}
        </>
      }
    >
      {children(
        !above && (
          <span className="float-right my-1 ml-auto flex items-center gap-1">
            {suggestionsFirst}
            {note}
          </span>
        ),
      )}
    </QuestionFrame>
  );
}

/** The options of a label question that are shown, and their order. */
function useQuestionLabels(
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

/** The suggested option values with their scores; null if the agent gave no score. */
function suggestedScores(suggestion: QuestionState["suggestion"]): ReadonlyMap<string, number | null> {
  if (suggestion === null) return new Map();
  return new Map([...selectedValues(suggestion.answer)].map((value) => [value, suggestion.scores.get(value) ?? null]));
}

type OptionSource = Pick<LabelQuestionProps, "question" | "state"> & {
  view: LabelView;
  onPick: (value: string) => void;
};

/** The content of each option as plain values, so that an unchanged option does not render again. */
function useOptionProps(source: OptionSource): (option: NumberedOption) => LabelOptionProps {
  const { question, state, view } = source;
  const { selected, query, marked, layout } = view;
  const single = question.settings.type === "label_selection";
  const percentOf = usePercent();
  const [showCap] = usePreference("showKeyCaps");
  const onPick = useLatest(source.onPick);
  const { suggestion, untouched } = state;
  const proposed = suggestion === null || !("value" in suggestion.answer) ? [] : suggestion.answer.value;
  const isProposed = (value: string) => (Array.isArray(proposed) ? proposed.includes(value) : proposed === value);

  return ({ value, text, description, number }) => {
    const percent = percentOf(suggestion?.scores.get(value));
    const score =
      percent === undefined ? t("questions.suggestion.plain") : t("questions.suggestion.withScore", { score: percent });
    return {
      value,
      text: text === "" ? value : text,
      description,
      cap: String(number),
      look: lookOf(selected.has(value), untouched.has(single ? WHOLE : value)),
      shape: layout === "pills" ? "pill" : "row",
      spoken: isProposed(value) ? score : undefined,
      percent: isProposed(value) ? percent : undefined,
      scoreAbove: true,
      round: single,
      showCap,
      query,
      marked: value === marked?.value,
      onPick,
    };
  };
}
