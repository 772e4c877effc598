import { StartFailure } from "../start-failure.ts";
import type { Command } from "./command.ts";

/** A command that is told apart further by its next word. */
export function subCommands(commands: { readonly [word: string]: Command }, usage: string): Command {
  return async ([word = "", ...args], around) => {
    const command = Object.hasOwn(commands, word) ? commands[word] : undefined;
    if (!command) throw new StartFailure(usage);
    return command(args, around);
  };
}
