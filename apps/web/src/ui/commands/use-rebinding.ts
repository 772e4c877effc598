import { t } from "i18next";
import { useEffect, useState } from "react";
import "../../lib/i18n/en/shortcut-sheet.ts";
import { keysOfPress } from "../../lib/commands/chord.ts";
import type { Command, CommandEntry, Keys } from "../../lib/commands/command.ts";
import { type RebindRefusal, rebind, refusalOf } from "../../lib/commands/keymap.ts";
import { useKeySpelling } from "../../lib/commands/use-key-spelling.ts";
import { usePreference } from "../../lib/preferences/use-preference.ts";
import { announce } from "../live-region.tsx";

export type Rebinding = {
  /** the command that waits for its new key */
  readonly command: Command | null;
  /** the reason why the last pressed key was refused */
  readonly refused: string | null;
  readonly refusal: RebindRefusal | null;
  readonly start: (command: Command) => void;
  /** ends the change and keeps the command's key */
  readonly finish: () => void;
};

/** Attribute of controls that answer a refusal. A press on one is not a new key and does not end the change. */
export const ANSWERS_REFUSAL = "data-answers-refusal";

const answersRefusal = ({ target }: Event): boolean =>
  target instanceof Element && target.closest(`[${ANSWERS_REFUSAL}]`) !== null;

/**
 * While a command is being changed, the next press is its new key. Escape or a pointer press elsewhere cancels
 * (design/keys.md#rules). `entries` returns the entries whose keys are taken.
 */
export function useRebinding(entries: () => readonly CommandEntry[]): Rebinding {
  const spell = useKeySpelling();
  const [keymap, setKeymap] = usePreference("keymap");
  const [command, setCommand] = useState<Command | null>(null);
  const [refused, setRefused] = useState<{ readonly text: string; readonly refusal: RebindRefusal } | null>(null);

  const take = (target: Command, keys: Keys) => {
    const refusal = refusalOf(keys, target, entries(), keymap);
    if (refusal !== null) {
      const label = refusal.reason === "taken" ? refusal.by.label : "";
      setRefused({ text: t(`shortcutSheet.${refusal.reason}`, { keys: spell(keys), label }), refusal });
      return;
    }
    setKeymap(rebind(keymap, target, keys));
    announce(t("shortcutSheet.changed", { label: target.label, keys: spell(keys) }));
    finish();
  };
  const finish = () => {
    setCommand(null);
    setRefused(null);
  };

  useEffect(() => {
    if (command === null) return;
    const onKeyDown = (event: KeyboardEvent) => {
      // Tab cannot be a new key. It leads to the controls that answer the refusal.
      if (refused !== null && event.key !== "Escape" && (event.key === "Tab" || answersRefusal(event))) return;
      event.preventDefault();
      event.stopPropagation();
      const keys = keysOfPress(event);
      if (keys === "Escape") finish();
      else if (keys !== null) take(command, keys);
    };
    // Handled before the dialog: otherwise its Escape would close the sheet.
    window.addEventListener("keydown", onKeyDown, true);
    const onPointerDown = (event: Event) => !answersRefusal(event) && finish();
    window.addEventListener("pointerdown", onPointerDown, true);
    return () => {
      window.removeEventListener("keydown", onKeyDown, true);
      window.removeEventListener("pointerdown", onPointerDown, true);
    };
  });

  const start = (next: Command) => {
    setRefused(null);
    setCommand(next);
  };
  return { command, refused: refused?.text ?? null, refusal: refused?.refusal ?? null, start, finish };
}
