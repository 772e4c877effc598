import { isRawNumber, parseKeepingForm } from "@postil/domain/text/json-numbers";
import { numberOf } from "../columns.ts";
import { once, type ReadRow, type Row, valueIn } from "../row.ts";
import type { Source } from "../source.ts";
import type { TaskWishes } from "./task-record-of-row.ts";

/** The rows of a file in the form that task records are built from, without the ignored columns. */
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

/** In text columns, turns cells that look like lists back into their texts. */
function withoutLists({ row, exact, cells }: Sound, plain: ReadonlySet<string>): Pick<Sound, "row" | "exact"> {
  if (cells === undefined || plain.size === 0) return exact ? { row, exact } : { row };
  const asTexts = (given: Row): Row =>
    Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, plain.has(name) ? valueIn(cells, name) : value]),
    );
  return { row: asTexts(row), ...(exact ? { exact: () => asTexts(exact()) } : {}) };
}

/** A whole number that does not fit in a JavaScript number becomes the text of its digits: an id or a label. */
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

/** Columns whose values always stay texts. */
const TEXTS: ReadonlySet<string> = new Set("id text source target label labels annotation prediction".split(" "));

/** CSV values are texts; text in the form of a number becomes a number with all of its digits. */
const withNumbers = (row: Row, isNumber: (name: string) => boolean): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === "string" && isNumber(name) && numberOf(value) !== null
        ? (parseKeepingForm(`[${value}]`) as readonly unknown[])[0] // a list with one item
        : value,
    ]),
  );
