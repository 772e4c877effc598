import type { FormAction } from "@postil/domain/answers/answer-form-change";
import { t } from "i18next";
import { type ReactNode, useEffect, useRef } from "react";
import type { QuestionOf, QuestionProps } from "../question-control.ts";
import { AnswerCount, QuestionFrame, SuggestionNote } from "../question-frame.tsx";
import { noteFocus, spansIn, useSpanChanges } from "./span-work.ts";

type SpanFrameProps = Omit<QuestionProps<QuestionOf<"span">>, "ref"> & {
  /** the form is for many records, and each has its own spans */
  inRows: boolean;
  sticky: boolean;
  lettersTyped: boolean;
  search: ReactNode;
  children: ReactNode;
};

/** The parts around the labels: the number of spans, a button to clear them, and one to restore all suggestions. */
export function SpanFrame({ inRows, sticky, lettersTyped, search, children, ...props }: SpanFrameProps) {
  const { question, state, disabled } = props;
  const frame = useRef<HTMLFieldSetElement>(null);
  const change = useSpanChanges(question);
  const { length: count } = spansIn(state);
  useEffect(() => {
    const note = () => noteFocus(question.id);
    const { current } = frame;
    current?.addEventListener("focusin", note);
    return () => current?.removeEventListener("focusin", note);
  }, [question.id]);
  const onAction = (action: FormAction) =>
    inRows
      ? props.onAction(action)
      : change(action, action.type === "useSuggestion" ? t("spans.allBack") : t("spans.cleared", { count }));
  const suggested = state.suggestion === null ? 0 : spansIn(state.suggestion).length;
  const back = t("spans.useAll", { count: suggested });
  const note = !inRows && (
    <SuggestionNote {...{ question, state, disabled, onAction, back }} className="mt-0.5 ml-auto" />
  );
  return (
    <QuestionFrame
      {...props}
      onAction={onAction}
      frame={frame}
      hint={t("spans.hint", { field: question.settings.field })}
      note={false}
      clearable={false}
      sticky={sticky}
      lettersTyped={lettersTyped}
      aside={
        !inRows && (
          <AnswerCount
            text={t("spans.count", { count })}
            onClear={
              count === 0 || disabled ? null : () => onAction({ type: "clearQuestion", question: question.name })
            }
          />
        )
      }
      end={search === false ? note : search}
      tools={search !== false && <div className="mb-2 flex empty:hidden">{note}</div>}
    >
      {children}
    </QuestionFrame>
  );
}
