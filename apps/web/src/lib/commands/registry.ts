import { type CommandEntry, isCommand, mayRun } from "./command.ts";

/** The commands available on the page now. Components add their commands while they are mounted. */
export type CommandRegistry = {
  /** All entries, in the order in which they were added. */
  readonly entries: () => readonly CommandEntry[];
  /**
   * `read` is called at every key press, so changing the commands at each render costs nothing. Returns a function that
   * removes the entries.
   */
  readonly add: (read: () => readonly CommandEntry[]) => () => void;
  /**
   * Runs a command by its id, if it is registered and may run. For a button far from the component that registers the command.
   */
  readonly run: (id: string) => void;
};

export function createCommandRegistry(): CommandRegistry {
  const sources = new Set<() => readonly CommandEntry[]>();
  const entries = () => [...sources].flatMap((read) => read());
  return {
    entries,
    add: (read) => {
      sources.add(read);
      return () => sources.delete(read);
    },
    run: (id) => {
      const command = entries().find((entry) => entry.id === id);
      if (command !== undefined && isCommand(command) && mayRun(command)) command.run();
    },
  };
}
