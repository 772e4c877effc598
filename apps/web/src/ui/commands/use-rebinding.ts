import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { keysOfPress } from "../../lib/commands/chord.ts";
import type { Command, CommandEntry, Keys } from "../../lib/commands/command.ts";
import { rebind, refusalOf } from "../../lib/commands/keymap.ts";
import { useKeySpelling } from "../../lib/commands/use-key-spelling.ts";
import { usePreference } from "../../lib/preferences/use-preference.ts";
import { announce } from "../live-region.tsx";

export type Rebinding = {
  /** the command whose new key is awaited */
  readonly command: Command | null;
  /** why the key pressed last cannot be had */
  readonly refused: string | null;
  readonly start: (command: Command) => void;
};

/**
 * While a command is being changed the next press is its new key; Escape, or the pointer going elsewhere, leaves it as it was
 * (design/keys.md#rules). `entries` are those whose keys are taken.
 */
export function useRebinding(entries: () => readonly CommandEntry[]): Rebinding {
  const { t } = useTranslation();
  const spell = useKeySpelling();
  const [keymap, setKeymap] = usePreference("keymap");
  const [command, setCommand] = useState<Command | null>(null);
  const [refused, setRefused] = useState<string | null>(null);

  const take = (target: Command, keys: Keys) => {
    const refusal = refusalOf(keys, target, entries(), keymap);
    if (refusal !== null) {
      const label = refusal.reason === "taken" ? refusal.by.label : "";
      setRefused(t(`commands.sheet.${refusal.reason}`, { keys: spell(keys), label }));
      return;
    }
    setKeymap(rebind(keymap, target, keys));
    announce(t("commands.sheet.changed", { label: target.label, keys: spell(keys) }));
    finish();
  };
  const finish = () => {
    setCommand(null);
    setRefused(null);
  };

  useEffect(() => {
    if (command === null) return;
    const onKeyDown = (event: KeyboardEvent) => {
      event.preventDefault();
      event.stopPropagation();
      const keys = keysOfPress(event);
      if (keys === "Escape") finish();
      else if (keys !== null) take(command, keys);
    };
    // Before the dialog sees it: its Escape would close the sheet.
    window.addEventListener("keydown", onKeyDown, true);
    window.addEventListener("pointerdown", finish, true);
    return () => {
      window.removeEventListener("keydown", onKeyDown, true);
      window.removeEventListener("pointerdown", finish, true);
    };
  });

  const start = (next: Command) => {
    setRefused(null);
    setCommand(next);
  };
  return { command, refused, start };
}
