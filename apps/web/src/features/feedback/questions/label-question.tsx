import type { QuestionState } from "@postil/domain/answers/answer-form";
import { WHOLE } from "@postil/domain/answers/answers";
import { IN_PLACE_UP_TO } from "@postil/domain/labels/visible-options";
import { t } from "i18next";
import { Sparkle } from "lucide-react";
import { useMemo } from "react";
import { useCommandRegistry } from "../../../lib/commands/commands-provider.tsx";
import { percentText } from "../../../lib/i18n/percent.ts";
import { usePreference } from "../../../lib/preferences/store.ts";
import { IconButton } from "../../../ui/button.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { AnswerChips, OneAnswer } from "../../../workbench/labels/answer-chips.tsx";
import { lookOf } from "../../../workbench/labels/option-focus.ts";
import { useRecentLabels } from "../../../workbench/labels/use-recent-labels.ts";
import { useLabelControl, useLabels } from "./label-control.tsx";
import type { QuestionOf, QuestionProps } from "./question-control.ts";
import { AnswerCount, QuestionFrame, SuggestionNote } from "./question-frame.tsx";

/** Loaded only for long lists, and not before the user has chosen a label. */
const RecentLabels = lazyPart(() => import("../../../workbench/labels/recent-labels.tsx"));

/** A name up to this length is fully visible on a pill. */
const PILL_NAME = 26;

type LabelQuestionProps = QuestionProps<QuestionOf<"label_selection" | "multi_label_selection">>;

/** One label or several: numbered toggles, a search, and the rest behind "+k" (FAN-22 to FAN-24, FAN-29, FAN-30). */
export function LabelQuestion(props: LabelQuestionProps) {
  const { question, state, recordKey, disabled, onAction, onChoose, ref } = props;
  const { answer, suggestion, untouched } = state;
  const single = question.settings.type === "label_selection";
  const registry = useCommandRegistry();
  const recent = useRecentLabels(question.id, recordKey);
  const [suggestionsFirst, toggleSuggestionsFirst] = useSuggestionsFirst(question);
  const selected = useMemo(() => selectedValues(answer), [answer]);
  const suggested = useMemo(() => suggestedScores(suggestion), [suggestion]);
  const view = useLabels({ question, recordKey, selected, suggested, suggestionsFirst });
  const { index, shown, layout } = view;
  const many = layout === "many";

  const control = useLabelControl({
    ref,
    question,
    recordKey,
    view,
    ownProps: ({ value }) => {
      const percent = percentText(suggestion?.scores.get(value));
      const score =
        percent === undefined
          ? t("questions.suggestion.plain")
          : t("questions.suggestion.withScore", { score: percent });
      const proposed = suggested.has(value);
      return {
        look: lookOf(selected.has(value), untouched.has(single ? WHOLE : value)),
        spoken: proposed ? score : undefined,
        percent: proposed ? percent : undefined,
        scoreAbove: true,
        round: single,
      };
    },
    onPick: (value, by) => {
      if (disabled) return false;
      if (!selected.has(value)) recent.remember(value);
      if (single) return !onChoose(question, value, by);
      onAction({ type: "toggle", question: question.name, value });
      return false;
    },
    onTake: (value) => {
      if (disabled) return false;
      recent.remember(value);
      if (single) return (selected.has(value) && untouched.size === 0) || !onChoose(question, value, "other");
      onAction({ type: "toggle", question: question.name, value, takes: true });
      return false;
    },
    onArrow: (step) => registry.run(step === 1 ? "questions.next" : "questions.previous"),
  });
  const { goTo, propsOf, search } = control;

  const optionsOf = (values: Iterable<string>) => [...values].flatMap((value) => index.byValue.get(value) ?? []);
  // Chosen pills stay on the page, except during a search. A long name does not fit on its pill.
  const offPage = optionsOf(selected).filter(
    (option) => many || !shown.includes(option) || option.text.length > PILL_NAME,
  );
  const chips = offPage.length > 0 && <AnswerChips options={offPage} propsOf={propsOf} onGoTo={goTo} />;
  const firstButton = suggestion !== null && (
    <IconButton
      icon={Sparkle}
      size="tiny"
      on={suggestionsFirst}
      translate="no"
      label={t("comfort.suggestionsFirst", { title: question.title })}
      onClick={toggleSuggestionsFirst}
      className="opacity-0 focus-visible:opacity-100 group-hover/question:opacity-100 max-md:hidden"
    />
  );
  const proposed = single ? [...suggested.keys()][0] : undefined;
  const inShort = proposed !== undefined && {
    value: index.byValue.get(proposed)?.text ?? proposed,
    score: percentText(suggestion?.scores.get(proposed)),
  };
  const framed = { question, state, disabled, onAction, suggested: inShort || undefined };
  const note = <SuggestionNote {...framed} className="ml-auto" />;
  const above = many || search === false;
  // With many options, the search, the recent labels and the answer stay in view above them.
  return (
    <QuestionFrame
      {...framed}
      hint={t(single ? "questions.hint.one" : "questions.hint.several")}
      note={search === false}
      clearable={single}
      lettersTyped={search !== false}
      sticky={many}
      aside={
        <>
          {!single && selected.size > 0 && (
            <AnswerCount
              title={question.title}
              text={t("questions.labels.selected", { count: selected.size })}
              onClear={disabled ? null : () => onAction({ type: "clearQuestion", question: question.name })}
            />
          )}
          {above && firstButton}
        </>
      }
      end={
        many ? (
          single ? (
            <OneAnswer longest={index.longest}>{chips}</OneAnswer>
          ) : (
            <div className="min-h-7 basis-full">{chips}</div>
          )
        ) : (
          search
        )
      }
      tools={
        many ? (
          <div className="flex items-center gap-3 @max-[480px]:flex-wrap">
            {search}
            <RecentLabels options={optionsOf(recent.values)} propsOf={propsOf} />
            {note}
          </div>
        ) : (
          chips
        )
      }
    >
      {control.list(
        !above && (
          <span className="float-right my-1 ml-auto flex items-center gap-1">
            {firstButton}
            {note}
          </span>
        ),
      )}
    </QuestionFrame>
  );
}

function selectedValues(answer: QuestionState["answer"]): ReadonlySet<string> {
  if (answer.type === "multi_label_selection") return new Set(answer.value);
  return new Set(answer.type === "label_selection" && answer.value !== null ? [answer.value] : []);
}

function suggestedScores(suggestion: QuestionState["suggestion"]): ReadonlyMap<string, number | null> {
  if (suggestion === null) return new Map();
  return new Map([...selectedValues(suggestion.answer)].map((value) => [value, suggestion.scores.get(value) ?? null]));
}

/**
 * True if suggested options come first, and a function to put them first, or back in their places, which is remembered for the
 * question (design/device.md#preferences). The user's setting for the question decides, then the user's general setting, then
 * the question's settings; with hundreds of options they always come first.
 */
function useSuggestionsFirst({ id, settings }: LabelQuestionProps["question"]) {
  const [everywhere] = usePreference("suggestionsFirst");
  const [own, setOwn] = usePreference("suggestionsFirstOf");
  const bySettings = "optionsOrder" in settings && settings.optionsOrder === "suggestion";
  const first = own[id] ?? (everywhere || bySettings || settings.options.length > IN_PLACE_UP_TO);
  return [first, () => setOwn({ ...own, [id]: !first })] as const;
}
