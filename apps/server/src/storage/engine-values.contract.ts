import { parseWithNames } from "@postil/domain/text/json-text";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { AskedValues, operations } from "./engine.fixture.ts";
import type { AskedQuestion, Held, Values } from "./engine-values.ts";
import * as sources from "./value-sources.ts";
import { compareValues, type Demand, type FilterValue, type ValueSource, valuesIn } from "./value-sources.ts";

/** What an engine promises of the values of records: all that it answers is what a plain reading of them says. */

type Value = string | number;
type Row = { readonly seq: number; readonly value: Value };
type Operations = typeof operations;
type Call = <K extends keyof Operations>(
  name: K,
  input: Parameters<Operations[K]>[1],
) => Promise<Awaited<ReturnType<Operations[K]>>>;
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

/** These have an exact value beside their number. */
const isThird = ({ seq }: Drawn): boolean => seq % 3 === 0;
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
    ...(isThird(one) ? [[-NUMBERS, `exact ${one.seq % 2}`, one.seq] as const] : []),
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

/** Demands about values that are there, and about others. All are of the kind of the source. */
function demandOn({ kind }: ValueSource, rows: readonly Row[]): fc.Arbitrary<Demand> {
  const type = kind === "text" ? "string" : "number";
  const values = rows.flatMap(({ value }) => (typeof value === type ? [value] : []));
  const one: fc.Arbitrary<Value> = fc.oneof(
    ...(values.length > 0 ? [{ arbitrary: fc.constantFrom(...values), weight: 6 }] : []),
    { arbitrary: type === "string" ? TEXT : NUMBER, weight: 1 },
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

  const drawnInto = async (records: readonly Drawn[]): Promise<number> => {
    const [key, other] = [keyFor(), keyFor()];
    await store(asked, key, records);
    await store(asked, other, records);
    return key;
  };

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
        const key = await drawnInto(records);
        const seqs = records.map(({ seq }) => seq);
        const [first = 0] = dice;
        const among = first % 2 === 0 ? null : [...seqs.filter((_, index) => index % 3 !== first % 3), 9999];
        for (const [index, { source, of }] of kindsOf(key).entries()) {
          const rows = records.flatMap((one) => of(one).map((value) => ({ seq: one.seq, value: value as Value })));
          const seed = first + index;
          const demands = fc.sample(demandOn(source, rows), { numRuns: 4, seed });
          await compare(source, rows, { demands, among, descending });
        }
      }),
      { numRuns: 20 },
    );
  }, 300_000);

  test("PGS-12 terms and the ends of values come from an index, and those beyond 2^53 are told apart", async () => {
    await fc.assert(
      fc.asyncProperty(RECORDS, fc.nat(4), async (records, most) => {
        const key = await drawnInto(records);
        const at = { datasetKey: key, target: TERMS };
        const terms = records.flatMap(({ terms }) => terms);
        const inOrder = distinct(terms).sort(order);
        expect(await ask("textsInOrder", at)).toEqual(inOrder);
        expect(await ask("boundsOfTexts", at)).toEqual({ min: inOrder.at(0) ?? null, max: inOrder.at(-1) ?? null });
        const counted = inOrder
          .map((term) => ({ term, count: terms.filter((one) => one === term).length }))
          .sort((a, b) => b.count - a.count || order(a.term, b.term));
        const told = await ask("countTerms", at, most);
        expect(told.values).toEqual(counted.slice(0, most));
        if (most > 0) expect(told.total).toBe(terms.length);
        const numbers = records.flatMap(({ number }) => number ?? []).sort(byNumber);
        const bounds = { min: numbers.at(0) ?? null, max: numbers.at(-1) ?? null };
        expect(await ask("boundsOfNumbers", { datasetKey: key, target: NUMBERS })).toEqual(bounds);
        expect(await ask("exactTargets", key)).toEqual(new Set(records.some(isThird) ? [-NUMBERS] : []));
        expect(await ask("boundsOfNumbers", { datasetKey: keyFor(), target: NUMBERS })).toEqual({
          min: null,
          max: null,
        });
      }),
      { numRuns: 20 },
    );
  }, 120_000);

  test("PGS-12 the values of a range of records come with their records, as they were written", async () => {
    await fc.assert(
      fc.asyncProperty(RECORDS, fc.nat(12), async (records, from) => {
        const key = await drawnInto(records);
        const stretch = { from, to: 1500 };
        const inside = records.filter(({ seq }) => seq >= from && seq < stretch.to);
        const held = async (found: Promise<Held>, of: (one: Drawn) => readonly unknown[]) => {
          const { seqs, values } = await found;
          const wanted = inside.flatMap((one) => of(one).map((value) => [one.seq, value]));
          expect(inAnyOrder(seqs.map((seq, index) => [seq, values[index]]))).toEqual(inAnyOrder(wanted));
        };
        await held(ask("inRange", { datasetKey: key, target: TERMS }, stretch), ({ terms }) => terms);
        await held(ask("inRange", { datasetKey: key, target: NUMBERS }, stretch), ({ number }) =>
          [number ?? []].flat(),
        );
        const member = (path: string, kind: "text" | "number") =>
          ask("membersInRange", { datasetKey: key, path, kind }, stretch);
        await held(member("$.multi_label", "text"), ({ document }) => [String(document.multi_label)]);
        await held(member("$.text", "text"), ({ document }) => [JSON.stringify(document.text)]);
        await held(member("$.metrics.text_length", "number"), ({ document }) =>
          [document.metrics.text_length ?? []].flat(),
        );
        const times = { datasetKey: key, column: "updated_at" as const };
        await held(ask("timesInRange", times, stretch), ({ inserted_at }) => [inserted_at + 1]);
        const sorted = records
          .map(({ seq, inserted_at }): [number, number] => [inserted_at + 1, seq])
          .sort(([a, x], [b, y]) => a - b || x - y);
        const after = sorted.filter(([time, seq]) => time > 2 || (time === 2 && seq > from)).slice(0, 4);
        const next = await ask("timesAfter", times, [2, from], 4);
        expect(next.seqs.map((seq, index) => [next.values[index], seq])).toEqual(after);
      }),
      { numRuns: 20 },
    );
  }, 120_000);

  test("PGS-12 lists and parts of documents come as they were written, also with U+0000 in texts and names", async () => {
    await fc.assert(
      fc.asyncProperty(RECORDS, async (records) => {
        const key = await drawnInto(records);
        const stretch = { from: 2, to: 1500 };
        const inside = records.filter(({ seq }) => seq >= stretch.from && seq < stretch.to);
        const lists = async (paths: readonly string[] | null, of: (one: Drawn) => readonly string[]) => {
          const { seqs, lists: found } = await read("listsInRange", { key, paths, stretch });
          expect(inAnyOrder(seqs.map((seq, index) => [seq, found[index]]))).toEqual(
            inAnyOrder(inside.map((one) => [one.seq, of(one)])),
          );
        };
        await lists(null, ({ words }) => words);
        const paths = ["$.inputs", "$.tokens", "$.metrics.text_length", "$.nowhere.at", "$.text"];
        const partsOf = ({ document: { inputs, tokens, metrics, text } }: Drawn) =>
          JSON.stringify([inputs, tokens, metrics.text_length, null, text]);
        await lists(paths, (one) => [partsOf(one)]);
        const seqs = records.map(({ seq }) => seq).filter((seq) => seq % 2 === 0);
        const parts = await ask("partsOfRecords", key, [...seqs, 9999], paths);
        expect(parts.map((one) => JSON.stringify(one)).sort()).toEqual(
          records
            .filter(({ seq }) => seq % 2 === 0)
            .map(partsOf)
            .sort(),
        );
      }),
      { numRuns: 20 },
    );
  }, 120_000);

  test("PGS-12 half of a surrogate pair in a document is in nobody's way", async () => {
    const key = keyFor();
    const document = { text: "\ud83d", tokens: ["a", "\udc00"], multi_label: true };
    const record = { dataset_key: key, seq: 1, id: `${key}`, words: "", last_log: "log" };
    await asked.write("insert", { table: "task_record", rows: [{ ...record, document: JSON.stringify(document) }] });
    const tokens = sources.documentSource(key, "tokens", "text");
    expect(await ask("recordsPassing", tokens, { ...sources.ANY, values: ["a"] }, null)).toEqual([1]);
    const multi = sources.memberSource(key, "$.multi_label", "text");
    expect(await ask("counts", multi, null)).toEqual([{ value: "true", count: 1 }]);
    expect((await ask("partsOfRecords", key, [1], ["$.tokens"])).flat(2)).toEqual(["a", expect.any(String)]);
  });

  test("PGS-12 the first records by one kind of value are found that meet a demand on another", async () => {
    await fc.assert(
      fc.asyncProperty(RECORDS, fc.boolean(), fc.nat(5), fc.nat(), async (records, descending, count, seed) => {
        const key = await drawnInto(records);
        const rowsOf = (of: (one: Drawn) => readonly unknown[]) =>
          records.flatMap((one) => of(one).map((value) => ({ seq: one.seq, value: value as Value })));
        const single = kindsOf(key).filter(({ source }) => source.single);
        for (const [index, passing] of single.entries()) {
          const sorted = single[(index + seed) % single.length] ?? passing;
          const rows = rowsOf(passing.of);
          const [demand = sources.ANY] = fc.sample(demandOn(passing.source, rows), { numRuns: 1, seed });
          const meeting = new Set(rows.filter(({ value }) => meets(demand, value)).map(({ seq }) => seq));
          const wanted = rowsOf(sorted.of)
            .filter(({ seq }) => meeting.has(seq))
            .sort((a, b) => (descending ? -1 : 1) * order(a.value, b.value) || a.seq - b.seq);
          const found = await ask(
            "firstPassing",
            { source: sorted.source, descending },
            { source: passing.source, demand },
            count,
          );
          expect(found).toEqual(wanted.slice(0, count).map(({ seq }) => seq));
        }
      }),
      { numRuns: 20 },
    );
  }, 120_000);

  test("PGS-13 answers are counted that still stand, and the use of each option", async () => {
    const key = keyFor();
    const state = (status: string, annotation: string | null) => JSON.stringify({ status, annotation, changed: [] });
    const step = (seq: number, kind: string, actor: number, before: string | null, after: string | null) => ({
      ...{ dataset_key: key, seq, user_key: 1, actor_key: actor, at: 1, kind, before, after },
    });
    const answered = '{"status":"submitted","values":{}}';
    const [yes, zero, marked] = [
      state("Validated", "yes"),
      state("Validated", "\0"),
      state("Validated", "\u0001\u0001"),
    ];
    const changed = "task_record_changed";
    await asked.write("insert", {
      table: "activity",
      rows: [
        step(0, "response_created", 1, null, answered),
        step(1, "response_created", 1, null, answered),
        step(1, "response_updated", 2, answered, '{"status":"discarded"}'),
        step(2, "response_created", 2, null, answered),
        step(3, changed, 1, state("Default", null), yes),
        step(3, changed, 2, yes, state("Validated", "yes")),
        step(4, changed, 1, state("Default", null), yes),
        step(4, changed, 2, yes, zero),
        step(5, changed, 1, state("Default", null), zero),
        step(5, changed, 2, zero, marked),
        step(6, changed, 1, state("Default", null), zero),
        step(6, changed, 2, zero, zero),
        step(7, changed, 1, null, yes),
        step(8, changed, 1, yes, state("Discarded", "yes")),
      ],
    });
    const standing = (await ask("standingAnswers", 0)).filter((one) => one.dataset_key === key);
    expect(standing).toEqual([{ actor_key: 1, dataset_key: key, records: 3 }]);

    const answer = (seq: number, user: number, status: string, values: object | null) => ({
      ...{ dataset_key: key, seq, user_key: user, id: `${key}-${seq}-${user}`, status, inserted_at: 1, updated_at: 1 },
      values: values && JSON.stringify(values),
    });
    const valued = (rating: number, label: string, labels: readonly string[], spans: readonly string[]) => ({
      rating: { value: rating },
      label: { value: label },
      labels: { value: labels },
      ranking: { value: labels.map((value, index) => ({ value, rank: index + 1 })) },
      spans: { value: spans.map((name) => ({ label: name, start: 0, end: 1 })) },
    });
    await asked.write("insert", {
      table: "response",
      rows: [
        answer(0, 1, "submitted", valued(1, "a\0", ["x", "\\u0000"], ["s", "s", "t"])),
        answer(0, 2, "submitted", valued(1, "a", ["x"], [])),
        answer(1, 1, "draft", valued(2, "a\0", [], ["s"])),
        answer(1, 2, "draft", null),
        answer(2, 1, "discarded", { label: { value: "a" } }),
      ],
    });
    const use = async (name: string, type: AskedQuestion["type"]) =>
      inAnyOrder(
        (await ask("optionUse", key, { name, type })).map(({ value, status, count }) => [value, status, count]),
      );
    expect(await use("rating", "rating")).toEqual([
      [1, "submitted", 2],
      [2, "draft", 1],
    ]);
    expect(await use("label", "label_selection")).toEqual(
      inAnyOrder([
        ["a\0", "submitted", 1],
        ["a", "submitted", 1],
        ["a\0", "draft", 1],
        ["a", "discarded", 1],
      ]),
    );
    const labels = inAnyOrder([
      ["x", "submitted", 2],
      ["\\u0000", "submitted", 1],
    ]);
    expect(await use("labels", "multi_label_selection")).toEqual(labels);
    expect(await use("ranking", "ranking")).toEqual(labels);
    expect(await use("spans", "span")).toEqual(
      inAnyOrder([
        ["s", "submitted", 1],
        ["t", "submitted", 1],
        ["s", "draft", 1],
      ]),
    );
  });

  test("PGS-13 the costs of hashes that came from other servers are told", async () => {
    const user = (name: string, password_hash: string) => ({
      ...{ id: name, first_name: name, username: name, role: "annotator", api_key: name, password_hash },
      ...{ inserted_at: 1, updated_at: 1 },
    });
    const hashes = ["$2b$12$x", "$2a$05$x", "$2b$12$y", "scrypt$1$x", "$2y$10$x"];
    await asked.write("insert", { table: "user", rows: hashes.map((hash, index) => user(`person ${index}`, hash)) });
    expect(await ask("importedHashCosts")).toEqual([5, 10, 12]);
  });
}
