import { t } from "i18next";
import type { CommandEntry } from "../../../lib/commands/command.ts";

export const FIND_KEY = "/";

/** The keys for the labels of any record. `find`: moves to the box that finds labels, null if there is no such box. */
export function labelEntries(find: (() => void) | null): readonly CommandEntry[] {
  const pick = { id: "labels.pick", label: t("classification.keys.pick"), group: "answer", keys: ["1"] } as const;
  const named = { id: "labels.find", label: t("words.findLabel"), group: "answer" } as const;
  return find === null ? [pick] : [pick, { ...named, shortcuts: [{ keys: FIND_KEY }], run: find }];
}
