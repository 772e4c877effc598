import type { Question } from "@postil/domain/datasets/question";
import { createRef, type RefObject, useMemo, useRef } from "react";
import type { QuestionHandle } from "./question-control.ts";

/** By question name; a question fills its handle while it is on the page. */
export type Handles = ReadonlyMap<string, RefObject<QuestionHandle | null>>;

export function useHandles(questions: readonly Question[]): Handles {
  return useMemo(() => new Map(questions.map((question) => [question.name, createRef<QuestionHandle>()])), [questions]);
}

export type QuestionFocus = ReturnType<typeof useQuestionFocus>;

export function useQuestionFocus(
  panel: RefObject<HTMLElement | null>,
  questions: readonly Question[],
  handles: Handles,
) {
  /** the question that had the focus last, for keys pressed on the page */
  const last = useRef<string | null>(null);
  const question = (name: string | undefined) => (name === undefined ? undefined : handles.get(name)?.current?.focus());
  const current = () => {
    const active = document.activeElement?.closest("[data-question]");
    return active && panel.current?.contains(active) ? (active.getAttribute("data-question") ?? undefined) : undefined;
  };
  return {
    current,
    question: (name: string) => question(name),
    first: () => question(questions[0]?.name),
    remember: () => {
      last.current = current() ?? last.current;
    },
    last: () => (last.current !== null && handles.has(last.current) ? last.current : questions[0]?.name),
    /** To the question beside this one; false at the ends, where the focus stays. */
    beside: (name: string | undefined, step: 1 | -1): boolean => {
      const here = questions.findIndex((candidate) => candidate.name === name);
      const next = here < 0 ? questions.at(step === 1 ? 0 : -1) : questions[here + step];
      question(next?.name);
      return next !== undefined;
    },
  };
}
