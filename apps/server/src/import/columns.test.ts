import fc from "fast-check";
import { expect, test } from "vitest";
import { amountOf, numberOf, signIn } from "./cell-values.ts";
import { isMeasure, lookAtColumns } from "./columns.ts";
import { DatesSeen } from "./dates.ts";
import { NOTHING_DECLARED, oneByOne, type ReadRow, type Source } from "./row.ts";
import { createScan } from "./scan-quotes.ts";

/** What is passed over quickly while a file is read is what the full rules find nothing in. */

const mark = fc.constantFrom(..."0123456789-+.,:/% €$£¥eEx\u00A0'\nTZ");
const cell = fc.oneof(
  fc.string({ unit: mark, maxLength: 24 }),
  fc.bigInt().map(String),
  fc.double().map(String),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom("007", "-0", "9223372036854775807", "9223372036854775808", "1.234,5", "$ 1,000.00", "word", "[1]"),
);

async function columnOf(cells: readonly string[]) {
  const batch = cells.map((text, at): ReadRow => ({ line: at + 2, row: { a: text } }));
  const batches = async function* () {
    yield batch;
  };
  const source: Source = {
    ...{ format: "csv", file: "a.csv", stem: "a", batches, rows: () => oneByOne(batches()) },
    ...{ words: () => [], shape: () => null, declared: () => NOTHING_DECLARED, numbers: () => "line" },
    form: () => ({ encoding: null, separator: null, quote: null, header: null }),
  };
  return (await lookAtColumns(source)).columns[0];
}

test("IMP-91 a cell of a table counts as what its rules say", () =>
  fc.assert(
    fc.asyncProperty(fc.array(cell, { minLength: 1, maxLength: 6 }), async (cells) => {
      const column = await columnOf(cells);
      const numbers = cells.filter((text) => numberOf(text) !== null);
      const others = cells.filter((text) => numberOf(text) === null);
      const whole = numbers.filter((text) => /^-?\d+$/.test(text));
      const large = whole.filter((text) => BigInt.asIntN(64, BigInt(text)) !== BigInt(text));
      const dates = new DatesSeen();
      for (const text of others.filter(isMeasure)) dates.add(text);
      expect(column).toMatchObject({
        present: cells.length,
        fractions: numbers.length - whole.length,
        large: large.length,
        integers: whole.length - large.length,
        measures: others.filter(isMeasure).length,
        texts: others.filter((text) => !isMeasure(text)).length,
        withComma: cells.filter((text) => amountOf(text, ",") !== null).length,
        withPoint: cells.filter((text) => amountOf(text, ".") !== null).length,
        sign: cells.map(signIn).find((sign) => sign !== null) ?? null,
        characters: cells.join("").length,
      });
      expect(column?.dates?.count ?? 0).toBe(dates.count);
    }),
  ));

test("IMP-91 a line without quotes has the cells that its separators make", () =>
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom(..."ab,; |"), minLength: 1 }), { minLength: 1 }),
      fc.constantFrom(",", ";", "||"),
      (lines, separator) => {
        const scan = createScan(separator);
        for (const line of lines) scan.line(line);
        const full = lines.filter((line) => line.trim() !== "");
        const cells = full.map((line) => line.split(separator).length);
        const unlike = cells.filter((count) => count !== cells[0]).length;
        const { asCharacters = 0, asQuotes = 0 } = scan.end().columns;
        expect([asCharacters, asQuotes]).toEqual([cells[0] ?? 0, cells[0] ?? 0]);
        expect(scan.end()).toMatchObject({ rows: full.length, unlikeAsCharacters: unlike, unlikeAsQuotes: unlike });
      },
    ),
  ));
