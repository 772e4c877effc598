import { StartFailure } from "../start-failure.ts";
import type { Command } from "./command.ts";

/** A command whose next word chooses a subcommand. */
export function subCommands(commands: { readonly [word: string]: Command }, usage: string): Command {
  return async ([word = "", ...args], around) => {
    const command = Object.hasOwn(commands, word) ? commands[word] : undefined;
    if (!command) throw new StartFailure(usage);
    return command(args, around);
  };
}
