import { RecordToCreate } from "@postil/contract/feedback/records";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { RecordToFill } from "../client/fill.ts";
import { StartFailure } from "../start-failure.ts";
import { checkRows, isSurelySound, type RecordReader, recordsOf, verdictsOn } from "./check-rows.ts";
import { BadValue, type ReadRow } from "./row.ts";

const read = (line: number, text: string): ReadRow => ({ line, row: { text } });

/** A reader of a file that holds these rows now. A text that begins with "?" is no valid record. */
const readerOf = (...rows: readonly ReadRow[]): RecordReader<string> => ({
  async *rows() {
    yield* rows;
  },
  numbers: () => "line",
  recordOf: ({ row }) => {
    const text = String(row.text);
    if (text.startsWith("?")) throw new BadValue("text", text, "is no text");
    return text;
  },
});

async function listed<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

test("API-37 bad lines are left out, the others are read", async () => {
  const rows = readerOf(read(1, "one"), read(2, "?"), { line: 3, fault: "not closed" }, read(4, "four"));
  const isBad = (index: number) => index === 1 || index === 2;
  expect(await listed(recordsOf(rows, isBad))).toEqual(["one", "four"]);
});

test.each([
  [read(2, "?"), 'Line 2 was good at the check and is bad now: column "text": "?" is no text'],
  [{ line: 2, fault: "not closed" }, "Line 2 was good at the check and is bad now: not closed"],
])("API-37 a line that is bad only at the second reading ends the import in words: %j", async (changed, words) => {
  const reading = listed(recordsOf(readerOf(read(1, "one"), changed), () => false));
  const failure = await reading.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(StartFailure);
  expect(failure).toMatchObject({ message: expect.stringContaining(words) });
});

test("IMP-06 a bad row of a list on one line takes no other row with it", async () => {
  const rows = readerOf(read(1, "one"), read(1, "?"), { line: 1, fault: "not closed" }, read(1, "four"));
  const { bad, isBad, good } = await checkRows(verdictsOn(rows, () => null));
  expect([good, bad.map(({ line, index }) => [line, index])]).toEqual([
    2,
    [
      [1, 1],
      [1, 2],
    ],
  ]);
  expect(await listed(recordsOf(rows, isBad))).toEqual(["one", "four"]);
});

const QUESTION = "00000000-0000-4000-8000-000000000000";
const PLAIN: RecordToFill = {
  external_id: "r-1",
  fields: { text: "Ana in Rome 👩‍🚀", note: null },
  metadata: { stars: 5, part: "a" },
  vectors: { v: [0.5, 1] },
  suggestions: [
    { question: "q", value: "yes", type: "model", agent: "bert", score: 0.5 },
    { question: "q", value: ["a", "b"], type: "human", agent: "label" },
    { question: "q", value: 3 },
  ],
};

test("IMP-91 a plain record is passed over quickly, and one that the wire refuses never is", () => {
  expect(isSurelySound(PLAIN)).toBe(true);
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 6 }),
    fc.constantFrom("", "a\u0000", "\uD800", "é", "x".repeat(300), "-", "y".repeat(6000)),
  );
  const odd = fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60, 1.5, true, null, undefined, {}, []);
  const value = fc.oneof(text, fc.integer(), odd, fc.array(text, { maxLength: 3 }), fc.array(odd, { maxLength: 2 }));
  const parts = fc.record(
    {
      external_id: fc.oneof(text, fc.constant(null)),
      fields: fc.dictionary(text, fc.oneof(text, fc.constant(null)), { maxKeys: 3 }),
      metadata: fc.oneof(fc.constant(null), fc.dictionary(text, value, { maxKeys: 2 })),
      vectors: fc.dictionary(text, fc.array(fc.oneof(fc.double(), odd), { maxLength: 3 }), { maxKeys: 2 }),
      suggestions: fc.array(
        fc.record(
          { question: fc.constant("q"), value, agent: text, score: fc.oneof(fc.double({ min: -0.5, max: 1.5 }), odd) },
          { requiredKeys: ["question", "value"] },
        ),
        { maxLength: 2 },
      ),
    },
    { requiredKeys: [] },
  );
  const record = parts.map((some) => ({ ...PLAIN, ...some }) as RecordToFill); // also what no reader makes
  const sent = ({ suggestions, ...rest }: RecordToFill) => ({
    ...rest,
    suggestions: suggestions.map(({ question: _, ...one }) => ({ ...one, question_id: QUESTION })),
  });
  fc.assert(
    fc.property(record, (one) => {
      if (isSurelySound(one)) expect(RecordToCreate.safeParse(sent(one)).error).toBeUndefined();
    }),
    { numRuns: 800 },
  );
});
