import { t } from "i18next";
import { useImperativeHandle, useRef } from "react";
import { focusInPanel } from "../../../workbench/labels/option-focus.ts";
import type { QuestionProps } from "./question-control.ts";
import { QuestionFrame } from "./question-frame.tsx";

/** A question of a type that this version does not know: shown, optional, never in the way (FEN-10). */
export function UnknownQuestion({ question, state, disabled, onAction, ref }: QuestionProps) {
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
