import type { QuestionState } from "@postil/domain/answers/answer-form";
import type { FormAction } from "@postil/domain/answers/answer-form-change";
import { changeSpans, type SpanAction } from "@postil/domain/answers/span-answer";
import { t } from "i18next";
import { use } from "react";
import { announce } from "../../../../ui/live-region.tsx";
import { FormOnPageContext } from "../form-on-page.ts";
import type { QuestionOf } from "../question-control.ts";

/** Changes of a question's spans, each said, and each to be undone and redone (FAN-28). */
export function useSpanChanges({
  name,
  settings,
}: QuestionOf<"span">): (action: FormAction | SpanAction, text: string) => void {
  const page = use(FormOnPageContext);
  return (action, text) => {
    const before = page?.form.states[name];
    if (page === null || before === undefined) return;
    const { dispatch, tell } = page;
    const changeOf = (own: SpanAction) => {
      const changed = changeSpans(settings, before, own);
      return changed === before ? null : wholeAnswer(name, changed);
    };
    const done = "span" in action ? changeOf(action) : action;
    if (done === null) return;
    const after = dispatch(done).states[name];
    if (after === before || after === undefined) return;
    const bring = (state: QuestionState, said: string) => {
      dispatch(wholeAnswer(name, state));
      announce(said);
    };
    announce(text);
    tell({
      text,
      undo: () => bring(before, t("annotation.foot.message.undone", { record: text })),
      redo: () => bring(after, text),
    });
  };
}

const wholeAnswer = (
  question: string,
  { answer, untouched }: Pick<QuestionState, "answer" | "untouched">,
): FormAction => ({
  type: "setAnswer",
  question,
  answer,
  untouched,
});
