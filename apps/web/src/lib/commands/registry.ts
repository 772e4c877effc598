import { type CommandEntry, isCommand, mayRun } from "./command.ts";

/** What can be done on the page just now. Parts of the page add their commands while they are shown. */
export type CommandRegistry = {
  /** All entries, in the order their parts came. */
  readonly entries: () => readonly CommandEntry[];
  /** `read` is asked at every key press, so that commands may change with each render at no cost. Returns the way to take it out. */
  readonly add: (read: () => readonly CommandEntry[]) => () => void;
  /** Runs a command by its id, where it is there and may run: for a button far from the command's own part of the page. */
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
