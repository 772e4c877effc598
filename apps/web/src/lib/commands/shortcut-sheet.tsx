import { Search } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { KeyCap } from "../../ui/key-cap.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { usePreference } from "../preferences/use-preference.ts";
import { keysOfPress } from "./chord.ts";
import type { Command, Keys } from "./command.ts";
import { useCommandRegistry } from "./commands-provider.tsx";
import { filterSheet, type SheetGroup, type SheetKey, type SheetRow, sheetRows } from "./sheet-rows.ts";
import { useKeySpelling } from "./use-key-spelling.ts";
import { useRebinding } from "./use-rebinding.ts";

type ShortcutSheetProps = { onOpenChange: (open: boolean) => void };

/** Every key of the page with its present binding; a click on a key changes it, a taken one is refused and says why. */
export default function ShortcutSheet({ onOpenChange }: ShortcutSheetProps) {
  const { t } = useTranslation();
  const [, setKeymap] = usePreference("keymap");
  const [query, setQuery] = useState("");
  const editing = useRebinding();
  const spell = useKeySpelling();
  const { groups } = useSheet();
  const shown = filterSheet(groups, query, spell);
  return (
    <Dialog isOpen onOpenChange={onOpenChange} title={t("commands.sheet.title")} hideTitle width={1040} top={64}>
      <SheetSearch query={query} onQuery={setQuery} spell={spell} />
      <div className="max-h-[calc(100vh-220px)] min-h-24 gap-8 overflow-auto px-6 py-4 md:columns-3">
        {shown.map((group) => (
          <SheetSection key={group.group} group={group} editing={editing.command} onEdit={editing.start} />
        ))}
        {shown.length === 0 && <p className="text-soft">{t("commands.sheet.none")}</p>}
      </div>
      <footer className="flex min-h-12 items-center gap-2 border-line border-t px-4 py-2 text-soft">
        {editing.refused === null ? (
          <p>
            <Trans i18nKey="commands.sheet.hint" components={{ key: <KeyCap keys="Alt" always className="mx-1" /> }} />
          </p>
        ) : (
          <p role="alert" className="text-danger">
            {editing.refused}
          </p>
        )}
        <Button variant="ghost" className="ml-auto" onClick={() => setKeymap({})}>
          {t("commands.sheet.reset")}
        </Button>
      </footer>
    </Dialog>
  );
}

function useSheet(): { readonly groups: readonly SheetGroup[] } {
  const registry = useCommandRegistry();
  const [keymap] = usePreference("keymap");
  return { groups: sheetRows(registry.entries(), keymap) };
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

type SheetSectionProps = { group: SheetGroup; editing: Command | null; onEdit: (command: Command) => void };

function SheetSection({ group: { group, rows }, editing, onEdit }: SheetSectionProps) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby={`keys-${group}`} className="mb-4 break-inside-avoid">
      <h2 id={`keys-${group}`} className="mb-1 font-body text-small text-soft">
        {t(`commands.group.${group}`)}
      </h2>
      <ul>
        {rows.map((row) => (
          <SheetLine key={row.id} row={row} editing={editing} onEdit={onEdit} />
        ))}
      </ul>
    </section>
  );
}

type SheetLineProps = { row: SheetRow; editing: Command | null; onEdit: (command: Command) => void };

function SheetLine({ row, editing, onEdit }: SheetLineProps) {
  const active = row.keys.find(({ command }) => command !== null && command.id === editing?.id);
  const shown = active === undefined ? row.keys : [active];
  return (
    <li
      className={cx("-mx-2 flex min-h-7 items-center gap-1 rounded-control px-2", active && "bg-accent-fill fill-ring")}
    >
      <span className="mr-auto">{row.label}</span>
      {shown.map((key) => (
        <SheetKeyCap key={key.command?.id ?? key.keys} of={key} awaited={key === active} onEdit={onEdit} />
      ))}
    </li>
  );
}

type SheetKeyCapProps = { of: SheetKey; awaited: boolean; onEdit: (command: Command) => void };

function SheetKeyCap({ of: { keys, command, alias }, awaited, onEdit }: SheetKeyCapProps) {
  const { t } = useTranslation();
  if (command === null) {
    return (
      <>
        {alias && <span className="mx-1 text-small text-soft">{t("commands.sheet.or")}</span>}
        <KeyCap keys={keys} always />
      </>
    );
  }
  return (
    <button
      type="button"
      onClick={() => onEdit(command)}
      className="inline-grid min-h-6 min-w-6 place-items-center rounded-key hover:bg-hover"
    >
      {awaited ? (
        <span className="text-accent">{t("commands.sheet.press")}</span>
      ) : (
        <>
          <VisuallyHidden>{t("commands.sheet.change", { label: command.label })}</VisuallyHidden>
          <KeyCap keys={keys} always />
        </>
      )}
    </button>
  );
}
