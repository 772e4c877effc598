import { t } from "i18next";
import { Search, TriangleAlert, Undo2 } from "lucide-react";
import { useState } from "react";
import { type Command, type CommandEntry, isCommand, type Keymap, printedKeys } from "../../lib/commands/command.ts";
import { filterSheet, type SheetRow, sheetRows, useKeySpelling } from "../../lib/commands/listed-commands.ts";
import { usePreference } from "../../lib/preferences/store.ts";
import { tellCodeMissing } from "../../lib/toasts/store.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import {
  ANSWERS_REFUSAL,
  type Rebinding,
  ShortcutList,
  ShortcutSearch,
  useRebinding,
} from "../../ui/commands/shortcut-sheet.tsx";
import { inputFrameClass } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { KeyCap } from "../../ui/key-cap.tsx";
import { Phrase } from "../../ui/phrase.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { Section } from "./sections.tsx";

type KeyboardSettingsProps = {
  entries: readonly CommandEntry[];
  /** loads the commands of task dataset pages, when the user opens them */
  loadOthers: () => Promise<readonly CommandEntry[]>;
};

/** The keys of all pages, which can be changed here, away from those pages (AUT-32, design/user-settings.md). */
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
          {t("commandLists.shortcuts.reset")}
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
        {groups.length === 0 && <p className="text-soft">{t("commandLists.shortcuts.none")}</p>}
      </div>
      <p className="text-soft">
        <Phrase of="commandLists.shortcuts.hint" parts={{ key: () => <KeyCap keys="Alt" always className="mx-1" /> }} />
      </p>
    </Section>
  );
}

/** The default keys of a changed row, with a button to restore them. */
function ChangedKeys({ row, keymap, onBack }: { row: SheetRow; keymap: Keymap; onBack: (keymap: Keymap) => void }) {
  const spell = useKeySpelling();
  const isChanged = (command: Command | null): command is Command =>
    command !== null && keymap[command.id] !== undefined;
  const back = (command: Command) => {
    const { [command.id]: _, ...others } = keymap;
    onBack(others);
  };
  return row.keys
    .map(({ command }) => command)
    .filter(isChanged)
    .map((command) => (
      <span key={command.id} className="inline-flex items-center gap-1 text-edited text-small">
        {t("settings.keyboard.was", { keys: spell(command.shortcuts?.[0]?.keys ?? "") })}
        <IconButton
          icon={Undo2}
          size="tiny"
          label={t("settings.keyboard.back", { label: command.label })}
          onClick={() => back(command)}
        />
      </span>
    ));
}

/**
 * The reason why the pressed key is not available, and the choices: the other row, or the current key
 * (design/user-settings.md).
 */
function Refusal({ rebinding, keymap }: { rebinding: Rebinding; keymap: Keymap }) {
  const spell = useKeySpelling();
  const { command, refusal, refused, start, finish } = rebinding;
  if (command === null || refusal === null) return null;
  const other = refusal.reason === "taken" && isCommand(refusal.by) ? refusal.by : null;
  const present = printedKeys(command, keymap);
  return (
    <div
      {...{ [ANSWERS_REFUSAL]: "" }}
      className="mt-3 flex flex-wrap items-center gap-2 rounded-panel bg-edited-fill py-2 pr-2 pl-3 fill-ring"
    >
      <Icon of={TriangleAlert} className="text-edited" />
      <div className="min-w-48 flex-1">
        <p role="alert" className="font-strong text-edited">
          {refused}
        </p>
        <p>{t(other === null ? "settings.keyboard.other" : "settings.keyboard.one")}</p>
      </div>
      {other !== null && (
        <Button
          size="compact"
          onClick={() => {
            start(other);
            focusOn(other);
          }}
        >
          {t("settings.keyboard.changeOther", { label: other.label })}
        </Button>
      )}
      <Button
        size="compact"
        variant="quiet"
        onClick={() => {
          finish();
          focusOn(command);
        }}
      >
        {present === undefined
          ? t("settings.keyboard.keepNone")
          : t("settings.keyboard.keep", { keys: spell(present) })}
      </Button>
    </div>
  );
}

function focusOn({ id }: Command): void {
  document.querySelector<HTMLElement>(`[data-command="${CSS.escape(id)}"]`)?.focus();
}

/** The family whose keys are listed: a key can have a different action in each. */
const FAMILIES = ["feedback", "tasks"] as const;
type Family = (typeof FAMILIES)[number];

function useFamily(feedback: readonly CommandEntry[], loadOthers: () => Promise<readonly CommandEntry[]>) {
  const [family, setFamily] = useState<Family>("feedback");
  const [others, setOthers] = useState<readonly CommandEntry[] | null>(null);
  const show = async (next: Family) => {
    if (next === "tasks" && others === null) {
      try {
        setOthers(await loadOthers());
      } catch (error) {
        console.warn("The keys of task datasets could not be loaded", error);
        void tellCodeMissing();
        return;
      }
    }
    setFamily(next);
  };
  const entries = family === "tasks" && others !== null ? others : feedback;
  return { family, show: (next: Family) => void show(next), entries };
}
