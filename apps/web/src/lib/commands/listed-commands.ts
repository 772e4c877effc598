import { t } from "i18next";
import {
  type Command,
  type CommandEntry,
  isCommand,
  KEY_GROUPS,
  type KeyGroup,
  type Keymap,
  mayRun,
  PALETTE_SECTIONS,
  type PaletteSection,
  shortcutsOf,
} from "./command.ts";
import { type Keys, keyLooks } from "./keys-here.ts";

/** A found command, and the position of the query in its label, in UTF-16 units. from = to when only the hint matched. */
export type Found = { readonly command: Command; readonly from: number; readonly to: number };
export type FoundSection = { readonly section: PaletteSection; readonly found: readonly Found[] };

/**
 * The commands that may run and contain the query in their label or hint, by section. Labels that begin with the query come
 * first.
 */
export function findCommands(entries: readonly CommandEntry[], query: string): readonly FoundSection[] {
  const wanted = query.trim().toLowerCase();
  const found = entries
    .filter(isCommand)
    .filter((command) => command.section !== undefined && mayRun(command))
    .flatMap((command) => locate(command, wanted) ?? []);
  return PALETTE_SECTIONS.flatMap((section) => {
    const own = found.filter(({ command }) => command.section === section);
    const begins = (one: Found) => (wanted !== "" && one.from === 0 && one.to > 0 ? 0 : 1);
    own.sort((one, other) => begins(one) - begins(other));
    return own.length === 0 ? [] : [{ section, found: own }];
  });
}

function locate(command: Command, wanted: string): Found | null {
  const from = command.label.toLowerCase().indexOf(wanted);
  if (from >= 0) return { command, from, to: from + wanted.length };
  return command.hint?.toLowerCase().includes(wanted) ? { command, from: 0, to: 0 } : null;
}

/**
 * One key combination of a row. `command` is the command whose keys the user can change here, null for fixed keys and aliases.
 */
export type SheetKey = { readonly keys: Keys; readonly command: Command | null; readonly alias: boolean };
export type SheetRow = { readonly id: string; readonly label: string; readonly keys: readonly SheetKey[] };
export type SheetGroup = { readonly group: KeyGroup; readonly rows: readonly SheetRow[] };

/** The rows of the shortcuts sheet with the keys in effect. Commands with the same `row` share one (design/keys.md#rules). */
export function sheetRows(entries: readonly CommandEntry[], keymap: Keymap): readonly SheetGroup[] {
  return KEY_GROUPS.flatMap((group) => {
    const rows = new Map<string, SheetRow>();
    for (const entry of entries.filter((candidate) => candidate.group === group)) {
      const label = isCommand(entry) ? (entry.row ?? entry.label) : entry.label;
      const before = rows.get(label);
      rows.set(label, { id: before?.id ?? entry.id, label, keys: [...(before?.keys ?? []), ...keysOf(entry, keymap)] });
    }
    return rows.size === 0 ? [] : [{ group, rows: [...rows.values()] }];
  });
}

function keysOf(entry: CommandEntry, keymap: Keymap): readonly SheetKey[] {
  if (!isCommand(entry)) return entry.keys.map((keys, place) => ({ keys, command: null, alias: place > 0 }));
  // A row shows at most one alias, because users do not read a row of five keys.
  return shortcutsOf(entry, keymap)
    .slice(0, entry.row === undefined ? 2 : 1)
    .map(({ keys }, place) => ({ keys, command: place === 0 ? entry : null, alias: place > 0 }));
}

/** Rows whose text or keys match the query. `spell` writes keys as the sheet prints them. */
export function filterSheet(
  groups: readonly SheetGroup[],
  query: string,
  spell: (keys: Keys) => string,
): readonly SheetGroup[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === "") return groups;
  const matches = (row: SheetRow) =>
    row.label.toLowerCase().includes(wanted) ||
    row.keys.some(({ keys }) => [keys, `Alt+${keys}`].some((written) => spell(written).toLowerCase() === wanted));
  return groups.map(({ group, rows }) => ({ group, rows: rows.filter(matches) })).filter(({ rows }) => rows.length > 0);
}

/** Keys in words, as people say and search them: "Ctrl+S". */
export function useKeySpelling(): (keys: Keys) => string {
  return (keys) =>
    keyLooks(keys)
      .map(({ name, text }) => (name === null ? text : t(`common.key.${name}`)))
      .join("+");
}
