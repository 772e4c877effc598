import { useTranslation } from "react-i18next";
import type { CommandEntry } from "../../lib/commands/command.ts";
import { sheetRows } from "../../lib/commands/sheet-rows.ts";
import { usePreference } from "../../lib/preferences/use-preference.ts";
import { ShortcutFooter, ShortcutList } from "../../ui/commands/shortcut-list.tsx";
import { useRebinding } from "../../ui/commands/use-rebinding.ts";
import { SettingGroup } from "./setting-row.tsx";

/** The keys of all pages, to be changed away from where they work (AUT-32, design/user-settings.md). */
export function KeyboardSettings({ entries }: { entries: readonly CommandEntry[] }) {
  const { t } = useTranslation();
  const [keymap] = usePreference("keymap");
  const rebinding = useRebinding(() => entries);
  return (
    <SettingGroup heading={t("settings.keyboard.heading")} note={t("settings.keyboard.note")}>
      <div className="@container">
        <div className="gap-10 @min-[560px]:columns-2">
          <ShortcutList groups={sheetRows(entries, keymap)} rebinding={rebinding} />
        </div>
        <ShortcutFooter refused={rebinding.refused} />
      </div>
    </SettingGroup>
  );
}
