import { parseWithNames } from "@postil/domain/text/json-text";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { AskedValues, operations } from "./engine.fixture.ts";
import type { Values } from "./engine-values.ts";
import * as sources from "./value-sources.ts";
import { compareValues, type Demand, type FilterValue, type ValueSource, valuesIn } from "./value-sources.ts";

/** What an engine promises of the values of records: all that it answers is what a plain reading of them says. */

type Value = string | number;
type Row = { readonly seq: number; readonly value: Value };
type Operations = typeof operations;
type Call = <K extends keyof Operations>(name: K, input: Parameters<Operations[K]>[1]) => ReturnType<Operations[K]>;
type Asked = { readonly read: Call; readonly write: Call; readonly keyFor: () => number };

const [TERMS, NUMBERS, OTHERS] = [1, 2, 3];
const [RATING, LABELS] = ["rating", "labels-1"];

/** Some of them share beginnings that are longer than an index may have them. */
const LONG = "é😀".repeat(300);
const TEXT: fc.Arbitrary<string> = fc.oneof(
  {
    arbitrary: fc.constantFrom("", "a", "A", "ä", "e\u0301", "😀", "\uffff", "'", '"', "\\", "\\u0000", "5"),
    weight: 4,
  },
  { arbitrary: fc.constantFrom("\0", "\u0001", "\u0002", "\0\u0001", "\\\0", "\u0001\u0001", "a\0", "a"), weight: 2 },
  {
    arbitrary: fc.constantFrom(LONG, `${LONG}a`, `${LONG}\0`, `${LONG}b`, "a".repeat(500), "a".repeat(501)),
    weight: 2,
  },
  fc.string({ unit: "binary", maxLength: 5 }).filter((text) => text.isWellFormed()),
);
const NUMBER: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(0, 1, 2, -1, 0.1, 1 / 3, 2 ** 53, 2 ** 53 + 2, -(2 ** 60), 1e300, 1.5),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
);
const TIME = fc.oneof(fc.integer({ min: 0, max: 4 }), fc.constant(1_700_000_000_000_000));
const ANSWER = fc.record({
  user: fc.integer({ min: 1, max: 2 }),
  status: fc.constantFrom("draft", "submitted"),
  rating: fc.option(fc.integer({ min: 1, max: 3 })),
  labels: fc.array(TEXT, { maxLength: 3 }),
});
const RECORD = fc.record({
  seq: fc.oneof(fc.nat(12), fc.nat(3000)),
  terms: fc.uniqueArray(TEXT, { maxLength: 3 }),
  number: fc.option(NUMBER),
  inserted_at: TIME,
  external: fc.boolean(),
  suggested: fc.constantFrom("model", "human", null),
  words: fc.array(fc.constantFrom("a", "b", "é"), { maxLength: 3 }),
  document: fc.record({
    text: TEXT,
    tokens: fc.array(fc.oneof(TEXT, NUMBER.filter(Number.isFinite)), { maxLength: 3 }),
    inputs: fc.dictionary(fc.constantFrom("a", "a.b", "\0", 'q"', "__proto__"), TEXT, { maxKeys: 3 }),
    metrics: fc.record({ text_length: fc.option(fc.nat(5)) }),
    multi_label: fc.boolean(),
  }),
  answers: fc.uniqueArray(ANSWER, { maxLength: 2, selector: ({ user }) => user }),
});
type Drawn = typeof RECORD extends fc.Arbitrary<infer R> ? R : never;
const RECORDS = fc.uniqueArray(RECORD, { minLength: 1, maxLength: 14, selector: ({ seq }) => seq });

const idOf = (key: number, seq: number) => `${key} ${seq % 7} ${seq}`;
const externalOf = ({ seq }: Drawn) => `e\0${seq}`;

async function store({ write }: Asked, key: number, records: readonly Drawn[]): Promise<void> {
  const at = ({ seq }: Drawn) => ({ dataset_key: key, seq });
  const insert = async (table: string, rows: Parameters<Operations["insert"]>[1]["rows"]) => {
    if (rows.length > 0) await write("insert", { table, rows });
  };
  const times = (time: number) => ({ inserted_at: time, updated_at: time + 1 });
  await insert(
    "record",
    records.map((one) => ({
      ...{ ...at(one), id: idOf(key, one.seq), external_id: one.external ? externalOf(one) : null, fields: "{}" },
      ...times(one.inserted_at),
    })),
  );
  await insert(
    "suggestion",
    records.map((one) => ({
      ...at(one),
      question_key: 5,
      id: `${key}-${one.seq}`,
      type: one.suggested,
      value: "1",
      ...times(0),
    })),
  );
  await insert(
    "task_record",
    records.map((one) => ({
      ...{ ...at(one), id: idOf(key, one.seq), words: one.words.join(" "), last_log: "log" },
      document: JSON.stringify(one.document),
    })),
  );
  await insert(
    "response",
    records.flatMap((one) =>
      one.answers.map(({ user, status, rating, labels }) => ({
        ...{ ...at(one), user_key: user, id: `${key}-${one.seq}-${user}`, status, ...times(0) },
        values: JSON.stringify({
          ...(rating === null ? {} : { [RATING]: { value: rating } }),
          [LABELS]: { value: labels },
        }),
      })),
    ),
  );
  const added = records.flatMap((one): FilterValue[] => [
    ...one.terms.map((term) => [TERMS, term, one.seq] as const),
    ...(one.number === null ? [] : [[NUMBERS, one.number, one.seq] as const]),
    [OTHERS, "other", one.seq],
    ...(one.seq % 3 === 0 ? [[-NUMBERS, `exact ${one.seq % 2}`, one.seq] as const] : []),
  ]);
  await write("changeValues", { key, added, dropped: [] });
}

/** Each kind of source, and its rows as a plain reading finds them. */
function kindsOf(
  key: number,
): readonly { readonly source: ValueSource; readonly of: (one: Drawn) => readonly unknown[] }[] {
  const several = { single: false };
  const answers =
    (pick: (answer: Drawn["answers"][number]) => readonly unknown[], user: number | null) => (one: Drawn) =>
      one.answers.filter((answer) => user === null || answer.user === user).flatMap(pick);
  const inDocument = (path: string, below = false) => ({
    source: sources.documentSource(key, path, "text", below),
    of: ({ document }: Drawn) => valuesIn(parseWithNames(JSON.stringify(document)), path, below, false),
  });
  return [
    { source: sources.derivedSource(key, TERMS, "text", several), of: ({ terms }) => terms },
    {
      source: sources.derivedSource(key, NUMBERS, "number", { single: true }),
      of: ({ number }) => [number ?? []].flat(),
    },
    { source: sources.timeSource(key, "inserted_at"), of: ({ inserted_at }) => [inserted_at] },
    { source: sources.recordIdSource(key, "external_id"), of: (one) => (one.external ? [externalOf(one)] : []) },
    { source: sources.recordIdSource(key, "id"), of: ({ seq }) => [idOf(key, seq)] },
    { source: sources.suggestionTypeSource(key, 5), of: ({ suggested }) => (suggested ? [suggested] : []) },
    { source: sources.idSource(key), of: ({ seq }) => [idOf(key, seq)] },
    {
      source: sources.memberSource(key, "$.multi_label", "text"),
      of: ({ document }) => [String(document.multi_label)],
    },
    {
      source: sources.memberSource(key, "$.metrics.text_length", "number"),
      of: ({ document }) => [document.metrics.text_length ?? []].flat(),
    },
    inDocument("tokens"),
    inDocument("inputs.a"),
    inDocument("inputs.a.b"),
    inDocument("inputs.a", true),
    inDocument("inputs.__proto__"),
    {
      source: sources.answerSource(key, RATING, "number", null),
      of: answers(({ rating }) => (rating ? [rating] : []), null),
    },
    { source: sources.answerSource(key, LABELS, "text", 2), of: answers(({ labels }) => labels, 2) },
    { source: sources.answerSource(key, LABELS, "text", null), of: answers(({ labels }) => labels, null) },
  ];
}

const order = (a: Value, b: Value): number => {
  if (typeof a === typeof b) return compareValues(a, b);
  return typeof a === "number" ? -1 : 1;
};
const meets = ({ values, low, high }: Demand, value: Value): boolean => {
  if (values && !values.includes(value)) return false;
  const [above, below] = [low && order(value, low.value), high && order(value, high.value)];
  return (
    (above === null || above > 0 || (above === 0 && low?.inclusive === true)) &&
    (below === null || below < 0 || (below === 0 && high?.inclusive === true))
  );
};

/** Demands about values that are there, and about others of both types. */
function demandOn(values: readonly Value[]): fc.Arbitrary<Demand> {
  const one: fc.Arbitrary<Value> = fc.oneof(
    ...(values.length > 0 ? [{ arbitrary: fc.constantFrom(...values), weight: 6 }] : []),
    { arbitrary: fc.oneof(TEXT, NUMBER), weight: 1 },
  );
  const bound = fc.option(fc.record({ value: one, inclusive: fc.boolean() }));
  return fc.record({ values: fc.option(fc.array(one, { maxLength: 4 })), low: bound, high: bound });
}

const byNumber = (a: number, b: number) => a - b;
const distinct = <T>(all: readonly T[]): T[] => [...new Set(all)];
/** In an order of their own, for comparisons of sets. */
const inAnyOrder = <T>(all: readonly T[]): T[] =>
  all.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

export function valuesContract(asked: Asked): void {
  const { read, keyFor } = asked;
  async function ask<M extends AskedValues["method"]>(method: M, ...given: Parameters<Values[M]>) {
    type Answer = ReturnType<Values[M]> extends AsyncGenerator<infer Part> ? Part[] : Awaited<ReturnType<Values[M]>>;
    return (await read("askValues", { method, given })) as Answer;
  }

  /** Asks everything of one source. */
  async function compare(
    source: ValueSource,
    rows: readonly Row[],
    drawn: {
      readonly demands: readonly Demand[];
      readonly among: readonly number[] | null;
      readonly descending: boolean;
    },
  ) {
    const { demands, among, descending } = drawn;
    const within = among ? rows.filter(({ seq }) => among.includes(seq)) : rows;
    const sorted = [...Map.groupBy(within, ({ value }) => value)]
      .map(([value, same]) => ({ value, seqs: same.map(({ seq }) => seq) }))
      .sort((a, b) => (descending ? order(b.value, a.value) : order(a.value, b.value)));
    expect(inAnyOrder(await ask("counts", source, among))).toEqual(
      inAnyOrder(sorted.map(({ value, seqs }) => ({ value, count: distinct(seqs).length }))),
    );
    const ordered = { source, descending };
    expect((await ask("recordsInOrder", ordered, among)).map((seqs) => seqs.toSorted(byNumber))).toEqual(
      sorted.map(({ seqs }) => seqs.toSorted(byNumber)),
    );
    for (const demand of demands) {
      const passing = (all: readonly Row[]) => all.filter(({ value }) => meets(demand, value)).map(({ seq }) => seq);
      expect(distinct(await ask("recordsPassing", source, demand, among)).sort(byNumber)).toEqual(
        distinct(passing(within)).sort(byNumber),
      );
      const all = passing(rows).length;
      expect(await ask("countPassing", source, demand, null)).toBe(all);
      expect(await ask("countPassing", source, demand, 2)).toBe(Math.min(2, all));
    }
    const wanted = sorted.flatMap(({ value, seqs }) => {
      const met = [...demands.keys()].filter((index) => demands[index] && meets(demands[index], value));
      return met.length > 0 ? [{ seqs: seqs.toSorted(byNumber), met }] : [];
    });
    const meeting = await ask("recordsMeeting", source, demands, among);
    expect(inAnyOrder(meeting.map(({ seqs, met }) => ({ seqs: seqs.toSorted(byNumber), met })))).toEqual(
      inAnyOrder(wanted),
    );
    if (among) return;
    expect(
      inAnyOrder(
        (await ask("recordsOfValues", source)).map(({ value, seqs }) => ({ value, seqs: seqs.toSorted(byNumber) })),
      ),
    ).toEqual(inAnyOrder(sorted.map(({ value, seqs }) => ({ value, seqs: distinct(seqs).sort(byNumber) }))));
    expect(inAnyOrder(await ask("distinctTexts", source))).toEqual(inAnyOrder(sorted.map(({ value }) => value)));
    const inOrder = sorted.flatMap(({ value, seqs }) => seqs.toSorted(byNumber).map((seq) => ({ value, seq })));
    const [demand = sources.ANY] = demands;
    const ends = [inOrder.at(0), inOrder.at(-1)];
    expect(await ask("endsPass", source, demand)).toBe(
      ends.every((end) => end !== undefined && meets(demand, end.value)),
    );
    // Only indexes bring rows in order.
    if (source.ordered) expect(await ask("rowsInOrder", ordered, 3)).toEqual(inOrder);
  }

  test("PGS-11 values of every source are counted, sorted and found as a plain reading of the records says", async () => {
    await fc.assert(
      fc.asyncProperty(RECORDS, fc.boolean(), fc.infiniteStream(fc.nat()), async (records, descending, dice) => {
        const [key, other] = [keyFor(), keyFor()];
        await store(asked, key, records);
        await store(asked, other, records);
        const seqs = records.map(({ seq }) => seq);
        const [first = 0] = dice;
        const among = first % 2 === 0 ? null : [...seqs.filter((_, index) => index % 3 !== first % 3), 9999];
        for (const [index, { source, of }] of kindsOf(key).entries()) {
          const rows = records.flatMap((one) => of(one).map((value) => ({ seq: one.seq, value: value as Value })));
          const seed = first + index;
          const demands = fc.sample(demandOn(rows.map(({ value }) => value)), { numRuns: 4, seed });
          await compare(source, rows, { demands, among, descending });
        }
      }),
      { numRuns: 20 },
    );
  }, 300_000);
}
