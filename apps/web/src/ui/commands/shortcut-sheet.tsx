import { t } from "i18next";
import { Search } from "lucide-react";
import {
  type ComponentProps,
  type KeyboardEvent as ReactKeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useState,
} from "react";
import { keysOfPress } from "../../lib/commands/chord.ts";
import { type Command, type CommandEntry, type RebindRefusal, rebind, refusalOf } from "../../lib/commands/command.ts";
import { useCommandRegistry } from "../../lib/commands/commands-provider.tsx";
import type { Keys } from "../../lib/commands/keys-here.ts";
import {
  filterSheet,
  type SheetGroup,
  type SheetKey,
  type SheetRow,
  sheetRows,
  useKeySpelling,
} from "../../lib/commands/listed-commands.ts";
import { usePreference } from "../../lib/preferences/store.ts";
import { Button } from "../button.tsx";
import { cx } from "../cx.ts";
import { Dialog } from "../dialog.tsx";
import { Icon } from "../icon.tsx";
import { KeyCap } from "../key-cap.tsx";
import { Phrase } from "../phrase.tsx";
import { announce, VisuallyHidden } from "../screen-reader.tsx";
import "../../lib/i18n/en/command-lists.ts";

/**
 * All keys of the page with their current bindings. A click on a key changes it. A key that is taken is refused with a reason.
 */
export default function ShortcutSheet({ onOpenChange }: { onOpenChange: (open: boolean) => void }) {
  const registry = useCommandRegistry();
  const [keymap] = usePreference("keymap");
  const [query, setQuery] = useState("");
  const rebinding = useRebinding(registry.entries);
  const spell = useKeySpelling();
  const shown = filterSheet(sheetRows(registry.entries(), keymap), query, spell);
  return (
    <Dialog onClose={() => onOpenChange(false)} title={t("commands.sheet.title")} hideTitle width={1040} top={64}>
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
        {shown.length === 0 && <p className="text-soft">{t("commandLists.shortcuts.none")}</p>}
      </div>
      <ShortcutFooter refused={rebinding.refused} className="border-line border-t px-4 py-2" />
    </Dialog>
  );
}

type ShortcutListProps = {
  groups: readonly SheetGroup[];
  rebinding: Rebinding;
  /** further content of a row, before its keys */
  more?: (row: SheetRow) => ReactNode;
};

/**
 * The keys by group, with the bindings in effect. After a click on a key that can be changed, the next press is its new key.
 */
export function ShortcutList({ groups, rebinding, more }: ShortcutListProps) {
  return groups.map((group) => <SheetSection key={group.group} group={group} rebinding={rebinding} more={more} />);
}

/** Shows why the last pressed key was refused, otherwise how letters work. Also has the button that restores the defaults. */
function ShortcutFooter({ refused, className }: { refused: string | null; className?: string }) {
  const [, setKeymap] = usePreference("keymap");
  return (
    <footer className={cx("flex min-h-12 items-center gap-2 text-soft", className)}>
      {refused === null ? (
        <p>
          <Phrase
            of="commandLists.shortcuts.hint"
            parts={{ key: () => <KeyCap keys="Alt" always className="mx-1" /> }}
          />
        </p>
      ) : (
        <p role="alert" className="text-danger">
          {refused}
        </p>
      )}
      <Button variant="ghost" className="ml-auto" onClick={() => setKeymap({})}>
        {t("commandLists.shortcuts.reset")}
      </Button>
    </footer>
  );
}

type RowProps = { rebinding: Rebinding; more: ShortcutListProps["more"] };

function SheetSection({ group: { group, rows }, ...rest }: RowProps & { group: SheetGroup }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mb-4 break-inside-avoid">
      <h3 id={id} className="mb-1 font-body text-small text-soft">
        {t(`commandLists.group.${group}`)}
      </h3>
      <ul>
        {rows.map((row) => (
          <SheetLine key={row.id} row={row} {...rest} />
        ))}
      </ul>
    </section>
  );
}

function SheetLine({ row, rebinding: { command: editing, refusal, start }, more }: RowProps & { row: SheetRow }) {
  const active = row.keys.find(({ command }) => command !== null && command.id === editing?.id);
  const shown = active === undefined ? row.keys : [active];
  const stands = refusal?.reason === "taken" && holds(row, refusal.by.id);
  return (
    <li
      className={cx(
        "-mx-2 flex min-h-7 items-center gap-1 rounded-control px-2",
        active && (refusal === null ? "bg-accent-fill fill-ring" : "bg-edited-fill fill-ring"),
        stands && "shadow-[inset_0_0_0_1.5px_var(--edited)]",
      )}
    >
      <span className="mr-auto">{row.label}</span>
      {more?.(row)}
      {shown.map((key) => (
        <SheetKeyCap key={key.command?.id ?? key.keys} of={key} awaited={key === active} onEdit={start} />
      ))}
    </li>
  );
}

/** True if the row shows the keys of this command or fixed entry. */
const holds = (row: SheetRow, id: string): boolean =>
  row.id === id || row.keys.some(({ command }) => command?.id === id);

type SheetKeyCapProps = { of: SheetKey; awaited: boolean; onEdit: (command: Command) => void };

function SheetKeyCap({ of: { keys, command, alias }, awaited, onEdit }: SheetKeyCapProps) {
  if (command === null) {
    return (
      <>
        {alias && <span className="mx-1 text-small text-soft">{t("commandLists.shortcuts.or")}</span>}
        <KeyCap keys={keys} always className="flex-none" />
      </>
    );
  }
  return (
    <button
      type="button"
      data-command={command.id}
      onClick={() => onEdit(command)}
      className="inline-grid min-h-6 min-w-6 flex-none place-items-center rounded-key hover:bg-hover"
    >
      {awaited ? (
        <span className="text-accent">{t("commandLists.shortcuts.press")}</span>
      ) : (
        <>
          <VisuallyHidden>{t("commandLists.shortcuts.change", { label: command.label })}</VisuallyHidden>
          <KeyCap keys={keys} always />
        </>
      )}
    </button>
  );
}

type ShortcutSearchProps = Omit<ComponentProps<"input">, "onChange" | "onKeyDown" | "value" | "type"> & {
  query: string;
  onQuery: (query: string) => void;
};

/** Finds a shortcut by its words, or by its keys when they are pressed. */
export function ShortcutSearch({ query, onQuery, className, ...rest }: ShortcutSearchProps) {
  const spell = useKeySpelling();
  const onKeyDown = (event: ReactKeyboardEvent) => {
    const keys = keysOfPress(event.nativeEvent);
    if (keys === null || isTyping(event, keys, query)) return;
    event.preventDefault();
    onQuery(spell(keys));
  };
  return (
    <input
      type="search"
      aria-label={t("commandLists.shortcuts.find")}
      placeholder={t("commandLists.shortcuts.find")}
      value={query}
      onChange={(event) => onQuery(event.target.value)}
      onKeyDown={onKeyDown}
      className={cx("min-w-0 flex-1 bg-transparent text-ink outline-0", className)}
      {...rest}
    />
  );
}

/** True for keys that type or move in the search box. Other keys search for their own row. */
function isTyping(event: ReactKeyboardEvent, keys: Keys, query: string): boolean {
  if (event.ctrlKey || event.metaKey) return /\+[ACVXZ]$/.test(keys) && query !== "";
  if (event.altKey) return false;
  if (["Escape", "Tab"].includes(event.key)) return true;
  return event.key.length === 1 || query !== "";
}

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
      setRefused({ text: t(`commandLists.shortcuts.${refusal.reason}`, { keys: spell(keys), label }), refusal });
      return;
    }
    setKeymap(rebind(keymap, target, keys));
    announce(t("commandLists.shortcuts.changed", { label: target.label, keys: spell(keys) }));
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
