import { type AnswerForm, openForm } from "@postil/domain/answers/answer-form";
import type { Question } from "@postil/domain/datasets/question";
import { useAnswerForm } from "../questions/use-answer-form.ts";

/** One blank form for all: no suggestions filled in (FBU-11). It stays as typed while pages are turned. */
export function useBulkForm(questions: readonly Question[]) {
  const held = useAnswerForm(
    "bulk",
    (): AnswerForm => openForm({ questions, response: null, suggestions: [], draft: null }),
  );
  return {
    ...held,
    /** Empties it, unless it was changed since it stood like this. */
    clearIf: (form: AnswerForm) => {
      if (held.formRef.current === form) held.dispatch({ type: "clearAll" });
    },
  };
}
