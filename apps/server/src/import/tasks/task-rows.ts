import { isRawNumber, parseKeepingForm } from "@postil/domain/text/json-numbers";
import { numberOf } from "../columns.ts";
import { once, type ReadRow, type Row, valueIn } from "../row.ts";
import type { Source } from "../source.ts";
import type { TaskWishes } from "./task-record-of-row.ts";

/** The rows of a file as task records are made of them, without the columns that are to be left out. */
export async function* taskRowsOf(
  source: Source,
  { ignored, numbers, plain }: Pick<TaskWishes, "ignored" | "numbers" | "plain">,
): AsyncGenerator<ReadRow> {
  const without = (row: Row): Row =>
    ignored.size === 0 ? row : Object.fromEntries(Object.entries(row).filter(([name]) => !ignored.has(name)));
  const isNumber = (name: string) => numbers.has(name) && !TEXTS.has(name);
  for await (const read of source.rows()) {
    if ("fault" in read) yield read;
    else {
      const { row, exact } = withoutLists(read, plain);
      const given = exact ?? (() => row);
      const inForm = once(() => without(numbers.size === 0 ? given() : withNumbers(given(), isNumber)));
      yield {
        line: read.line,
        row: without(exact === undefined ? row : withDigits(row, exact)),
        ...(exact === undefined && numbers.size === 0 ? {} : { exact: inForm }),
      };
    }
  }
}

type Sound = Extract<ReadRow, { row: Row }>;

/** Cells that look like lists, of columns that hold texts, as the texts they are. */
function withoutLists({ row, exact, cells }: Sound, plain: ReadonlySet<string>): Pick<Sound, "row" | "exact"> {
  if (cells === undefined || plain.size === 0) return exact ? { row, exact } : { row };
  const asTexts = (given: Row): Row =>
    Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, plain.has(name) ? valueIn(cells, name) : value]),
    );
  return { row: asTexts(row), ...(exact ? { exact: () => asTexts(exact()) } : {}) };
}

/** A whole number that a number here does not hold is a text of its digits: an id, a label. */
function withDigits(row: Row, exact: () => Row): Row {
  const isLost = (value: unknown) =>
    typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value);
  if (!Object.values(row).some(isLost)) return row;
  const inForm = exact();
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const written = isLost(value) ? valueIn(inForm, name) : null;
      return [name, isRawNumber(written) ? written.rawJSON : value];
    }),
  );
}

/** Columns whose texts stay texts whatever they look like. */
const TEXTS: ReadonlySet<string> = new Set("id text source target label labels annotation prediction".split(" "));

/** All of CSV is text; what is written as a number is one, in all of its digits. */
const withNumbers = (row: Row, isNumber: (name: string) => boolean): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === "string" && isNumber(name) && numberOf(value) !== null
        ? (parseKeepingForm(`[${value}]`) as readonly unknown[])[0] // a list of one
        : value,
    ]),
  );
