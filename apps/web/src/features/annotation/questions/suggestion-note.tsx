import { type FormSuggestion, matchesSuggestion, WHOLE } from "@postil/domain/answer-form";
import type { Question } from "@postil/domain/entities";
import { useTranslation } from "react-i18next";
import { cx } from "../../../ui/cx.ts";
import { Star } from "../../../ui/star.tsx";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";
import type { QuestionProps } from "./question-control.ts";
import { usePercent } from "./use-percent.ts";

type SuggestionNoteProps = Pick<QuestionProps, "question" | "state" | "disabled" | "onAction"> & { className?: string };

/**
 * The machine's note in the margin (FAN-18): who suggested the answer; once the answer differs, the way back to it. A suggestion
 * without an agent that the answer agrees with has nothing to say.
 */
export function SuggestionNote({ question, state, disabled, onAction, className }: SuggestionNoteProps) {
  const { t } = useTranslation();
  const percent = usePercent();
  const { suggestion } = state;
  if (suggestion === null) return null;
  const score = percent(wholeScore(suggestion));
  if (!matchesSuggestion(state) && !disabled) {
    return (
      <button
        type="button"
        onClick={() => onAction({ type: "useSuggestion", question: question.name })}
        className={cx(NOTE, "border-current border-b border-dotted", className)}
      >
        <Star />
        <span className="max-w-48 truncate">{words(question, suggestion, score)}</span>
      </button>
    );
  }
  if (suggestion.agent === null) return null;
  return (
    <span className={cx(NOTE, className)}>
      <Star />
      <span aria-hidden="true" className="max-w-48 truncate" title={suggestion.agent}>
        {suggestion.agent}
      </span>
      <VisuallyHidden>
        {score === undefined
          ? t("questions.suggestion.byAgent", { agent: suggestion.agent })
          : t("questions.suggestion.by", { agent: suggestion.agent, score })}
      </VisuallyHidden>
    </span>
  );

  function words(of: Question, { answer }: FormSuggestion, points: string | undefined): string {
    const value = shortValue(of, answer);
    if (value === undefined) return t("questions.suggestion.use");
    return points === undefined
      ? t("questions.suggestion.useValue", { value })
      : t("questions.suggestion.useValueScore", { value, score: points });
  }
}

const NOTE = "inline-flex min-w-0 flex-none items-center gap-1 text-note text-suggestion";

/** A suggested label or rating is short enough to be named; the rest is only "the suggestion". */
function shortValue({ settings }: Question, answer: FormSuggestion["answer"]): string | undefined {
  if (answer.type === "rating" && answer.value !== null) return String(answer.value);
  if (answer.type !== "label_selection" || settings.type !== "label_selection") return undefined;
  return settings.options.find((option) => option.value === answer.value)?.text;
}

/** The score of a suggestion that has one for the whole of it. */
function wholeScore({ answer, scores }: FormSuggestion): number | undefined {
  if (answer.type === "text") return scores.get(WHOLE);
  return answer.type === "rating" || answer.type === "label_selection" ? scores.get(String(answer.value)) : undefined;
}
