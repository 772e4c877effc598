import type { Question } from "@postil/domain/datasets/question";
import { hasLabelSearch } from "@postil/domain/labels/visible-options";
import { t } from "i18next";
import { createRef, type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { digitOfPress } from "../../../lib/commands/chord.ts";
import type { CommandEntry } from "../../../lib/commands/command.ts";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";
import { keepsKeys } from "../../../lib/commands/key-owner.ts";
import type { QuestionHandle } from "./question-control.ts";

type Target = { questions: readonly Question[]; focus: QuestionFocus; handles: Handles };

/** Registers the keys of the form on screen. */
export function useQuestionCommands({ questions, focus, handles }: Target): void {
  const types = new Set(questions.map((question) => question.settings.type));
  const searchable = questions.filter(
    ({ settings }) => "visibleOptions" in settings && hasLabelSearch(settings.options.length, settings.visibleOptions),
  );
  const kinds = {
    labels: types.has("label_selection") || types.has("multi_label_selection"),
    search: searchable.length > 0,
    rating: types.has("rating"),
    ranking: types.has("ranking"),
    text: types.has("text"),
  };
  const find = () => {
    const here = searchable.find((question) => question.name === focus.current()) ?? searchable[0];
    if (here !== undefined) handles.get(here.name)?.current?.find();
  };
  const beside = (step: 1 | -1) => void focus.beside(focus.current(), step);
  useCommands(questionEntries(kinds, { beside, find }));
}

/** The kinds of questions in the form. `search`: some of its label questions have a search. */
type Kinds = { readonly [kind in "labels" | "search" | "rating" | "ranking" | "text"]: boolean };
type QuestionHandlers = { readonly beside: (step: 1 | -1) => void; readonly find: () => void };

/** The keys of a form: the commands, and the keys of the controls, for the shortcuts sheet (design/keys.md#labeling). */
export function questionEntries(has: Kinds, { beside, find }: QuestionHandlers): readonly CommandEntry[] {
  const row = t("questions.keys.moveQuestion");
  const entries: readonly (CommandEntry | false)[] = [
    { id: "questions.enter", label: t("questions.keys.enter"), group: "answer", keys: ["Tab"] },
    {
      id: "questions.next",
      label: t("questions.keys.next"),
      row,
      group: "answer",
      shortcuts: [{ keys: "ArrowDown" }, { keys: "Shift+ArrowDown" }],
      repeats: true,
      run: () => beside(1),
    },
    {
      id: "questions.previous",
      label: t("questions.keys.previous"),
      row,
      group: "answer",
      shortcuts: [{ keys: "ArrowUp" }, { keys: "Shift+ArrowUp" }],
      repeats: true,
      run: () => beside(-1),
    },
    { id: "questions.option", label: t("questions.keys.moveOption"), group: "answer", keys: ["Tab", "Shift+Tab"] },
    (has.labels || has.rating) && {
      id: "questions.pick",
      label: t("questions.keys.pick"),
      group: "answer",
      keys: ["1"],
    },
    has.ranking && { id: "questions.rank", label: t("questions.keys.rank"), group: "answer", keys: ["1"] },
    has.ranking && {
      id: "questions.unrank",
      label: t("questions.keys.unrank"),
      group: "answer",
      keys: ["0", "Delete"],
    },
    has.search && {
      id: "questions.find",
      label: t("questions.keys.find"),
      group: "answer",
      section: "record",
      shortcuts: [{ keys: "/" }],
      run: find,
    },
    has.text && {
      id: "questions.write",
      label: t("questions.keys.write"),
      group: "answer",
      keys: ["Shift+Enter"],
    },
    { id: "reading.turn", label: t("questions.keys.read"), group: "look", keys: ["PageDown", "PageUp"] },
    { id: "questions.stop", label: t("questions.keys.stop"), group: "answer", keys: ["Escape"] },
  ];
  return entries.filter((entry) => entry !== false);
}

/** By question name; a question sets its handle while it is on the page. */
type Handles = ReadonlyMap<string, RefObject<QuestionHandle | null>>;

export function useHandles(questions: readonly Question[]): Handles {
  return useMemo(() => new Map(questions.map((question) => [question.name, createRef<QuestionHandle>()])), [questions]);
}

type QuestionFocus = ReturnType<typeof useQuestionFocus>;

export function useQuestionFocus(
  panel: RefObject<HTMLElement | null>,
  questions: readonly Question[],
  handles: Handles,
) {
  /** the question that last had the focus, for keys pressed on the page */
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
    /** Moves to the next or previous question; returns false at the ends, where the focus stays. */
    beside: (name: string | undefined, step: 1 | -1): boolean => {
      const here = questions.findIndex((candidate) => candidate.name === name);
      const next = here < 0 ? questions.at(step === 1 ? 0 : -1) : questions[here + step];
      question(next?.name);
      return next !== undefined;
    },
  };
}

type DigitTarget = {
  panel: RefObject<HTMLElement | null>;
  handles: Handles;
  target: () => string | undefined;
  takesDigits: () => boolean;
};

/**
 * A digit typed while the focus is on the page goes to the question that last had the focus, else to the first one
 * (design/keys.md#labeling).
 */
export function usePageDigits(target: DigitTarget): void {
  const latest = useRef(target);
  useLayoutEffect(() => {
    latest.current = target;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { panel, handles, target: nameOf, takesDigits } = latest.current;
      const digit = digitOfPress(event);
      const inPanel = event.target instanceof Element && event.target.closest("[data-question]") !== null;
      if (digit === null || event.defaultPrevented || keepsKeys(event.target) || inPanel || panel.current === null)
        return;
      const handle = handles.get(nameOf() ?? "")?.current;
      if (!handle || !takesDigits()) return;
      event.preventDefault();
      handle.focus();
      handle.typeDigit(digit);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
