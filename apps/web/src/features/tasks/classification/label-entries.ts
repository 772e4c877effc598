import { t } from "i18next";
import type { CommandEntry } from "../../../lib/commands/command.ts";

export const FIND_KEY = "/";

/** The keys for the labels of any record. `find`: moves to the box that finds labels, null if there is no such box. */
export const labelEntries = (find: (() => void) | null): readonly CommandEntry[] => [
  { id: "labels.pick", label: t("classification.keys.pick"), group: "answer", keys: ["1"] },
  ...(find === null
    ? []
    : [
        {
          ...{ id: "labels.find", label: t("classification.keys.find"), group: "answer" as const },
          shortcuts: [{ keys: FIND_KEY }],
          run: find,
        },
      ]),
];
