import type { AnswerForm } from "@postil/domain/answers/answer-form";
import { answerText } from "@postil/domain/answers/answer-text";
import { isEmpty, valuesToSend } from "@postil/domain/answers/answers";
import type { FeedbackRecord } from "@postil/domain/records/record";
import { t } from "i18next";
import { type RefObject, useEffect, useRef, useState } from "react";
import { cx } from "../../../ui/cx.ts";
import { VisuallyHidden } from "../../../ui/screen-reader.tsx";
import { LOOKS } from "../../../workbench/labels/option-focus.ts";

/**
 * The height in px above the bottom edge that counts as out of view. It covers the actions and this line itself, so that
 * hiding the line does not change the result.
 */
const COVERED = 140;

/** The elements that show the answer of a question: its chips beside the title, else the chosen options. */
const CHIPS = "[data-answer-chips]";
const CHOSEN = "[aria-pressed=true]";

type AnswersOutOfViewProps = {
  form: AnswerForm;
  fields: FeedbackRecord["fields"];
  onGoTo: (question: string) => void;
};

/**
 * If the questions are below the record, lists the answers below the edge of the screen that a submit would send: the first by
 * name, the others by number (design/questions.md#suggestions).
 */
export default function AnswersOutOfView({ form, fields, onGoTo }: AnswersOutOfViewProps) {
  const line = useRef<HTMLDivElement>(null);
  const hidden = useHidden(line, form);
  const answers = form.questions.filter(({ name }) => {
    const state = form.states[name];
    return state !== undefined && !isEmpty(state.answer) && hidden.has(name);
  });
  const [first] = answers;
  const state = first && form.states[first.name];
  const value = first && state && valuesToSend([first], { [first.name]: state.answer })[first.name]?.value;
  return (
    <div ref={line} className="wide:hidden">
      {first !== undefined && state !== undefined && value !== undefined && (
        <div className="flex items-center gap-2 px-6 pt-2 max-md:px-4">
          <button
            type="button"
            onClick={() => onGoTo(first.name)}
            className={cx(
              "min-h-7 min-w-0 rounded-control px-3 py-0.5 text-left max-md:min-h-11",
              LOOKS[state.untouched.size > 0 ? "suggested" : "chosen"],
            )}
          >
            <VisuallyHidden>{t("questions.labels.answer")}</VisuallyHidden>
            <span translate="no" dir="auto" className="wrap-anywhere line-clamp-2">
              {answerText(first.settings, value, fields)}
            </span>
            <VisuallyHidden>{t("questions.labels.goTo")}</VisuallyHidden>
          </button>
          {answers.length > 1 && <span className="flex-none text-small text-soft">+{answers.length - 1}</span>}
        </div>
      )}
    </div>
  );
}

/** The names of the questions whose answers are out of view at the current scroll position. */
function useHidden(line: RefObject<HTMLElement | null>, form: AnswerForm): ReadonlySet<string> {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the form draws the options anew
  useEffect(() => {
    const page = line.current?.closest("[data-desk]");
    if (page == null) return;
    const outside = new Set<Element>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          if (isIntersecting) outside.delete(target);
          else outside.add(target);
        setHidden(new Set([...outside].flatMap((element) => questionOf(element) ?? [])));
      },
      { root: page, rootMargin: `0px 0px -${COVERED}px 0px`, threshold: 0.5 },
    );
    for (const question of page.querySelectorAll("fieldset[data-question]"))
      for (const shown of placesOf(question)) observer.observe(shown);
    return () => observer.disconnect();
  }, [form]);
  return hidden;
}

function placesOf(question: Element): readonly Element[] {
  for (const places of [CHIPS, CHOSEN, "h3"]) {
    const found = question.querySelectorAll(places);
    if (found.length > 0) return [...found];
  }
  return [];
}

const questionOf = (element: Element) => element.closest("[data-question]")?.getAttribute("data-question");
