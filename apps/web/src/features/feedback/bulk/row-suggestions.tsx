import { type SuggestedAnswer, suggestedAnswers } from "@postil/domain/answers/suggested-answers";
import type { Question } from "@postil/domain/datasets/question";
import type { FeedbackRecord } from "@postil/domain/records/record";
import { t } from "i18next";
import { memo } from "react";
import { usePercent } from "../../../lib/i18n/use-percent.ts";
import { Star } from "../../../ui/star.tsx";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";

/** As many are read at a glance; the others are counted. */
const SHOWN = 2;

type RowSuggestionsProps = { record: FeedbackRecord; questions: readonly Question[] };

/** What "Accept suggestions" would write to this record, at the right edge of its row (design/bulk.md). */
export const RowSuggestions = memo(function RowSuggestions({ record, questions }: RowSuggestionsProps) {
  const percent = usePercent();
  const all = suggestedAnswers(questions, record);
  if (all.length === 0) return null;
  const spoken = ({ title, text }: SuggestedAnswer) => t("bulk.suggested", { title, text });
  return (
    <span className="flex min-w-0 items-center justify-end gap-1.5 max-md:order-last max-md:mb-1 max-md:basis-full max-md:justify-start">
      {all.slice(0, SHOWN).map((answer) => {
        const score = percent(answer.score);
        return (
          <span
            key={answer.title}
            title={spoken(answer)}
            className="inline-flex h-6 min-w-0 items-center gap-1 rounded-control border-dotted border-suggestion bg-suggestion-wash px-1.5 text-suggestion [border-width:var(--stroke-suggested)]"
          >
            <Star size={11} />
            <VisuallyHidden>{spoken(answer)}</VisuallyHidden>
            <span aria-hidden="true" translate="no" dir="auto" className="max-w-36 truncate">
              {answer.text}
            </span>
            {score !== undefined && <span className="flex-none tabular-nums">{score}</span>}
          </span>
        );
      })}
      {all.length > SHOWN && (
        <span title={all.slice(SHOWN).map(spoken).join("\n")} className="flex-none text-suggestion tabular-nums">
          {t("bulk.suggestedMore", { count: all.length - SHOWN })}
        </span>
      )}
    </span>
  );
});
