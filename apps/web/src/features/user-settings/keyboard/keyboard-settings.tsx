import { t } from "i18next";
import { Search } from "lucide-react";
import { useState } from "react";
import type { CommandEntry } from "../../../lib/commands/command.ts";
import { filterSheet, sheetRows } from "../../../lib/commands/sheet-rows.ts";
import { useKeySpelling } from "../../../lib/commands/use-key-spelling.ts";
import { usePreference } from "../../../lib/preferences/use-preference.ts";
import { Button } from "../../../ui/button.tsx";
import { ShortcutList } from "../../../ui/commands/shortcut-list.tsx";
import { ShortcutSearch } from "../../../ui/commands/shortcut-search.tsx";
import { useRebinding } from "../../../ui/commands/use-rebinding.ts";
import { Icon } from "../../../ui/icon.tsx";
import { inputFrameClass } from "../../../ui/input-frame.ts";
import { KeyCap } from "../../../ui/key-cap.tsx";
import { Phrase } from "../../../ui/phrase.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { Section } from "../section.tsx";
import { ChangedKeys } from "./changed-keys.tsx";
import { Refusal } from "./refusal.tsx";
import { FAMILIES, useFamily } from "./use-family.ts";

type KeyboardSettingsProps = {
  /** of the pages of feedback datasets */
  entries: readonly CommandEntry[];
  /** of those of task datasets, which come when they are looked at */
  loadOthers: () => Promise<readonly CommandEntry[]>;
};

/** The keys of all pages, to be changed away from where they work (AUT-32, design/user-settings.md). */
export function KeyboardSettings({ entries: feedback, loadOthers }: KeyboardSettingsProps) {
  const { family, show, entries } = useFamily(feedback, loadOthers);
  const [keymap, setKeymap] = usePreference("keymap");
  const [query, setQuery] = useState("");
  const rebinding = useRebinding(() => entries);
  const groups = filterSheet(sheetRows(entries, keymap), query, useKeySpelling());
  const changed = entries.filter(({ id }) => keymap[id] !== undefined).length;
  const listed = new Set(entries.map(({ id }) => id));
  const reset = () => setKeymap(Object.fromEntries(Object.entries(keymap).filter(([id]) => !listed.has(id))));
  return (
    <Section id="keyboard" heading={t("settings.keyboard.heading")} note={t("settings.keyboard.note")}>
      <div className="flex flex-wrap items-center gap-2">
        <div className={`${inputFrameClass} h-control w-72 max-w-full gap-2 border-edge px-2 text-soft`}>
          <Icon of={Search} />
          <ShortcutSearch query={query} onQuery={setQuery} />
        </div>
        <SegmentedControl
          label={t("settings.keyboard.families")}
          options={FAMILIES.map((value) => ({ value, label: t(`settings.keyboard.family.${value}`) }))}
          value={family}
          onChange={show}
        />
        <span className="ml-auto text-soft tabular-nums">
          {changed > 0 && t("settings.keyboard.changed", { count: changed })}
        </span>
        <Button variant="ghost" onClick={reset}>
          {t("shortcutSheet.reset")}
        </Button>
      </div>
      <Refusal rebinding={rebinding} keymap={keymap} />
      <div className="@container mt-4">
        <div className="gap-12 @min-[560px]:columns-2">
          <ShortcutList
            groups={groups}
            rebinding={rebinding}
            more={(row) => <ChangedKeys row={row} keymap={keymap} onBack={setKeymap} />}
          />
        </div>
        {groups.length === 0 && <p className="text-soft">{t("shortcutSheet.none")}</p>}
      </div>
      <p className="text-soft">
        <Phrase of="shortcutSheet.hint" parts={{ key: () => <KeyCap keys="Alt" always className="mx-1" /> }} />
      </p>
    </Section>
  );
}
