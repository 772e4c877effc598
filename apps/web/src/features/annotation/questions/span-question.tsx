import { useImperativeHandle, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { QuestionOf, QuestionProps } from "./question-control.ts";
import { focusInPanel } from "./question-focus.ts";
import { QuestionFrame } from "./question-frame.tsx";

/** A span question shows its field and labels; what it holds is kept and sent, the empty list included (FAN-27). */
export function SpanQuestion({ question, state, disabled, onAction, ref }: QuestionProps<QuestionOf<"span">>) {
  const { t } = useTranslation();
  const body = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({
    focus: () => focusInPanel(body.current),
    typeDigit: () => undefined,
    find: () => false,
  }));
  const count = state.answer.type === "span" ? state.answer.value.length : 0;
  return (
    <QuestionFrame
      question={question}
      state={state}
      disabled={disabled}
      onAction={onAction}
      note={false}
      clearable={false}
      hint={t("questions.hint.span")}
      aside={
        <span className="whitespace-nowrap text-small/6 text-soft tabular-nums">
          {t("questions.span.count", { count })}
        </span>
      }
    >
      <div ref={body} tabIndex={-1} className="rounded-control">
        <ul aria-label={question.settings.field} className="flex flex-wrap gap-2">
          {question.settings.options.map((option) => (
            <li
              key={option.value}
              title={option.text}
              className="max-w-[200px] truncate rounded-control border border-line px-3 leading-[30px] text-soft"
            >
              {option.text}
            </li>
          ))}
        </ul>
        <p className="mt-2 text-small text-soft">
          {t("questions.span.field", { field: question.settings.field })} {t("questions.span.later")}
        </p>
      </div>
    </QuestionFrame>
  );
}
