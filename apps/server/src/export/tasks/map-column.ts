import { sameJson } from "@postil/domain/same-json";
import type { TaskDocument } from "@postil/domain/tasks/task-record";
import { cellOfText } from "@postil/domain/text/spreadsheet-cell";
import type { Cell, Column } from "../table.ts";

/** A member of a line, and the columns of a table that tell the same. */
export type TaskColumn = {
  readonly name: string;
  readonly value: (document: TaskDocument) => unknown;
  readonly cells: readonly Column<TaskDocument>[];
};

type Members = { readonly [key: string]: unknown };

type MapToTell = {
  readonly name: string;
  /** Those that are to have columns. */
  readonly keys: readonly string[];
  /** Null: a cell cannot tell this value. */
  readonly cellOf: (value: unknown) => Cell;
  readonly map: (document: TaskDocument) => Members | undefined;
  /** Whether it counts in which order the keys stand. */
  readonly ordered?: boolean;
};

/** A map, in a table a column for each of its keys and one of JSON for what these cannot tell. */
export function mapColumn({ name, keys: wanted, cellOf, map, ordered = false }: MapToTell): TaskColumn {
  const keys = wanted.filter(isHeading);
  const heldIn = cellsHeld({ keys, cellOf, ordered });
  const rest = (document: TaskDocument): Cell => {
    const members = map(document) ?? {};
    const held = heldIn(members);
    const others = Object.entries(members).filter(([key]) => !held.has(key));
    return others.length === 0 ? null : JSON.stringify(Object.fromEntries(others));
  };
  const cellAt = (key: string) => (document: TaskDocument) => heldIn(map(document) ?? {}).get(key) ?? null;
  return {
    name,
    value: map,
    cells: [...keys.map((key) => ({ name: `${name}.${key}`, cell: cellAt(key) })), { name, cell: rest }],
  };
}

/** Whether a key reads back from the first line of a table. */
const isHeading = (key: string): boolean => key === key.trim() && cellOfText(key) === key && !/[\r\n]/.test(key);

/** The cells of a map by key, worked out once for all of a row. */
function cellsHeld({ keys, cellOf, ordered }: Required<Pick<MapToTell, "keys" | "cellOf" | "ordered">>) {
  const places = new Map(keys.map((key, place) => [key, place]));
  const known = new WeakMap<Members, ReadonlyMap<string, string>>();
  const work = (members: Members): ReadonlyMap<string, string> => {
    const held = new Map<string, string>();
    for (const [key, value] of Object.entries(members)) {
      const cell = places.has(key) ? cellOf(value) : null;
      if (cell !== null) held.set(key, cell);
    }
    if (!ordered) return held;
    const inColumns = [...held.keys()].toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
    const readBack = [...inColumns, ...Object.keys(members).filter((key) => !held.has(key))];
    return sameJson(readBack, Object.keys(members)) ? held : new Map();
  };
  return (members: Members): ReadonlyMap<string, string> => {
    const found = known.get(members) ?? work(members);
    known.set(members, found);
    return found;
  };
}
