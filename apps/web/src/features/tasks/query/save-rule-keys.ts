import type { Command } from "../../../lib/commands/command.ts";

/** To store the rule of the query: its name and keys, which the box of the query hears too. */
export const SAVE_RULE = {
  id: "rule.save",
  shortcuts: [{ keys: "Mod+S", everywhere: true }],
} as const satisfies Pick<Command, "id" | "shortcuts">;
