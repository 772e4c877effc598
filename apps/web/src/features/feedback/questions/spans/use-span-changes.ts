import type { QuestionState } from "@postil/domain/answers/answer-form";
import type { FormAction } from "@postil/domain/answers/answer-form-change";
import { changeSpans, type SpanAction } from "@postil/domain/answers/span-answer";
import { use } from "react";
import { useTranslation } from "react-i18next";
import { announce } from "../../../../ui/live-region.tsx";
import { type FormOnPage, FormOnPageContext } from "../form-on-page.ts";
import type { QuestionOf } from "../question-control.ts";
import { setSpanWork, spanWork } from "./span-work.ts";

/** Changes of a question's spans, each said and each to be undone (FAN-28). */
export function useSpanChanges(question: QuestionOf<"span">): (action: FormAction | SpanAction, text: string) => void {
  const { id, name, settings } = question;
  const { t } = useTranslation();
  const page = use(FormOnPageContext);
  return (action, text) => {
    const state = page?.form.states[name];
    if (page === null || state === undefined) return;
    const done = "span" in action ? wholeAnswer(name, changeSpans(settings, state, action)) : action;
    if (page.dispatch(done).states[name] === state) return;
    const { past } = spanWork(id);
    const before = past.recordKey === page.recordKey ? past.changes : [];
    const changes = [...before, { answer: state.answer, untouched: state.untouched, text }];
    setSpanWork(id, { past: { recordKey: page.recordKey, changes } });
    announce(text);
    offerUndo(page, { id, name }, (text) => announce(t("spans.undone", { text })));
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

/** The last change with its way back; then the one before it. */
function offerUndo(
  page: FormOnPage,
  of: { readonly id: string; readonly name: string },
  say: (text: string) => void,
): void {
  const { changes, recordKey } = spanWork(of.id).past;
  const last = changes.at(-1);
  if (last === undefined) {
    page.tell(null);
    return;
  }
  const undo = () => {
    page.dispatch(wholeAnswer(of.name, last));
    setSpanWork(of.id, { past: { recordKey, changes: changes.slice(0, -1) } });
    say(last.text);
    offerUndo(page, of, say);
  };
  page.tell({ text: last.text, undo });
}
