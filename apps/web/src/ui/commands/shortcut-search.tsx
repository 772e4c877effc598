import { t } from "i18next";
import type { ComponentProps, KeyboardEvent } from "react";
import "../../lib/i18n/en/shortcut-sheet.ts";
import { keysOfPress } from "../../lib/commands/chord.ts";
import type { Keys } from "../../lib/commands/command.ts";
import { useKeySpelling } from "../../lib/commands/use-key-spelling.ts";
import { cx } from "../cx.ts";

type ShortcutSearchProps = Omit<ComponentProps<"input">, "onChange" | "onKeyDown" | "value" | "type"> & {
  query: string;
  onQuery: (query: string) => void;
};

/** Finds a shortcut by its words, or by its keys when they are pressed. */
export function ShortcutSearch({ query, onQuery, className, ...rest }: ShortcutSearchProps) {
  const spell = useKeySpelling();
  const onKeyDown = (event: KeyboardEvent) => {
    const keys = keysOfPress(event.nativeEvent);
    if (keys === null || isTyping(event, keys, query)) return;
    event.preventDefault();
    onQuery(spell(keys));
  };
  return (
    <input
      type="search"
      aria-label={t("shortcutSheet.find")}
      placeholder={t("shortcutSheet.find")}
      value={query}
      onChange={(event) => onQuery(event.target.value)}
      onKeyDown={onKeyDown}
      className={cx("min-w-0 flex-1 bg-transparent text-ink outline-0", className)}
      {...rest}
    />
  );
}

/** True for keys that type or move in the search box. Other keys search for their own row. */
function isTyping(event: KeyboardEvent, keys: Keys, query: string): boolean {
  if (event.ctrlKey || event.metaKey) return /\+[ACVXZ]$/.test(keys) && query !== "";
  if (event.altKey) return false;
  if (["Escape", "Tab"].includes(event.key)) return true;
  return event.key.length === 1 || query !== "";
}
