import type { AnswerForm } from "@postil/domain/answers/answer-form";
import type { FormAction } from "@postil/domain/answers/answer-form-change";
import { isEmpty } from "@postil/domain/answers/answers";
import type { Question } from "@postil/domain/datasets/question";
import { hasLabelSearch } from "@postil/domain/labels/visible-options";
import { rulesOf } from "@postil/domain/records/question-types";
import type { FeedbackRecord } from "@postil/domain/records/record";
import { t } from "i18next";
import {
  createRef,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
} from "react";
import { digitOfPress } from "../../../lib/commands/chord.ts";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";
import { keepsKeys } from "../../../lib/commands/key-owner.ts";
import { usePreference } from "../../../lib/preferences/store.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import { OPTION } from "../../../workbench/labels/option-focus.ts";
import type { AnswerDispatch } from "./answer-form.ts";
import type { AnsweredBy, QuestionHandle } from "./question-control.ts";
import { questionEntries } from "./question-entries.ts";
import { controlKeys, QuestionBlock } from "./question-kinds.tsx";

export type QuestionsPanelHandle = {
  /** Takes the focus after a press on another control that then becomes inactive; a focus inside this panel stays. */
  readonly takeFocus: () => void;
  readonly focusQuestion: (name: string) => void;
};

const always = () => true;

/** Elements that handle a press themselves. */
const PRESSED = "button, a, input, textarea, label, [tabindex], [contenteditable]";

/** The questions of one record with their keys. All answers are in `form`; the panel makes no requests. */
export function QuestionsPanel(props: {
  ref?: Ref<QuestionsPanelHandle>;
  /** the record on screen: when it changes, the first option gets the focus (design/keys.md#labeling) */
  recordKey: string;
  form: AnswerForm;
  dispatch: AnswerDispatch;
  fields: FeedbackRecord["fields"];
  disabled?: boolean;
  /** False while digits must not answer: the next record is loading, or the user cannot have seen this one yet. */
  takesDigits?: () => boolean;
  above?: ReactNode;
  /** Called with the new form if a number answered the record's only question, and the preference says that this submits. */
  onSubmitByChoice: (form: AnswerForm) => void;
}) {
  const { ref, recordKey, form, dispatch, fields, disabled = false, takesDigits = always, above } = props;
  const { onSubmitByChoice } = props;
  const [submitOnChoice] = usePreference("submitOnChoice");
  const panel = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const { questions } = form;
  const focus = useQuestionFocus(panel, questions);

  const choose = (question: Question, value: string | number, by: AnsweredBy): boolean => {
    const submits = by === "number" && submitOnChoice && questions.length === 1;
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
  // Wrong data is not the user's error, but its author should notice it (FAN-16).
  const ignored = form.ignored.join(", ");
  useEffect(() => {
    if (ignored !== "") console.warn(`A suggestion outside the options of its question was ignored: ${ignored}`);
  }, [ignored]);
  useQuestionCommands(questions, focus);
  usePageDigits(panel, focus, takesDigits);

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
      {questions.map((question) => {
        const state = form.states[question.name];
        return (
          state !== undefined && (
            <QuestionBlock
              key={question.id}
              ref={focus.handles.get(question.name) ?? null}
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

type QuestionFocus = ReturnType<typeof useQuestionFocus>;

function useQuestionFocus(panel: RefObject<HTMLElement | null>, questions: readonly Question[]) {
  /** by question name; a question sets its handle while it is on the page */
  const handles = useMemo(
    () => new Map(questions.map((question) => [question.name, createRef<QuestionHandle>()])),
    [questions],
  );
  /** the question that last had the focus, for keys pressed on the page */
  const last = useRef<string | null>(null);
  const question = (name: string | undefined) => (name === undefined ? undefined : handles.get(name)?.current?.focus());
  const current = () => {
    const active = document.activeElement?.closest("[data-question]");
    return active && panel.current?.contains(active) ? (active.getAttribute("data-question") ?? undefined) : undefined;
  };
  return {
    handles,
    current,
    question: (name: string) => question(name),
    first: () => question(questions[0]?.name),
    remember: () => {
      last.current = current() ?? last.current;
    },
    last: () => (last.current !== null && handles.has(last.current) ? last.current : questions[0]?.name),
    /** Moves to the next or previous question; returns false at the ends, where the focus stays. */
    beside: (name: string | undefined, step: 1 | -1): boolean => {
      const here = questions.findIndex((candidate) => candidate.name === name);
      const next = here < 0 ? questions.at(step === 1 ? 0 : -1) : questions[here + step];
      question(next?.name);
      return next !== undefined;
    },
  };
}

function useQuestionCommands(questions: readonly Question[], focus: QuestionFocus): void {
  const searchable = questions.filter(
    ({ settings }) =>
      // The options of a type of a later version may be anything (FEN-10).
      rulesOf(settings.type) !== undefined &&
      "visibleOptions" in settings &&
      hasLabelSearch(settings.options.length, settings.visibleOptions),
  );
  const has = new Set<string>(questions.flatMap(controlKeys));
  if (searchable.length > 0) has.add("find");
  const entries = questionEntries((keys) => has.has(keys), {
    beside: (step) => void focus.beside(focus.current(), step),
    find: () => {
      const here = searchable.find((question) => question.name === focus.current()) ?? searchable[0];
      if (here !== undefined) focus.handles.get(here.name)?.current?.find();
    },
  });
  useCommands(entries);
}

/**
 * A digit typed while the focus is on the page goes to the question that last had the focus, else to the first one
 * (design/keys.md#labeling).
 */
function usePageDigits(panel: RefObject<HTMLElement | null>, focus: QuestionFocus, takesDigits: () => boolean): void {
  const onKeyDown = useLatest((event: KeyboardEvent["nativeEvent"]) => {
    const digit = digitOfPress(event);
    const inPanel = event.target instanceof Element && event.target.closest("[data-question]") !== null;
    if (digit === null || event.defaultPrevented || keepsKeys(event.target) || inPanel || panel.current === null)
      return;
    const handle = focus.handles.get(focus.last() ?? "")?.current;
    if (!handle || !takesDigits()) return;
    event.preventDefault();
    handle.focus();
    handle.typeDigit(digit);
  });
  useEffect(() => {
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [onKeyDown]);
}
