import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useRef, useState } from "react";
import { getPreferences } from "../preferences/store.ts";
import { usePreference } from "../preferences/use-preference.ts";
import { watchPresses } from "../presses/last-press.ts";
import type { Command, CommandEntry, Keys } from "./command.ts";
import { dispatchKey } from "./dispatch.ts";
import { keysInText, keysWithModifier, printedKeys } from "./keymap.ts";
import { useTaken } from "./keys-here.ts";
import { leftEditorAt, watchEditors } from "./left-editor.ts";
import { type CommandRegistry, createCommandRegistry } from "./registry.ts";
import { watchLetters } from "./watch-letters.ts";

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

const WHERE = { none: printedKeys, plain: keysWithModifier, all: keysInText } as const;

/** The keys to print on a command's button: the user's keys, in the form that works where the focus is. */
export function usePrintedKeys(command: Command): Keys | undefined {
  const [keymap] = usePreference("keymap");
  return WHERE[useTaken()](command, keymap);
}
