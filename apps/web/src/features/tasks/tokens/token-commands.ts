import { t } from "i18next";
import type { Command, CommandEntry } from "../../../lib/commands/command.ts";

/** What it does and how it looks is the page's. */
type Handler = Pick<Command, "run" | "mayRun" | "icon">;
const record = { section: "record", group: "answer" } as const;

/** All predictions of the record at once (TAN-09). */
export const acceptCommand = (handler: Handler): Command => ({
  ...{ ...record, id: "tokens.accept", label: t("taskTokens.command.accept") },
  shortcuts: [{ keys: "A" }],
  ...handler,
});

/** The words tagged last, where else they stand. */
export const moreCommand = (handler: Handler): Command => ({
  ...{ ...record, id: "tokens.more", label: t("taskTokens.command.more") },
  shortcuts: [{ keys: "T" }],
  ...handler,
});

/** Word by word through the text, and what is pressed there. */
export const wordEntries = (handler: Handler): readonly CommandEntry[] => [
  {
    ...{ ...record, id: "tokens.words", label: t("taskTokens.command.words") },
    shortcuts: [{ keys: "W" }],
    ...handler,
  },
  { id: "tokens.choose", group: "answer", label: t("taskTokens.command.choose"), keys: ["Enter"] },
];
