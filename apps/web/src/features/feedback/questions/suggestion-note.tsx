import { type FormSuggestion, matchesSuggestion } from "@postil/domain/answers/answer-form";
import type { Question } from "@postil/domain/datasets/question";
import { t } from "i18next";
import { usePercent } from "../../../lib/i18n/use-percent.ts";
import { cx } from "../../../ui/cx.ts";
import { Star } from "../../../ui/star.tsx";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";
import type { QuestionProps } from "./question-control.ts";

type SuggestionNoteProps = Pick<QuestionProps, "question" | "state" | "disabled" | "onAction"> & {
  className?: string;
  /** the words of the way back, where the answer has its own */
  back?: string;
};

/** The machine's note in the margin (FAN-18): who suggested the answer; once the answer differs, the way back to it. */
export function SuggestionNote({ question, state, disabled, onAction, className, back }: SuggestionNoteProps) {
  const { suggestion } = state;
  if (suggestion === null) return null;
  if (matchesSuggestion(state) || disabled) return <SuggestionAuthor suggestion={suggestion} className={className} />;
  return (
    <button
      type="button"
      onClick={() => onAction({ type: "useSuggestion", question: question.name })}
      className={cx(NOTE, "border-current border-b border-dotted", className)}
    >
      <Star />
      <span className="max-w-48 truncate">{back ?? <UseSuggestion question={question} suggestion={suggestion} />}</span>
    </button>
  );
}

const NOTE = "inline-flex min-w-0 flex-none items-center gap-1 text-note text-suggestion";

/** The agent; with the score where no option can carry it. A missing agent or score is shown as nothing (FEN-31). */
function SuggestionAuthor({ suggestion, className }: { suggestion: FormSuggestion; className?: string | undefined }) {
  const { agent, answer } = suggestion;
  const score = usePercent()(wholeScore(suggestion)) ?? "";
  // The score of a label stands on the label; the values of a rating are too narrow for it.
  const shown = answer.type === "rating" ? [agent, score].filter(Boolean).join(", ") : (agent ?? "");
  if (shown === "") return null;
  const spoken = agent === null ? t("questions.suggestion.withScore", { score }) : bySomebody(agent);
  return (
    <span translate="no" className={cx(NOTE, className)}>
      <Star />
      <span aria-hidden="true" className="max-w-48 truncate" title={shown}>
        {shown}
      </span>
      <VisuallyHidden>{spoken}</VisuallyHidden>
    </span>
  );

  function bySomebody(who: string): string {
    if (score === "") return t("questions.suggestion.byAgent", { agent: who });
    return t("questions.suggestion.by", { agent: who, score });
  }
}

/** "use 5, 61 %"; what is too long to be named is only "the suggestion". */
function UseSuggestion({ question, suggestion }: { question: Question; suggestion: FormSuggestion }) {
  const score = usePercent()(wholeScore(suggestion));
  const value = shortValue(question, suggestion.answer);
  if (value === undefined) return t("questions.suggestion.use");
  if (score === undefined) return t("questions.suggestion.useValue", { value });
  return t("questions.suggestion.useValueScore", { value, score });
}

function shortValue({ settings }: Question, answer: FormSuggestion["answer"]): string | undefined {
  if (answer.type === "rating" && answer.value !== null) return String(answer.value);
  if (answer.type !== "label_selection" || settings.type !== "label_selection") return undefined;
  return settings.options.find((option) => option.value === answer.value)?.text;
}

/** The score of a suggestion that is one value. */
function wholeScore({ answer, scores }: FormSuggestion): number | undefined {
  return answer.type === "rating" || answer.type === "label_selection" ? scores.get(String(answer.value)) : undefined;
}
