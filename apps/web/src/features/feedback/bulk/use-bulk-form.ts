import { type AnswerForm, formValues, openForm } from "@postil/domain/answers/answer-form";
import { bulkActions, bulkObstacles } from "@postil/domain/bulk/bulk-answer";
import type { Question } from "@postil/domain/datasets/question";
import { type RefObject, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useUnsaved } from "../../../lib/unsaved.ts";
import type { BulkForm } from "../../../workbench/bulk/bulk-form.ts";
import { missingText } from "../questions/missing-text.ts";
import type { QuestionsPanelHandle } from "../questions/questions-panel.tsx";
import { type HeldForm, useAnswerForm } from "../questions/use-answer-form.ts";

/** One blank form for all: no suggestions filled in (FBU-11). It stays as typed while pages are turned. */
export function useBulkForm(
  questions: readonly Question[],
  panel: RefObject<QuestionsPanelHandle | null>,
  /** the questions that every selected record answers by what was drawn in its row */
  drawn: RefObject<ReadonlySet<string>>,
): HeldForm & { readonly asked: BulkForm } {
  const { t } = useTranslation();
  const held = useAnswerForm(
    "bulk",
    (): AnswerForm => openForm({ questions, response: null, suggestions: [], draft: null }),
  );
  const { form, formRef, dispatch } = held;
  // It belongs to no record, so it is kept nowhere: before it goes with the page the browser asks (ERR-10).
  useUnsaved("bulk-form", Object.keys(formValues(form)).length > 0);
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
        return missingText(t, obstacles);
      },
      clear: () => {
        empty();
        panel.current?.takeFocus();
      },
      clearIf: (earlier) => {
        if (formRef.current === earlier) empty();
      },
    };
  }, [t, formRef, dispatch, panel, drawn]);
  return { ...held, asked };
}
