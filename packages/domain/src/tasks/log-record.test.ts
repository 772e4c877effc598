import fc from "fast-check";
import { expect, test } from "vitest";
import { type LoggedText, logRecord } from "./log-record.ts";
import type { TaskDocument } from "./task-record.ts";
import { entity, labels, loggedText, loggedTokens } from "./task-records.fixture.ts";

const FACTS = { id: "1", lastUpdated: "2024-05-01T10:00:00" };
const by = <S extends object>(agent: string, part: S) => ({ agent, ...part });
const log = (stored: TaskDocument | null, record: Parameters<typeof logRecord>[1]) => logRecord(stored, record, FACTS);

const FIRST = loggedText({
  inputs: { a: "first words", b: "second words" },
  metadata: '{"n":1,"deep.x":"one"}',
  prediction: by("m1", labels("A 0.6", "B 0.4")),
  predictions: { m1: labels("A 0.6", "B 0.4") },
  annotation: by("u1", labels("A")),
  annotations: { u1: labels("A") },
  status: "Validated",
  vectors: { v: { value: [1, 2], model: "mod" } },
  event_timestamp: "2024-01-01T00:00:00",
  explanation: { a: [{ token: "first", attributions: { A: 1 } }] },
});

test("TST-16 a new record is stored with all that was sent, its text for search and its metrics", () => {
  const { document, lastLog, vectors } = log(null, FIRST);
  expect(document).toEqual({
    ...FACTS_IN_DOCUMENT,
    status: "Validated",
    text: "first words\nsecond words",
    metrics: { text_length: 24 },
    inputs: FIRST.inputs,
    multi_label: false,
    metadata: { n: 1, "deep.x": "one" },
    prediction: FIRST.prediction,
    predictions: FIRST.predictions,
    annotation: FIRST.annotation,
    annotations: FIRST.annotations,
    vectors: { v: { model: "mod" } },
    event_timestamp: FIRST.event_timestamp,
    explanation: FIRST.explanation,
  });
  expect(lastLog).toEqual({ prediction: true, annotation: true, score: false });
  expect(vectors).toEqual({ v: [1, 2] });
});
const FACTS_IN_DOCUMENT = { id: "1", last_updated: FACTS.lastUpdated };

test("TST-16 logged again, what is absent stays, maps are merged, lists replaced; the status falls back", () => {
  const { document, lastLog } = log(
    log(null, FIRST).document,
    loggedText({
      inputs: { b: "SECOND", c: "third" },
      metadata: '{"n":2.0,"z":true}',
      prediction: by("m2", labels("C 0.7")),
      predictions: { m2: labels("C 0.7") },
      vectors: { v: { value: [3, 4] }, w: { value: [5] } },
      explanation: { b: [] },
    }),
  );
  expect(document).toMatchObject({
    status: "Default",
    text: "SECOND\nthird",
    metrics: { text_length: 12 },
    inputs: { a: "first words", b: "SECOND", c: "third" },
    prediction: by("m2", labels("C 0.7")),
    predictions: { m1: labels("A 0.6", "B 0.4"), m2: labels("C 0.7") },
    annotation: FIRST.annotation,
    vectors: { v: { model: "mod" }, w: {} },
    event_timestamp: FIRST.event_timestamp,
    explanation: { a: FIRST.explanation?.a, b: [] },
  });
  expect(JSON.stringify(document.metadata)).toBe('{"n":2.0,"deep.x":"one","z":true}');
  expect(lastLog).toEqual({ prediction: true, annotation: false, score: false });
});

test("TST-16 what is named in the record's own member goes with its map by agent, before the rest is laid on", () => {
  const stored = log(null, FIRST).document;
  const { document } = log(stored, loggedText({ clear: ["annotation"] }));
  expect(document).not.toHaveProperty("annotation");
  expect(document).not.toHaveProperty("annotations");
  expect(document).toHaveProperty("prediction", FIRST.prediction);
  const anew = { annotation: by("u2", labels("Q")), annotations: { u2: labels("Q") } };
  expect(log(stored, loggedText({ clear: ["annotation", "prediction"], ...anew })).document).toMatchObject(anew);
  expect(log(stored, loggedText({ clear: ["annotation"], ...anew })).document.annotations).toEqual(anew.annotations);
});

test("TEN-25 the score of a token prediction stays when only entities are given, and the mentions are those of this log", () => {
  const part = { entities: [entity(0, 3, "PER", 0.5), entity(19, 27, "LOC")], score: 0.25 };
  const first = log(null, loggedTokens({ prediction: by("m", part), predictions: { m: part } }));
  expect(first.lastLog.score).toBe(true);
  const bare = { entities: [entity(0, 3)] };
  const { document, lastLog } = log(
    first.document,
    loggedTokens({ prediction: by("m", bare), predictions: { m: bare } }),
  );
  expect(document.prediction).toEqual({ agent: "m", ...bare, score: 0.25 });
  expect(document.predictions).toEqual({ m: { ...bare, score: 0.25 } });
  expect(lastLog.score).toBe(false);
  expect(first.document.metrics).toMatchObject({
    text_length: 27,
    predicted: { mentions: [{ value: "Ana", label: "PER", score: 0.5, capitalness: "FIRST" }, { value: "New York" }] },
    annotated: { mentions: [] },
  });
});

test("TEN-25 of entities with the same text the last one's label is the mention's", () => {
  const entities = [entity(0, 4, "A"), entity(9, 13, "B", 0.5)];
  const record = loggedTokens({
    text: "Rome and Rome",
    tokens: ["Rome", "and", "Rome"],
    annotation: by("u", { entities }),
  });
  const { document } = log(null, record);
  expect("tokens" in document && document.metrics.annotated.mentions).toEqual([
    { value: "Rome", label: "B", score: 0.5, capitalness: "FIRST" },
  ]);
});

const someLabels = fc.array(fc.constantFrom("A 0.5", "B 0.25"), { maxLength: 2 }).map((given) => labels(...given));
const someText: fc.Arbitrary<LoggedText> = fc
  .record({
    status: fc.constantFrom("Default" as const, "Validated" as const),
    inputs: fc.dictionary(fc.constantFrom("a", "b", "__proto__"), fc.string(), { minKeys: 1 }),
    part: fc.option(fc.tuple(fc.constantFrom("m", "n", "__proto__"), someLabels), { nil: undefined }),
    metadata: fc.option(fc.dictionary(fc.constantFrom("x", "y", "__proto__"), fc.integer()), { nil: undefined }),
  })
  .map(({ part, metadata, ...rest }) =>
    loggedText({
      ...rest,
      ...(metadata ? { metadata: JSON.stringify(metadata) } : {}),
      ...(part ? { prediction: by(...part), predictions: Object.fromEntries([part]) } : {}),
    }),
  );

test("TST-16 a log never takes away what it does not name, and a second time it changes nothing", () => {
  fc.assert(
    fc.property(someText, someText, (first, second) => {
      const before = log(null, first).document;
      const { document: after } = log(before, second);
      for (const part of ["inputs", "metadata", "predictions"] as const) {
        const keys = (document: TaskDocument) =>
          Object.keys({ ...(part in document ? document[part as "metadata"] : {}) });
        const given =
          part === "metadata" ? Object.keys(JSON.parse(second.metadata ?? "{}")) : Object.keys(second[part] ?? {});
        expect(new Set(keys(after))).toEqual(new Set([...keys(before), ...given]));
      }
      expect(after.status).toBe(second.status);
      expect(log(after, second).document).toEqual(after);
    }),
  );
});

test("TST-16 what is kept says and counts in searches what it did before the log; what is brought all the same counts", () => {
  fc.assert(
    fc.property(someText, someText, fc.boolean(), (first, second, hidden) => {
      const stored = log(null, first);
      const earlier = hidden ? { ...stored.lastLog, prediction: false } : stored.lastLog;
      const { prediction: _, predictions: __, ...bare } = second;
      const kept = logRecord(stored.document, { ...bare, keep: ["prediction", "annotation"] }, { ...FACTS, earlier });
      expect(kept.document.prediction).toEqual(stored.document.prediction);
      expect(kept.lastLog).toEqual(earlier);
      const brought = logRecord(stored.document, { ...second, keep: ["prediction"] }, { ...FACTS, earlier });
      expect(brought.lastLog.prediction).toBe(second.prediction !== undefined || earlier.prediction);
    }),
  );
});

test("TST-16 mentions of entities that are kept are those of before", () => {
  const said = { entities: [entity(0, 3, "PER", 0.5)], score: 0.25 };
  const first = log(null, loggedTokens({ prediction: by("m", said), predictions: { m: said } }));
  const next = loggedTokens({ keep: ["prediction"], status: "Discarded" });
  const after = logRecord(first.document, next, { ...FACTS, earlier: first.lastLog });
  expect(after.document.metrics).toEqual(first.document.metrics);
  expect(after.lastLog).toEqual(first.lastLog);
});
