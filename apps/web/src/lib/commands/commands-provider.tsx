import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { getPreferences, usePreference } from "../preferences/store.ts";
import { watchPresses } from "../presses.ts";
import { digitOfPress, isAltLetter, pressMatches } from "./chord.ts";
import {
  type Command,
  type CommandEntry,
  isCommand,
  type Keymap,
  keysInText,
  keysWithModifier,
  mayRun,
  printedKeys,
  type Shortcut,
  shortcutsOf,
} from "./command.ts";
import {
  answersItself,
  keepsKeys,
  leftEditorAt,
  typesLetters,
  watchEditors,
  watchLetters,
  worksHere,
} from "./key-owner.ts";
import { isLetterTaken, type Keys, useTaken } from "./keys-here.ts";

const Registry = createContext<CommandRegistry | null>(null);

/** A key that would discard work is ignored for this long after typing, ms (design/keys.md#labeling). */
const TYPING_REST = 1500;

/** Holds the commands of the page and listens for their keys. There is one, above the router. */
export function CommandsProvider({ children }: { children: ReactNode }) {
  const [registry] = useState(createCommandRegistry);
  useEffect(watchPresses, []);
  useEffect(watchEditors, []);
  useEffect(watchLetters, []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { keymap, discardSafety } = getPreferences();
      const justTyped = discardSafety && Date.now() - leftEditorAt() < TYPING_REST;
      dispatchKey(event, { entries: registry.entries(), keymap, justTyped });
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [registry]);
  return <Registry value={registry}>{children}</Registry>;
}

export function useCommandRegistry(): CommandRegistry {
  const registry = useContext(Registry);
  if (registry === null) throw new Error("There is no CommandsProvider around this part of the page");
  return registry;
}

/** Registers these commands and key notes while the calling component is mounted. The list may change with every render. */
export function useCommands(entries: readonly CommandEntry[]): void {
  const registry = useCommandRegistry();
  const latest = useRef(entries);
  useLayoutEffect(() => {
    latest.current = entries;
  });
  useLayoutEffect(() => registry.add(() => latest.current), [registry]);
}

/**
 * Registers commands that are stable between renders, so that their buttons do not render again for every record. They read the
 * handlers when they run.
 */
export function useStableCommands<Handlers, Commands extends { readonly [name: string]: Command }>(
  handlers: Handlers,
  commandsOf: (latest: RefObject<Handlers>) => Commands,
): Commands {
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  const commands = useMemo(() => commandsOf(latest), [commandsOf]);
  useCommands(Object.values(commands));
  return commands;
}

const WHERE = { none: printedKeys, plain: keysWithModifier, all: keysInText } as const;

/** The keys to print on a command's button: the user's keys, in the form that works where the focus is. */
export function usePrintedKeys(command: Command): Keys | undefined {
  const [keymap] = usePreference("keymap");
  return WHERE[useTaken()](command, keymap);
}

/** The commands available on the page now. Components add their commands while they are mounted. */
function createCommandRegistry() {
  const sources = new Set<() => readonly CommandEntry[]>();
  /** In the order in which they were added. */
  const entries = (): readonly CommandEntry[] => [...sources].flatMap((read) => read());
  return {
    entries,
    /**
     * `read` is called at every key press, so changing the commands at each render costs nothing. Returns a function that
     * removes the entries.
     */
    add: (read: () => readonly CommandEntry[]): (() => void) => {
      sources.add(read);
      return () => sources.delete(read);
    },
    /** If the command is registered and may run. For a button far from the component that registers the command. */
    run: (id: string): void => {
      const command = entries().find((entry) => entry.id === id);
      if (command !== undefined && isCommand(command) && mayRun(command)) command.run();
    },
  };
}

export type CommandRegistry = ReturnType<typeof createCommandRegistry>;

/**
 * Runs the command of a key press. The command registered last has priority. The press is consumed even if its command may not
 * run now: Ctrl+S never opens the browser's own dialog. `justTyped`: the focus left a text editor a moment ago.
 */
function dispatchKey(
  event: KeyboardEvent,
  { entries, keymap, justTyped }: { entries: readonly CommandEntry[]; keymap: Keymap; justTyped: boolean },
): void {
  if (event.defaultPrevented || event.isComposing || answersItself(event.target, event)) return;
  for (const command of [...entries].reverse().filter(isCommand)) {
    const shortcut = shortcutsOf(command, keymap).find((candidate) => claims(candidate, event));
    if (shortcut === undefined) continue;
    event.preventDefault();
    if (event.repeat && command.repeats !== true) return;
    if (shortcut.restsAfterTyping === true && justTyped) return;
    if (mayRun(command)) command.run();
    return;
  }
}

function claims(shortcut: Shortcut, event: KeyboardEvent): boolean {
  const alone = shortcut.alone === true;
  if (pressMatches(event, shortcut.keys) || digitOfPress(event) === shortcut.keys)
    return worksHere(shortcut, event.target) && (alone || !isLetterTaken(shortcut.keys));
  // Alt with the letter works inside a label question and its search too. There the letter alone is typed
  // (design/keys.md#labeling).
  return !alone && isAltLetter(event, shortcut.keys) && (!keepsKeys(event.target) || typesLetters(event.target));
}
