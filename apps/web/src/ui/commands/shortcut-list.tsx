import { t } from "i18next";
import { type ReactNode, useId } from "react";
import "../../lib/i18n/en/shortcut-sheet.ts";
import type { Command } from "../../lib/commands/command.ts";
import type { SheetGroup, SheetKey, SheetRow } from "../../lib/commands/sheet-rows.ts";
import { usePreference } from "../../lib/preferences/use-preference.ts";
import { Button } from "../button.tsx";
import { cx } from "../cx.ts";
import { KeyCap } from "../key-cap.tsx";
import { Phrase } from "../phrase.tsx";
import { VisuallyHidden } from "../visually-hidden.tsx";
import type { Rebinding } from "./use-rebinding.ts";

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
export function ShortcutFooter({ refused, className }: { refused: string | null; className?: string }) {
  const [, setKeymap] = usePreference("keymap");
  return (
    <footer className={cx("flex min-h-12 items-center gap-2 text-soft", className)}>
      {refused === null ? (
        <p>
          <Phrase of="shortcutSheet.hint" parts={{ key: () => <KeyCap keys="Alt" always className="mx-1" /> }} />
        </p>
      ) : (
        <p role="alert" className="text-danger">
          {refused}
        </p>
      )}
      <Button variant="ghost" className="ml-auto" onClick={() => setKeymap({})}>
        {t("shortcutSheet.reset")}
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
        {t(`commands.group.${group}`)}
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
        {alias && <span className="mx-1 text-small text-soft">{t("shortcutSheet.or")}</span>}
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
        <span className="text-accent">{t("shortcutSheet.press")}</span>
      ) : (
        <>
          <VisuallyHidden>{t("shortcutSheet.change", { label: command.label })}</VisuallyHidden>
          <KeyCap keys={keys} always />
        </>
      )}
    </button>
  );
}
