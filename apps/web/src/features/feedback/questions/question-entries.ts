import { t } from "i18next";
import type { Command, CommandEntry } from "../../../lib/commands/command.ts";
import type { Keys } from "../../../lib/commands/keys-here.ts";

/** Keys that a control handles itself. */
export type ControlKeys = "pick" | "rank" | "write";
/**
 * The keys of a form: the commands, and the keys of the controls, for the shortcuts sheet (design/keys.md#labeling). `has`:
 * true if a control of the form has these keys; "find" means the search of a label question.
 */
export function questionEntries(
  has: (keys: ControlKeys | "find") => boolean,
  { beside, find }: { readonly beside: (step: 1 | -1) => void; readonly find: () => void },
): readonly CommandEntry[] {
  const group = "answer";
  type Note = "enter" | "pick" | "rank" | "unrank" | "write" | "stop";
  const note = (name: Note, ...keys: readonly Keys[]) =>
    ({ id: `questions.${name}`, label: t(`questions.keys.${name}`), group, keys }) as const;
  const row = t("questions.keys.moveQuestion");
  const step = (name: "next" | "previous", keys: Keys, by: 1 | -1): Command => ({
    ...{ id: `questions.${name}`, label: t(`questions.keys.${name}`), row, group, repeats: true },
    ...{ shortcuts: [{ keys }, { keys: `Shift+${keys}` }], run: () => beside(by) },
  });
  const search = { id: "questions.find", label: t("questions.keys.find"), shortcuts: [{ keys: "/" }], run: find };
  const entries: readonly (CommandEntry | false)[] = [
    note("enter", "Tab"),
    step("next", "ArrowDown", 1),
    step("previous", "ArrowUp", -1),
    { id: "questions.option", label: t("questions.keys.moveOption"), group, keys: ["Tab", "Shift+Tab"] },
    has("pick") && note("pick", "1"),
    has("rank") && note("rank", "1"),
    has("rank") && note("unrank", "0", "Delete"),
    has("find") && { ...search, group, section: "record" },
    has("write") && note("write", "Shift+Enter"),
    { id: "reading.turn", label: t("questions.keys.read"), group: "look", keys: ["PageDown", "PageUp"] },
    note("stop", "Escape"),
  ];
  return entries.filter((entry) => entry !== false);
}
