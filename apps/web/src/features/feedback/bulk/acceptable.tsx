import { ownSuggestions } from "@postil/domain/bulk/bulk-answer";
import type { BulkSelection } from "@postil/domain/bulk/bulk-selection";
import type { Question } from "@postil/domain/datasets/question";
import type { AnswerValues } from "@postil/domain/records/answer-values";
import { t } from "i18next";
import { memo } from "react";
import type { ShownItem } from "../queue/queue-state.ts";

type AcceptableProps = {
  items: readonly ShownItem[];
  chosen: BulkSelection;
  questions: readonly Question[];
  /** the answers of a record, besides its suggestions */
  drawn: (item: ShownItem) => AnswerValues;
};

/**
 * Tells for how many records "Accept suggestions" would give an answer: of the selected records, else of the page. So the line
 * is there before anything is selected, and nothing moves later (design/bulk.md).
 */
export const Acceptable = memo(function Acceptable({ items, chosen, questions, drawn }: AcceptableProps) {
  const suggested = items.some(({ record }) => (record.suggestions ?? []).length > 0);
  if (!suggested) return null;
  const selected = chosen.allMatches ? [] : items.filter(({ record }) => chosen.chosen.has(record.id));
  const of = selected.length > 0 ? selected : items;
  const ready = of.filter((item) => ownSuggestions(questions, item, drawn(item)) !== null).length;
  return (
    <p className="-mt-2 truncate pr-6 pb-2 pl-16 text-small text-soft tabular-nums max-md:pl-14">
      {t(selected.length > 0 ? "bulk.acceptable.selected" : "bulk.acceptable.page", { count: ready, of: of.length })}
    </p>
  );
});
