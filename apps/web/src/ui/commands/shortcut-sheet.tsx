import { Search } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { keysOfPress } from "../../lib/commands/chord.ts";
import type { Keys } from "../../lib/commands/command.ts";
import { useCommandRegistry } from "../../lib/commands/commands-provider.tsx";
import { filterSheet, sheetRows } from "../../lib/commands/sheet-rows.ts";
import { useKeySpelling } from "../../lib/commands/use-key-spelling.ts";
import { usePreference } from "../../lib/preferences/use-preference.ts";
import { Dialog } from "../dialog.tsx";
import { Icon } from "../icon.tsx";
import { KeyCap } from "../key-cap.tsx";
import { ShortcutFooter, ShortcutList } from "./shortcut-list.tsx";
import { useRebinding } from "./use-rebinding.ts";

type ShortcutSheetProps = { onOpenChange: (open: boolean) => void };

/** Every key of the page with its present binding; a click on a key changes it, a taken one is refused and says why. */
export default function ShortcutSheet({ onOpenChange }: ShortcutSheetProps) {
  const { t } = useTranslation();
  const registry = useCommandRegistry();
  const [keymap] = usePreference("keymap");
  const [query, setQuery] = useState("");
  const rebinding = useRebinding(registry.entries);
  const spell = useKeySpelling();
  const shown = filterSheet(sheetRows(registry.entries(), keymap), query, spell);
  return (
    <Dialog isOpen onOpenChange={onOpenChange} title={t("commands.sheet.title")} hideTitle width={1040} top={64}>
      <SheetSearch query={query} onQuery={setQuery} spell={spell} />
      <div className="max-h-[calc(100vh-220px)] min-h-24 gap-8 overflow-auto px-6 py-4 md:columns-3">
        <ShortcutList groups={shown} rebinding={rebinding} />
        {shown.length === 0 && <p className="text-soft">{t("commands.sheet.none")}</p>}
      </div>
      <ShortcutFooter refused={rebinding.refused} className="border-line border-t px-4 py-2" />
    </Dialog>
  );
}

type SheetSearchProps = { query: string; onQuery: (query: string) => void; spell: (keys: Keys) => string };

function SheetSearch({ query, onQuery, spell }: SheetSearchProps) {
  const { t } = useTranslation();
  const onKeyDown = (event: KeyboardEvent) => {
    const keys = keysOfPress(event.nativeEvent);
    if (keys === null || isTyping(event, query)) return;
    event.preventDefault();
    onQuery(spell(keys));
  };
  return (
    <label className="flex h-13 items-center gap-3 border-line border-b px-4 text-soft">
      <Icon of={Search} className="text-ink" />
      <input
        // biome-ignore lint/a11y/noAutofocus: a dialog opened to search in starts in its search.
        autoFocus
        type="search"
        aria-label={t("commands.sheet.find")}
        placeholder={t("commands.sheet.find")}
        value={query}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={onKeyDown}
        className="min-w-0 flex-1 bg-transparent text-ink text-lead outline-0"
      />
      <KeyCap keys="Escape" always />
    </label>
  );
}

/** Keys that write or move in the search itself; the others look for their own row. */
function isTyping(event: KeyboardEvent, query: string): boolean {
  if (event.ctrlKey || event.metaKey) return /^[acvxz]$/i.test(event.key) && query !== "";
  if (event.altKey) return false;
  if (["Escape", "Tab"].includes(event.key)) return true;
  return event.key.length === 1 || query !== "";
}
