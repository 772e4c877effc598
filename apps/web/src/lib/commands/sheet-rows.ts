import { type Command, type CommandEntry, isCommand, KEY_GROUPS, type KeyGroup, type Keys } from "./command.ts";
import { type Keymap, shortcutsOf } from "./keymap.ts";

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
