import { matchesSuggestion } from "@postil/domain/answers/answer-form";
import { type QuotedSpan, quotedSpans } from "@postil/domain/answers/quoted-spans";
import type { Span } from "@postil/domain/spans/span";
import { spanKey } from "@postil/domain/spans/span-list";
import { type KeyboardEvent, useImperativeHandle, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { usePercent } from "../../../lib/i18n/use-percent.ts";
import { entityColors } from "../../../ui/entity-colors.ts";
import { focusInPanel, goBeside, optionsIn } from "../../../workbench/labels/option-focus.ts";
import type { QuestionOf, QuestionProps } from "./question-control.ts";
import { QuestionFrame } from "./question-frame.tsx";
import { SpanList } from "./span-list.tsx";
import { SpanToggle } from "./span-toggle.tsx";
import { SuggestionAuthor } from "./suggestion-note.tsx";

const NONE: readonly Span[] = [];

/**
 * A span question without its control (FAN-28): what is suggested stands in a list to be read, and is an answer once its button
 * was pressed; so is "no spans" (FAN-27). Until then nothing is sent.
 */
export function SpanQuestion(props: QuestionProps<QuestionOf<"span">>) {
  const { question, state, fields, disabled, onAction, ref } = props;
  const { name, settings } = question;
  const { t } = useTranslation();
  const percent = usePercent();
  const frame = useRef<HTMLFieldSetElement>(null);
  useImperativeHandle(ref, () => ({
    focus: () => frame.current && focusInPanel(optionsIn(frame.current)[0]),
    typeDigit: () => undefined,
    find: () => false,
  }));
  const answer = state.answer.type === "span" ? state.answer.value : null;
  const suggested = state.suggestion?.answer.type === "span" ? (state.suggestion.answer.value ?? NONE) : NONE;
  const accepted = matchesSuggestion(state);
  const shown = answer ?? suggested;
  const quoted = useMemo(() => quotedSpans(settings, shown, fields), [settings, shown, fields]);
  const scoreOf = ({ span }: QuotedSpan) => percent(state.suggestion?.scores.get(spanKey(span)));
  const take = (pressed: boolean, type: "useSuggestion" | "noSpans") =>
    onAction({ type: pressed ? "clearQuestion" : type, question: name });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Tab" && goBeside(frame.current, event)) event.preventDefault();
  };

  return (
    <QuestionFrame
      question={question}
      state={state}
      disabled={disabled}
      onAction={onAction}
      frame={frame}
      note={false}
      hint={t("questions.hint.span")}
      aside={answer !== null && <Count count={answer.length} />}
      end={state.suggestion && <SuggestionAuthor suggestion={state.suggestion} className="mt-0.5 ml-auto" />}
    >
      <ul aria-label={t("questions.span.labels")} className="mb-2 flex flex-wrap gap-x-3 text-small text-soft">
        {settings.options.map((option, index) => (
          <li
            key={option.value}
            title={option.text}
            style={entityColors(index)}
            className="max-w-[200px] truncate underline decoration-(--tone) decoration-2 underline-offset-4"
          >
            {option.text}
          </li>
        ))}
      </ul>
      <SpanList spans={quoted} suggested={answer === null} field={settings.field} scoreOf={scoreOf} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons are the controls; their keys are heard here once. */}
      <div onKeyDown={onKeyDown} className="flex flex-wrap gap-2">
        {suggested.length > 0 && (
          <SpanToggle pressed={accepted} byMachine onPress={() => take(accepted, "useSuggestion")}>
            {t("questions.span.use", { count: suggested.length })}
          </SpanToggle>
        )}
        <SpanToggle
          pressed={answer?.length === 0}
          byMachine={state.suggestion !== null && suggested.length === 0}
          onPress={() => take(answer?.length === 0, "noSpans")}
        >
          {t("questions.span.none")}
        </SpanToggle>
      </div>
      <p className="mt-2 text-small text-soft">
        {t(answer === null ? "questions.span.unanswered" : "questions.span.later", { field: settings.field })}
      </p>
    </QuestionFrame>
  );
}

function Count({ count }: { count: number }) {
  const { t } = useTranslation();
  return (
    <span className="whitespace-nowrap text-small/6 text-soft tabular-nums">
      {t("questions.span.count", { count })}
    </span>
  );
}
