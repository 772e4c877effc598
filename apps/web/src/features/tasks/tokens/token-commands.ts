import { t } from "i18next";
import type { Command, CommandEntry } from "../../../lib/commands/command.ts";

/** The page supplies the handler and the icon. */
type Handler = Pick<Command, "run" | "mayRun" | "icon">;
const record = { section: "record", group: "answer" } as const;

/** Accepts all predictions of the record at once (TAN-09). */
export const acceptCommand = (handler: Handler): Command => ({
  ...{ ...record, id: "tokens.accept", label: t("taskTokens.command.accept") },
  shortcuts: [{ keys: "A" }],
  ...handler,
});

/** Tags the words that were tagged last, wherever else they occur. */
export const moreCommand = (handler: Handler): Command => ({
  ...{ ...record, id: "tokens.more", label: t("taskTokens.command.more") },
  shortcuts: [{ keys: "T" }],
  ...handler,
});

/** Moves through the text word by word, and the keys for that mode. */
export const wordEntries = (handler: Handler): readonly CommandEntry[] => [
  {
    ...{ ...record, id: "tokens.words", label: t("taskTokens.command.words") },
    shortcuts: [{ keys: "W" }],
    ...handler,
  },
  { id: "tokens.choose", group: "answer", label: t("taskTokens.command.choose"), keys: ["Enter"] },
];
