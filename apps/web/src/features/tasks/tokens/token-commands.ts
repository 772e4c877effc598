import { t } from "i18next";
import type { Command, CommandEntry } from "../../../lib/commands/command.ts";
import type { Keys } from "../../../lib/commands/keys-here.ts";

/** The page supplies the handler and the icon. */
type Handler = Pick<Command, "run" | "mayRun" | "icon">;

const tokenCommand = (name: "accept" | "more" | "words", keys: Keys, handler: Handler): Command => ({
  ...{ section: "record", group: "answer", id: `tokens.${name}`, label: t(`taskTokens.command.${name}`) },
  shortcuts: [{ keys }],
  ...handler,
});

/** Accepts all predictions of the record at once (TAN-09). */
export const acceptCommand = (handler: Handler): Command => tokenCommand("accept", "A", handler);

/** Tags the words that were tagged last, wherever else they occur. */
export const moreCommand = (handler: Handler): Command => tokenCommand("more", "T", handler);

/** Moves through the text word by word, and the keys for that mode. */
export const wordEntries = (handler: Handler): readonly CommandEntry[] => [
  tokenCommand("words", "W", handler),
  { id: "tokens.choose", group: "answer", label: t("taskTokens.command.choose"), keys: ["Enter"] },
];
