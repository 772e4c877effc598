import type { AnswerForm } from "@postil/domain/answers/answer-form";
import type { FormAction } from "@postil/domain/answers/answer-form-change";
import { isEmpty } from "@postil/domain/answers/answers";
import type { Question } from "@postil/domain/datasets/question";
import type { FeedbackRecord } from "@postil/domain/records/record";
import { t } from "i18next";
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from "react";
import { digitOfPress } from "../../../lib/commands/chord.ts";
import { keepsKeys } from "../../../lib/commands/key-owner.ts";
import { usePreference } from "../../../lib/preferences/use-preference.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import { OPTION } from "../../../workbench/labels/option-focus.ts";
import { QuestionBlock } from "./question-block.tsx";
import type { AnsweredBy } from "./question-control.ts";
import type { AnswerDispatch } from "./use-answer-form.ts";
import { useHandles, usePageDigits, useQuestionCommands, useQuestionFocus } from "./use-question-commands.ts";

export type QuestionsPanelHandle = {
  /** Takes the focus after a press on another control that then becomes inactive; a focus inside this panel stays. */
  readonly takeFocus: () => void;
  readonly focusQuestion: (name: string) => void;
};

type QuestionsPanelProps = {
  ref?: Ref<QuestionsPanelHandle>;
  /** the record on screen: when it changes, the first option gets the focus (design/keys.md#labeling) */
  recordKey: string;
  form: AnswerForm;
  dispatch: AnswerDispatch;
  fields: FeedbackRecord["fields"];
  disabled?: boolean;
  /** False while digits must not answer: the next record is loading, or the user cannot have seen this one yet. */
  takesDigits?: () => boolean;
  /** above the questions */
  above?: ReactNode;
  /** Called with the new form if a number answered the record's only question, and the preference says that this submits. */
  onSubmitByChoice: (form: AnswerForm) => void;
};

const always = () => true;

/** Elements that handle a press themselves. */
const PRESSED = "button, a, input, textarea, label, [tabindex], [contenteditable]";

/** The questions of one record with their keys. All answers are in `form`; the panel makes no requests. */
export function QuestionsPanel({
  ref,
  recordKey,
  form,
  dispatch,
  fields,
  disabled = false,
  takesDigits = always,
  above,
  onSubmitByChoice,
}: QuestionsPanelProps) {
  const [submitOnChoice] = usePreference("submitOnChoice");
  const panel = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const handles = useHandles(form.questions);
  const focus = useQuestionFocus(panel, form.questions, handles);

  const choose = (question: Question, value: string | number, by: AnsweredBy): boolean => {
    const submits = by === "number" && submitOnChoice && form.questions.length === 1;
    const next = dispatch({ type: "choose", question: question.name, value, confirms: submits });
    const answer = next.states[question.name]?.answer;
    if (answer === undefined || isEmpty(answer)) return false;
    if (submits) {
      onSubmitByChoice(next);
      return true;
    }
    return focus.beside(question.name, 1);
  };
  const act = useLatest((action: FormAction) => void dispatch(action));
  const onChoose = useLatest(choose);

  useImperativeHandle(ref, () => ({
    takeFocus: () => !panel.current?.contains(document.activeElement) && focus.first(),
    focusQuestion: focus.question,
  }));
  // Runs before paint, so that the record never shows without its focus. A focus in a search or a dialog elsewhere stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the record alone moves the focus.
  useLayoutEffect(() => {
    const active = document.activeElement;
    if (panel.current?.contains(active) || !keepsKeys(active)) focus.first();
  }, [recordKey]);
  useWarning(form);
  useQuestionCommands({ questions: form.questions, focus, handles });
  usePageDigits({ panel, handles, target: focus.last, takesDigits });

  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (keepsKeys(event.target) || digitOfPress(event.nativeEvent) === null || takesDigits()) return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** Escape leaves the form: letters then become commands, and Tab moves on to the actions (design/keys.md#labeling). */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && !event.defaultPrevented) end.current?.focus({ preventScroll: true });
  };
  /** Firefox presses a button when Space is released, even if the key press was already handled. */
  const onKeyUp = (event: KeyboardEvent) => {
    if (event.key === " " && event.target instanceof Element && event.target.closest(`[${OPTION}]`))
      event.preventDefault();
  };
  /** A press on a question, outside its controls, moves the focus into it; otherwise the next letter would be a command. */
  const onClick = ({ target, defaultPrevented }: MouseEvent) => {
    const question = target instanceof Element ? target.closest("[data-question]") : null;
    const name = question?.getAttribute("data-question");
    if (!(target instanceof Element) || !name || defaultPrevented || target.closest(PRESSED) !== null) return;
    const selects = document.getSelection()?.isCollapsed === false;
    if (!selects && !question?.contains(document.activeElement)) focus.question(name);
  };
  const onMouseDown = (event: MouseEvent) => {
    if (event.target !== event.currentTarget || panel.current?.contains(document.activeElement)) return;
    event.preventDefault();
    focus.first();
  };

  return (
    <section
      ref={panel}
      aria-label={t("questions.panel")}
      onKeyDownCapture={onKeyDownCapture}
      onKeyDown={onKeyDown}
      onKeyUp={onKeyUp}
      onMouseDown={onMouseDown}
      onClick={onClick}
      onFocus={focus.remember}
      className="min-h-full px-6 pt-3 pb-6 max-md:px-4 max-md:pt-5 wide:pl-8"
    >
      {above}
      {form.questions.map((question) => {
        const state = form.states[question.name];
        return (
          state !== undefined && (
            <QuestionBlock
              key={question.id}
              ref={handles.get(question.name) ?? null}
              question={question}
              state={state}
              fields={fields}
              recordKey={recordKey}
              disabled={disabled}
              onAction={act}
              onChoose={onChoose}
            />
          )
        );
      })}
      <div ref={end} tabIndex={-1} className="outline-0" />
    </section>
  );
}

/** Wrong data is not the user's error, but its author should notice it (FAN-16). */
function useWarning({ ignored }: AnswerForm): void {
  const names = ignored.join(", ");
  useEffect(() => {
    if (names !== "") console.warn(`A suggestion outside the options of its question was ignored: ${names}`);
  }, [names]);
}
