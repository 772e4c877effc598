import { t } from "i18next";
import type { CommandEntry } from "../../../lib/commands/command.ts";

export const WRITE_KEYS = "Shift+Enter";

/** The command to edit the text of a record, and the keys while it is edited. */
export const writeEntries = (run: () => void): readonly CommandEntry[] => [
  {
    ...{ id: "text2text.write", label: t("text2text.write"), section: "record", group: "answer" },
    shortcuts: [{ keys: WRITE_KEYS }],
    run,
  },
  { id: "text2text.save", label: t("text2text.save"), group: "answer", keys: [WRITE_KEYS] },
  { id: "text2text.stop", label: t("text2text.stop"), group: "answer", keys: ["Escape"] },
];
