import { t } from "i18next";
import { Search } from "lucide-react";
import { useState } from "react";
import { useCommandRegistry } from "../../lib/commands/commands-provider.tsx";
import { filterSheet, sheetRows } from "../../lib/commands/sheet-rows.ts";
import { useKeySpelling } from "../../lib/commands/use-key-spelling.ts";
import { usePreference } from "../../lib/preferences/use-preference.ts";
import { Dialog } from "../dialog.tsx";
import { Icon } from "../icon.tsx";
import { KeyCap } from "../key-cap.tsx";
import { ShortcutFooter, ShortcutList } from "./shortcut-list.tsx";
import { ShortcutSearch } from "./shortcut-search.tsx";
import { useRebinding } from "./use-rebinding.ts";

type ShortcutSheetProps = { onOpenChange: (open: boolean) => void };

/**
 * All keys of the page with their current bindings. A click on a key changes it. A key that is taken is refused with a reason.
 */
export default function ShortcutSheet({ onOpenChange }: ShortcutSheetProps) {
  const registry = useCommandRegistry();
  const [keymap] = usePreference("keymap");
  const [query, setQuery] = useState("");
  const rebinding = useRebinding(registry.entries);
  const spell = useKeySpelling();
  const shown = filterSheet(sheetRows(registry.entries(), keymap), query, spell);
  return (
    <Dialog isOpen onOpenChange={onOpenChange} title={t("commands.sheet.title")} hideTitle width={1040} top={64}>
      <div className="flex h-13 items-center gap-3 border-line border-b px-4 text-soft">
        <Icon of={Search} className="text-ink" />
        <ShortcutSearch
          // The dialog opens with the focus in its search box.
          autoFocus
          query={query}
          onQuery={setQuery}
          className="text-lead"
        />
        <KeyCap keys="Escape" always />
      </div>
      <div className="max-h-[calc(100vh-220px)] min-h-24 gap-8 overflow-auto px-6 py-4 md:columns-3">
        <ShortcutList groups={shown} rebinding={rebinding} />
        {shown.length === 0 && <p className="text-soft">{t("shortcutSheet.none")}</p>}
      </div>
      <ShortcutFooter refused={rebinding.refused} className="border-line border-t px-4 py-2" />
    </Dialog>
  );
}
