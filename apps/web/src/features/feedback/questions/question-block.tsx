import type { Question } from "@postil/domain/datasets/question";
import { t } from "i18next";
import { memo, useImperativeHandle, useRef } from "react";
import { focusInPanel } from "../../../workbench/labels/option-focus.ts";
import { LabelQuestion } from "./label-question.tsx";
import type { QuestionOf, QuestionProps } from "./question-control.ts";
import { CONTROLS } from "./question-controls.ts";
import { QuestionFrame } from "./question-frame.tsx";

/**
 * The control of a question by its type; its code is already loaded (`useControls`). Renders again only if its own answer,
 * record or settings change.
 */
export const QuestionBlock = memo(function QuestionBlock(props: QuestionProps) {
  const { question, ...rest } = props;
  if (isOf(question, "label_selection") || isOf(question, "multi_label_selection")) {
    return <LabelQuestion question={question} {...rest} />;
  }
  if (isOf(question, "rating")) return CONTROLS.rating && <CONTROLS.rating question={question} {...rest} />;
  if (isOf(question, "ranking")) return CONTROLS.ranking && <CONTROLS.ranking question={question} {...rest} />;
  if (isOf(question, "text")) return CONTROLS.text && <CONTROLS.text question={question} {...rest} />;
  if (isOf(question, "span")) return CONTROLS.span && <CONTROLS.span question={question} {...rest} />;
  return <UnknownQuestion question={question} {...rest} />;
});

function isOf<Type extends Question["settings"]["type"]>(question: Question, type: Type): question is QuestionOf<Type> {
  return question.settings.type === type;
}

/** A question whose type this version does not know: shown, optional, and never blocking (FEN-10). */
function UnknownQuestion({ question, state, disabled, onAction, ref }: QuestionProps) {
  const body = useRef<HTMLParagraphElement>(null);
  useImperativeHandle(ref, () => ({
    focus: () => focusInPanel(body.current),
    typeDigit: () => undefined,
    find: () => false,
  }));
  return (
    <QuestionFrame
      question={{ ...question, required: false }}
      state={state}
      disabled={disabled}
      onAction={onAction}
      hint={t("questions.unanswerable")}
    >
      <p ref={body} tabIndex={-1} className="rounded-control text-soft">
        {t("questions.unanswerable")}
      </p>
    </QuestionFrame>
  );
}
