import { type AnswerForm, formValues, openForm } from "@postil/domain/answers/answer-form";
import { bulkActions, bulkObstacles } from "@postil/domain/bulk/bulk-answer";
import type { Question } from "@postil/domain/datasets/question";
import { type RefObject, useMemo } from "react";
import type { BulkForm } from "../../../workbench/bulk/use-bulk.ts";
import { missingText } from "../questions/missing-text.ts";
import type { QuestionsPanelHandle } from "../questions/questions-panel.tsx";
import { type HeldForm, useAnswerForm } from "../questions/use-answer-form.ts";
import type { KeptForm } from "./kept-form.ts";

/** One form for all, blank or as it was left: no suggestions filled in (FBU-11). It stays as typed while pages are turned. */
export function useBulkForm(
  questions: readonly Question[],
  panel: RefObject<QuestionsPanelHandle | null>,
  /** the questions that every selected record answers by what was drawn in its row */
  drawn: RefObject<ReadonlySet<string>>,
  kept: KeptForm,
): HeldForm & { readonly asked: BulkForm } {
  const held = useAnswerForm(
    "bulk",
    (): AnswerForm => openForm({ questions, response: null, suggestions: [], draft: kept.earlier?.answers ?? null }),
  );
  const { formRef, dispatch } = held;
  const asked = useMemo((): BulkForm => {
    const empty = () => void dispatch({ type: "clearAll" });
    return {
      held: () => formRef.current,
      values: () => formValues(formRef.current),
      may: (selected) => bulkActions(formRef.current, selected, drawn.current),
      leadToMissing: () => {
        const obstacles = bulkObstacles(formRef.current, drawn.current);
        const [first] = obstacles;
        if (first === undefined) return null;
        panel.current?.focusQuestion(first.question.name);
        return missingText(obstacles);
      },
      clear: () => {
        empty();
        panel.current?.takeFocus();
      },
      clearIf: (earlier) => {
        if (formRef.current !== earlier) return;
        empty();
        // The view may be gone by now.
        kept.keep(null);
      },
    };
  }, [formRef, dispatch, panel, drawn, kept]);
  return { ...held, asked };
}
