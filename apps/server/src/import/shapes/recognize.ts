import { isRawNumber, numberIn } from "@postil/domain/text/json-text";
import type { Column } from "../columns.ts";
import {
  type Batches,
  DEEPEST_WALKED,
  type FoundShape,
  once,
  type ReadRow,
  type Row,
  type SoundRow,
  sizeOf,
  valueIn,
} from "../row.ts";
import type { FileWishes } from "../wishes.ts";
import type { Shape, ShapeWishes, Turned } from "./members.ts";
import { SHAPES } from "./shapes.ts";

/** The first rows by which a shape is recognized, and the most of them in memory, characters. */
const FIRST_ROWS = 100;
const FIRST_SIZE = 2 ** 20;

type Recognized = { readonly shape: Shape; readonly first: readonly Row[]; readonly sign: string };

function firstOf(rows: readonly ReadRow[]) {
  let [count, size] = [0, 0];
  for (const read of rows) {
    if (count === FIRST_ROWS || size > FIRST_SIZE) break;
    count++;
    size += "row" in read ? sizeOf(read.row) : 0;
  }
  return { first: rows.slice(0, count), isEnough: count === FIRST_ROWS || size > FIRST_SIZE };
}

/** `shape`: the only one that is looked for; null: any of `among`, `plain`: none. */
export function createShapes({ shape: wish, among }: Pick<FileWishes, "shape" | "among">, isTable: boolean) {
  let known: { readonly found: Recognized | null } | null = null;
  /** Of the last complete reading. */
  let counts: ReadonlyMap<string, number> = new Map();
  const recognize = (read: readonly ReadRow[]): Recognized | null => {
    const first = read.flatMap((one) => ("row" in one ? [one.row] : []));
    for (const shape of SHAPES) {
      if (first.length === 0 || (wish !== null && wish !== shape.key)) continue;
      if (among?.includes(shape.key) === false) continue;
      const sign = shape.sign(first, isTable);
      if (sign !== null) return { shape, first, sign };
    }
    return null;
  };
  /** `change`: what is done with each row after that. */
  async function* turned(batches: Batches, change: (read: ReadRow) => ReadRow): Batches {
    const read: ReadRow[] = [];
    try {
      while (known === null) {
        const { value: batch = [], done } = await batches.next();
        for (const one of batch) read.push(one);
        const { first, isEnough } = firstOf(read);
        if (done || isEnough) known = { found: recognize(first) };
      }
      const { found } = known;
      const turn = found?.shape.turn(found.first, isTable);
      const noted = new Map<string, number>();
      const note = (what: string) => noted.set(what, (noted.get(what) ?? 0) + 1);
      const turnedRow = (one: ReadRow) => change(turn && "row" in one ? turnRow(one, turn, note) : one);
      yield read.splice(0).map(turnedRow);
      for await (const batch of batches) yield batch.map(turnedRow);
      counts = noted;
    } finally {
      // Who stops early ends the file too.
      await batches.return(undefined);
    }
  }
  return {
    turned,
    found: (): FoundShape | null => {
      const { shape, first } = known?.found ?? {};
      return shape && first ? { key: shape.key, unit: shape.unit ?? "characters", first } : null;
    },
    words: (): readonly string[] => {
      const found = known?.found ?? null;
      if (found === null) return [];
      const { name, becomes } = found.shape;
      return [
        `  read as ${name}: ${found.sign}; ${becomes}; --shape plain takes the columns as they are`,
        ...[...counts].map(([what, count]) => `  ${what}: ${count.toLocaleString("en")}`),
      ];
    },
  };
}

/** Cells of a table that were turned are no longer what is written there. */
export function turnRow(read: SoundRow, turn: (row: Row) => Turned, note?: (what: string) => void): SoundRow {
  const { exact, cells, ...rest } = read;
  const { row, also = [], notes = [] } = turn(read.row);
  for (const what of notes) note?.(what);
  const isSame = (name: string) => row[name] === read.row[name];
  return {
    ...rest,
    row,
    ...(also.length > 0 ? { also } : {}),
    ...(exact ? { exact: once(() => inForm(row, turn(marked(exact()) as Row).row)) } : {}), // an object stays one
    ...(cells ? { cells: Object.fromEntries(Object.entries(cells).filter(([name]) => isSame(name))) } : {}),
  };
}

/** A number with its form, which counts as a number wherever a row is turned. */
class Written extends Number {
  readonly written: unknown;
  constructor(written: unknown) {
    super(numberIn(written)?.value);
    this.written = written;
  }
}

const mapped = (value: unknown, change: (one: unknown) => unknown, depth = 0): unknown => {
  const changed = change(value);
  if (changed !== value || typeof value !== "object" || value === null || isRawNumber(value)) return changed;
  if (depth > DEEPEST_WALKED) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => mapped(one, change, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapped(one, change, depth + 1)]));
};
const marked = (value: unknown) => mapped(value, (one) => (isRawNumber(one) ? new Written(one) : one));

/** The row with numbers as they are written, wherever the other turned row has the same value. */
const inForm = (row: Row, written: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const other = valueIn(written, name);
      const isSame = JSON.stringify(other) === JSON.stringify(value);
      return [name, isSame ? mapped(other, (one) => (one instanceof Written ? one.written : one)) : value];
    }),
  );

export const wishesOfShape = ({ key, first }: FoundShape, columns: readonly Column[]): ShapeWishes =>
  SHAPES.find((shape) => shape.key === key)?.wishes?.(columns, first) ?? {};
