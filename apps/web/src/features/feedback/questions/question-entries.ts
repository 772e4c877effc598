import { t } from "i18next";
import type { CommandEntry } from "../../../lib/commands/command.ts";

/** Keys that a control handles itself. */
export type ControlKeys = "pick" | "rank" | "write";
type QuestionHandlers = { readonly beside: (step: 1 | -1) => void; readonly find: () => void };

/**
 * The keys of a form: the commands, and the keys of the controls, for the shortcuts sheet (design/keys.md#labeling). `has`:
 * true if a control of the form has these keys; "find" means the search of a label question.
 */
export function questionEntries(
  has: (keys: ControlKeys | "find") => boolean,
  { beside, find }: QuestionHandlers,
): readonly CommandEntry[] {
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
    has("pick") && {
      id: "questions.pick",
      label: t("questions.keys.pick"),
      group: "answer",
      keys: ["1"],
    },
    has("rank") && { id: "questions.rank", label: t("questions.keys.rank"), group: "answer", keys: ["1"] },
    has("rank") && {
      id: "questions.unrank",
      label: t("questions.keys.unrank"),
      group: "answer",
      keys: ["0", "Delete"],
    },
    has("find") && {
      id: "questions.find",
      label: t("questions.keys.find"),
      group: "answer",
      section: "record",
      shortcuts: [{ keys: "/" }],
      run: find,
    },
    has("write") && {
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
