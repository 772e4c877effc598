import { hasLabelSearch } from "@postil/domain/answers/visible-options";
import type { Question } from "@postil/domain/datasets/question";
import { t } from "i18next";
import type { CommandEntry } from "../../../lib/commands/command.ts";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";
import type { Handles, QuestionFocus } from "./use-question-focus.ts";

type Target = { questions: readonly Question[]; focus: QuestionFocus; handles: Handles };

/** Offers the keys of the form on screen. */
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

/** What the form has questions of; `search`: some of its labels have one. */
type Kinds = { readonly [kind in "labels" | "search" | "rating" | "ranking" | "text"]: boolean };
type QuestionHandlers = { readonly beside: (step: 1 | -1) => void; readonly find: () => void };

/**
 * The keys of a form: those that are commands, and those of the controls, noted for the shortcuts sheet
 * (design/keys.md#labeling).
 */
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
