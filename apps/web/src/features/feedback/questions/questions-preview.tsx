import { openForm } from "@postil/domain/answers/answer-form";
import type { Question } from "@postil/domain/datasets/question";
import type { FeedbackRecord } from "@postil/domain/records/record";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { useLatest } from "../../../lib/use-latest.ts";
import { QuestionBlock } from "./question-block.tsx";
import { useControls } from "./question-controls.ts";
import { useAnswerForm } from "./use-answer-form.ts";

type QuestionsPreviewProps = { questions: readonly Question[]; record: FeedbackRecord };

/**
 * The questions as the annotation page shows them for this record, to look at and to try. Unlike the panel it takes no keys of
 * the page and no focus, and nothing of an answer is kept: every change of the questions opens the form anew.
 */
export function QuestionsPreview({ questions, record }: QuestionsPreviewProps) {
  const { t } = useTranslation();
  const controls = useControls(questions);
  const key = `${record.id} ${JSON.stringify(questions)}`;
  const { form, dispatch } = useAnswerForm(key, () => {
    const response = record.responses?.[0] ?? null;
    return openForm({ questions, response, suggestions: record.suggestions ?? [], draft: null });
  });
  const act = useLatest(dispatch);
  const choose = useCallback(
    (question: Question, value: string | number) => {
      act({ type: "choose", question: question.name, value });
      return false;
    },
    [act],
  );
  return (
    <section aria-label={t("questions.panel")}>
      {controls.isSuccess &&
        form.questions.map((question) => {
          const state = form.states[question.name];
          return (
            state !== undefined && (
              <QuestionBlock
                key={question.id}
                ref={null}
                question={question}
                state={state}
                fields={record.fields}
                recordKey={record.id}
                disabled={false}
                onAction={act}
                onChoose={choose}
              />
            )
          );
        })}
    </section>
  );
}
