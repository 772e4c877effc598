import { useId } from "react";
import { Trans, useTranslation } from "react-i18next";
import type { Command } from "../../lib/commands/command.ts";
import type { SheetGroup, SheetKey, SheetRow } from "../../lib/commands/sheet-rows.ts";
import { usePreference } from "../../lib/preferences/use-preference.ts";
import { Button } from "../button.tsx";
import { cx } from "../cx.ts";
import { KeyCap } from "../key-cap.tsx";
import { VisuallyHidden } from "../visually-hidden.tsx";
import type { Rebinding } from "./use-rebinding.ts";

type ShortcutListProps = { groups: readonly SheetGroup[]; rebinding: Rebinding };

/** Keys by group, with the bindings in force; a click on one that can be changed awaits the new key. */
export function ShortcutList({ groups, rebinding }: ShortcutListProps) {
  return groups.map((group) => (
    <SheetSection key={group.group} group={group} editing={rebinding.command} onEdit={rebinding.start} />
  ));
}

/** Why the key pressed last cannot be had, else how letters work; and the way back to the defaults. */
export function ShortcutFooter({ refused, className }: { refused: string | null; className?: string }) {
  const { t } = useTranslation();
  const [, setKeymap] = usePreference("keymap");
  return (
    <footer className={cx("flex min-h-12 items-center gap-2 text-soft", className)}>
      {refused === null ? (
        <p>
          <Trans i18nKey="commands.sheet.hint" components={{ key: <KeyCap keys="Alt" always className="mx-1" /> }} />
        </p>
      ) : (
        <p role="alert" className="text-danger">
          {refused}
        </p>
      )}
      <Button variant="ghost" className="ml-auto" onClick={() => setKeymap({})}>
        {t("commands.sheet.reset")}
      </Button>
    </footer>
  );
}

type SheetSectionProps = { group: SheetGroup; editing: Command | null; onEdit: (command: Command) => void };

function SheetSection({ group: { group, rows }, editing, onEdit }: SheetSectionProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section aria-labelledby={id} className="mb-4 break-inside-avoid">
      <h3 id={id} className="mb-1 font-body text-small text-soft">
        {t(`commands.group.${group}`)}
      </h3>
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
        <KeyCap keys={keys} always className="flex-none" />
      </>
    );
  }
  return (
    <button
      type="button"
      onClick={() => onEdit(command)}
      className="inline-grid min-h-6 min-w-6 flex-none place-items-center rounded-key hover:bg-hover"
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
