import { t } from "i18next";
import type { CommandEntry } from "../../../lib/commands/command.ts";

export const FIND_KEY = "/";

/** What is pressed for the labels of a record, whatever they are; `find`: to the box that finds them, null where there is none. */
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
