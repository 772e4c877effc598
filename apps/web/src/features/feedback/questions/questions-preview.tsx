import { openForm } from "@postil/domain/answers/answer-form";
import type { Field } from "@postil/domain/datasets/field";
import type { Question } from "@postil/domain/datasets/question";
import { type FeedbackRecord, fieldText } from "@postil/domain/records/record";
import { textDirection } from "@postil/domain/text/text-direction";
import { t } from "i18next";
import { Fragment, useCallback, useMemo, useRef } from "react";
import "../../../lib/i18n/en/dataset-settings.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import { focusInPanel, optionsIn } from "../../../workbench/labels/option-focus.ts";
import { titleOf } from "../../../workbench/record/title-of.ts";
import { type FormOnPage, FormOnPageContext, useAnswerForm } from "./answer-form.ts";
import { QuestionFrame } from "./question-frame.tsx";
import { isSpanQuestion, markedField, QuestionBlock, useControls } from "./question-kinds.tsx";

type QuestionsPreviewProps = { questions: readonly Question[]; record: FeedbackRecord; fields: readonly Field[] };

/**
 * Shows the questions as the annotation page would for this record, to look at and to try. Unlike the panel, it takes no page
 * keys and no focus, and keeps no answers: every change of the questions opens the form again.
 */
export function QuestionsPreview({ questions, record, fields }: QuestionsPreviewProps) {
  const controls = useControls(questions);
  const key = `${record.id} ${JSON.stringify([questions, record.suggestions])}`;
  const { form, dispatch } = useAnswerForm(key, () => {
    const response = record.responses?.[0] ?? null;
    return openForm({ questions, fields: record.fields, response, suggestions: record.suggestions ?? [], draft: null });
  });
  const act = useLatest(dispatch);
  const choose = useCallback(
    (question: Question, value: string | number) => {
      act({ type: "choose", question: question.name, value });
      return false;
    },
    [act],
  );
  const section = useRef<HTMLElement>(null);
  const page = useMemo(
    (): FormOnPage => ({
      form,
      dispatch,
      recordKey: key,
      focusQuestion: (name) => {
        const question = section.current?.querySelector(`[data-question="${CSS.escape(name)}"]`);
        focusInPanel(question && optionsIn(question)[0]);
      },
      tell: nothing,
    }),
    [form, dispatch, key],
  );
  return (
    // Nothing is answered here, so Tab moves on as usual. On the labeling page it moves through the options.
    <section
      ref={section}
      aria-label={t("questions.panel")}
      onKeyDownCapture={(event) => event.key === "Tab" && event.stopPropagation()}
    >
      <FormOnPageContext value={page}>
        {controls.isSuccess &&
          form.questions.map((question) => {
            const state = form.states[question.name];
            const { settings } = question;
            if (state !== undefined && "options" in settings && settings.options.length === 0)
              return (
                <QuestionFrame key={question.id} {...{ question, state }} disabled onAction={act} hint="">
                  <p className="text-soft">{t("datasetSettings.preview.noOptions")}</p>
                </QuestionFrame>
              );
            return (
              state !== undefined && (
                <Fragment key={question.id}>
                  <SpanText question={question} record={record} fields={fields} />
                  <QuestionBlock
                    ref={null}
                    question={question}
                    state={state}
                    fields={record.fields}
                    recordKey={record.id}
                    disabled={false}
                    onAction={act}
                    onChoose={choose}
                  />
                </Fragment>
              )
            );
          })}
      </FormOnPageContext>
    </section>
  );
}

const nothing = () => undefined;

/** Above a span question: the field in which spans are marked. */
function SpanText({ question, record, fields }: Omit<QuestionsPreviewProps, "questions"> & { question: Question }) {
  const Marked = markedField(question);
  if (!isSpanQuestion(question) || Marked === undefined) return null;
  const field = fields.find(({ name }) => name === question.settings.field);
  const text = fieldText(record.fields, question.settings.field) ?? "";
  if (field === undefined || text === "") return null;
  return (
    <div className="mt-6 first:mt-0">
      <p className="text-small text-soft wrap-anywhere">{titleOf(field)}</p>
      <div dir={textDirection(text)} className="max-h-60 overflow-y-auto text-record">
        <Marked question={question} title={titleOf(field)} text={text} />
      </div>
    </div>
  );
}
