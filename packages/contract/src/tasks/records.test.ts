import { expect, test } from "vitest";
import { wireErrors } from "../wire/leaf.ts";
import { ChangedTaskRecord, LoggedText2TextRecords, LoggedTextRecords, LoggedTokenRecords } from "./records.ts";

type Schema = typeof LoggedTextRecords | typeof LoggedTokenRecords | typeof LoggedText2TextRecords;

function refused(schema: Schema, record: unknown): string[] {
  const result = schema.safeParse({ records: [record] }, { reportInput: true });
  if (result.success) return [];
  return wireErrors(result.error.issues, "body").map(({ loc, msg }) => `${loc.slice(3).join("/")}: ${msg}`);
}
const TEXT = { inputs: { text: "x" } };
const TOKENS = { text: "a b", tokens: ["a", "b"] };
const read = (record: object) => LoggedTextRecords.parse({ records: [{ ...TEXT, ...record }] }).records[0];

test("TST-16 a client that writes every unset member as null logs nothing but what it has", () => {
  const unset = [
    "id",
    "metadata",
    "event_timestamp",
    "status",
    "prediction",
    "annotation",
    "predictions",
    "annotations",
  ];
  const nulls = Object.fromEntries(
    [...unset, "vectors", "explanation", "postil_clear", "postil_keep", "postil_seen", "metrics"].map((key) => [
      key,
      null,
    ]),
  );
  const plain = { id: null, status: "Default", clear: [], inputs: { text: "x" }, multi_label: false };
  expect(read(nulls)).toEqual(plain);
  expect(read({ metrics: 7, search_keywords: {}, last_updated: "never", whatever: [] })).toEqual(plain);
});

test("TEN-18 a number too large for an id says up to which it may be, and what to write instead", () => {
  expect(refused(LoggedTextRecords, { ...TEXT, id: 2 ** 53 })).toEqual([
    "id: an id that is a number must lie between -9007199254740991 and 9007199254740991; write a larger one as a text",
  ]);
  expect(read({ id: "9007199254740993" })?.id).toBe("9007199254740993");
  expect(read({ id: 2 ** 53 - 1 })?.id).toBe(9007199254740991);
});

test("TEN-18 a whole number that lost digits when it was read becomes no text: it is refused where it stands", () => {
  const [large, exact] = [2 ** 63, 2 ** 53 - 1];
  const says =
    "a whole number that is to be a text must lie between -9007199254740991 and 9007199254740991, found about 9223372036854776000; write it as a text";
  expect(refused(LoggedTextRecords, { inputs: { a: large, b: ["x", large] } })).toEqual([
    `inputs/a: ${says}`,
    `inputs/b/1: ${says}`,
  ]);
  const labeled = (agent: unknown, label: unknown) => ({ ...TEXT, prediction: { agent, labels: [{ class: label }] } });
  expect(refused(LoggedTextRecords, labeled("m", large))).toEqual([`prediction/labels/0/class: ${says}`]);
  expect(refused(LoggedTextRecords, labeled(large, "A"))).toEqual([`prediction/agent: ${says}`]);
  expect(refused(LoggedText2TextRecords, { text: -large })).toHaveLength(1);
  expect(refused(LoggedTextRecords, labeled(exact, exact))).toEqual([]);
  expect(read({ inputs: { a: exact, b: 3.5, c: true } })).toMatchObject({
    inputs: { a: "9007199254740991", b: "3.5", c: "True" },
  });
});

test("TST-16 what is to go is named in the record's own member", () => {
  expect(read({ postil_clear: ["annotation", "prediction"] })?.clear).toEqual(["annotation", "prediction"]);
  expect(refused(LoggedTextRecords, { ...TEXT, postil_clear: ["status"] })).toEqual([
    "postil_clear/0: value is not a valid enumeration member; permitted: 'prediction', 'annotation'",
  ]);
});

test("TST-16 what stays as it is stored is named in the record's own member too", () => {
  expect(read({ postil_keep: ["annotation"] })).toMatchObject({ keep: ["annotation"], clear: [] });
  expect(refused(LoggedTextRecords, { ...TEXT, postil_keep: "annotation" })).toEqual([
    "postil_keep: value is not a valid list",
  ]);
});

test("TST-16 what a record was seen as is its time and its status, of a record with an id", () => {
  const seen = { last_updated: "2024-05-01T10:00:00.000001", status: "Default" };
  expect(read({ id: "a", postil_seen: seen })?.seen).toEqual({
    lastUpdated: Date.UTC(2024, 4, 1, 10) * 1000 + 1,
    status: "Default",
  });
  const wrong = (postil_seen: unknown, id: unknown = "a") => refused(LoggedTextRecords, { ...TEXT, id, postil_seen });
  expect(wrong({})).toEqual(["postil_seen/last_updated: field required", "postil_seen/status: field required"]);
  expect(wrong({ ...seen, last_updated: "yesterday" })).toEqual(["postil_seen/last_updated: invalid datetime format"]);
  expect(wrong({ ...seen, last_updated: 7 })).toEqual(["postil_seen/last_updated: invalid datetime format"]);
  expect(wrong("Default")).toEqual(["postil_seen: value is not a valid dict"]);
  expect(wrong(seen, null)).toEqual(["id: field required"]);
});

test("TEN-23 inputs are texts and lists of texts; numbers and truth values become their words", () => {
  expect(read({ inputs: { a: 3.5, b: true, c: ["x", 2], d: [], ["__proto__"]: "p" } })?.inputs).toEqual({
    a: "3.5",
    b: "True",
    c: ["x", "2"],
    d: [],
    ["__proto__"]: "p",
  });
  expect(refused(LoggedTextRecords, { inputs: { a: null, b: { c: 1 }, d: ["x", null] } })).toEqual([
    "inputs/a: none is not an allowed value",
    "inputs/b: str type expected",
    "inputs/d/1: none is not an allowed value",
  ]);
  expect(refused(LoggedTextRecords, {})).toEqual(["inputs: field required"]);
});

test("TEN-18 an id is a text or a whole number and stays what it was", () => {
  expect([7, "7", "a/b"].map((id) => read({ id })?.id)).toEqual([7, "7", "a/b"]);
  for (const id of [1.5, true, ["x"], "", "x".repeat(513), 2 ** 60])
    expect(refused(LoggedTextRecords, { ...TEXT, id })).toHaveLength(1);
});

test("TEN-18 the bytes of an id count, not its letters", () => {
  expect(read({ id: "é".repeat(256) })?.id).toHaveLength(256);
  for (const id of ["é".repeat(257), "😀".repeat(129)])
    expect(refused(LoggedTextRecords, { ...TEXT, id })).toEqual([
      expect.stringMatching(/^id: .* 512 bytes, found 51[46]$/),
    ]);
});

test("TEN-29 labels have a class by either of its names, and a score of one unless they name another", () => {
  const labels = [{ class: 1 }, { class_label: "alias", score: "0.25" }, { class: true, score: 0 }];
  expect(read({ prediction: { agent: 5, labels } })?.prediction).toEqual({
    agent: "5",
    labels: [
      { class_label: "1", score: 1 },
      { class_label: "alias", score: 0.25 },
      { class_label: "True", score: 0 },
    ],
  });
  const wrong = [
    {},
    { class: "" },
    { class: "x".repeat(129) },
    { class: "A", score: 1.01 },
    "A",
    { class: "A", score: null },
  ];
  expect(refused(LoggedTextRecords, { ...TEXT, annotation: { agent: "u", labels: wrong } })).toEqual([
    "annotation/labels/0/class: field required",
    "annotation/labels/1/class: Class name must not be empty",
    `annotation/labels/2/class: Class name '${"x".repeat(129)}' exceeds max length of 128`,
    "annotation/labels/3/score: ensure this value is less than or equal to 1.0",
    "annotation/labels/4: value is not a valid dict",
    "annotation/labels/5/score: none is not an allowed value",
  ]);
});

test("TEN-31 every prediction and annotation has an agent with a name of at most 64 characters", () => {
  const NO_AGENT = ["__root__: Agent must be defined!"];
  for (const agent of [undefined, null, ""])
    expect(refused(LoggedTextRecords, { ...TEXT, prediction: { agent, labels: [] } }), String(agent)).toEqual(NO_AGENT);
  expect(refused(LoggedTextRecords, { ...TEXT, annotations: { "": { labels: [] } } })).toEqual(NO_AGENT);
  const long = "g".repeat(65);
  const most = "ensure this value has at most 64 characters";
  expect(refused(LoggedTextRecords, { ...TEXT, prediction: { agent: long, labels: [] } })).toEqual([
    `prediction/agent: ${most}`,
  ]);
  expect(refused(LoggedTextRecords, { ...TEXT, predictions: { [long]: { labels: [] } } })).toEqual([
    `__root__/agent: ${most}`,
  ]);
});

test("TEN-25 a token record without text tells nothing else; the older name of its key is read too", () => {
  for (const text of [undefined, null, "", "  "])
    expect(refused(LoggedTokenRecords, { text, id: 1.5 })).toEqual(["__root__: No text or empty text provided"]);
  const [record] = LoggedTokenRecords.parse({ records: [{ raw_text: "a b", tokens: ["a", 1] }] }).records;
  expect(record).toMatchObject({ text: "a b", tokens: ["a", "1"] });
  expect(refused(LoggedTokenRecords, { text: "a", tokens: [] })).toEqual([
    "tokens: ensure this value has at least 1 items",
  ]);
  expect(refused(LoggedTokenRecords, { text: 7, tokens: ["7"] })).toEqual(["text: str type expected"]);
});

test("TEN-31 an entity ends behind its beginning and has a label", () => {
  const entities = [
    { start: 3, end: 3, label: "X" },
    { start: "0", end: "1", label: "" },
    { start: 0, end: 1, label: 5 },
  ];
  expect(refused(LoggedTokenRecords, { ...TOKENS, prediction: { agent: "m", entities, score: "x" } })).toEqual([
    "prediction/score: value is not a valid float",
    "prediction/entities/0/end: End character cannot be placed before the starting character, it must be at least one character after.",
    "prediction/entities/1/label: ensure this value has at least 1 characters",
  ]);
  expect(refused(LoggedTokenRecords, { ...TOKENS, prediction: { agent: "m", entities: null } })).toEqual([
    "prediction/entities: none is not an allowed value",
  ]);
  expect(refused(LoggedTokenRecords, { ...TOKENS, prediction: { agent: "m" } })).toEqual([]);
});

test("TEN-30 a text to text record has a text, which may be empty, and sentences in lists", () => {
  expect(refused(LoggedText2TextRecords, { text: "" })).toEqual([]);
  expect(
    refused(LoggedText2TextRecords, { text: ["x"], prediction: { agent: "m", sentences: [{ score: 1 }, "y"] } }),
  ).toEqual([
    "prediction/sentences/0/text: field required",
    "prediction/sentences/1: value is not a valid dict",
    "text: str type expected",
  ]);
});

test("TEN-22 a vector has at least one number", () => {
  const vectors = { a: { value: [] }, b: [1], c: {}, d: { value: ["x", "2"] }, e: null };
  expect(refused(LoggedTextRecords, { ...TEXT, vectors })).toEqual([
    "vectors/a/value: ensure this value has at least 1 items",
    "vectors/b: value is not a valid dict",
    "vectors/c/value: field required",
    "vectors/d/value/0: value is not a valid float",
    "vectors/e: none is not an allowed value",
  ]);
});

test.each([
  ["2024-05-06T07:08:09", "2024-05-06T07:08:09"],
  ["2024-05-06 07:08:09.123", "2024-05-06T07:08:09.123000"],
  ["2024-05-06T07:08", "2024-05-06T07:08:00"],
  ["2024-05-06T07:08:09Z", "2024-05-06T07:08:09+00:00"],
  ["2024-05-06T07:08:09+0530", "2024-05-06T07:08:09+05:30"],
  [1714979289, "2024-05-06T07:08:09+00:00"],
  [1714979289123, "2024-05-06T07:08:09.123000+00:00"],
  ["-1.5", "1969-12-31T23:59:58.500000+00:00"],
])("API-33 the time %s of an event is answered as %s", (given, answered) => {
  expect(read({ event_timestamp: given })?.event_timestamp).toBe(answered);
});

test("API-33 what is no date and time is refused", () => {
  for (const event_timestamp of [
    "yesterday",
    "2024-01-02",
    "2024-02-30T00:00:00",
    "2024-01-01T24:00",
    "2024-01-01T00:60",
    "2024-01-01T00:00+24:00",
    "0000-01-01T00:00",
    Number.POSITIVE_INFINITY,
    {},
    true,
  ])
    expect(refused(LoggedTextRecords, { ...TEXT, event_timestamp }), String(event_timestamp)).toEqual([
      "event_timestamp: invalid datetime format",
    ]);
});

test("TEN-23 of one request all records have one label each, or all may have several", () => {
  const mixed = LoggedTextRecords.safeParse({ records: [{ ...TEXT, multi_label: true }, TEXT] });
  expect(mixed.success ? [] : wireErrors(mixed.error.issues, "body")).toEqual([
    { loc: ["body", "records"], msg: "All records must be single/multi labelled", type: "assertion_error" },
  ]);
});

test("TEN-18 metadata comes flattened, as text; a change keeps the nulls that stand for keys to be removed", () => {
  expect(read({ metadata: { a: { b: 1, c: null } } })?.metadata).toBe('{"a.b":1}');
  expect(ChangedTaskRecord.parse({ metadata: { a: { b: 1, c: null } } })).toEqual({ metadata: '{"a.b":1,"a.c":null}' });
  expect(ChangedTaskRecord.parse({ metadata: null, status: null, text: 1 })).toEqual({
    metadata: undefined,
    status: null,
  });
  expect(refused(LoggedTextRecords, { ...TEXT, metadata: [1] })).toEqual(["metadata: value is not a valid dict"]);
});

test("API-31 of a record with millions of mistakes a thousand are told", () => {
  const many = Array(5000).fill(null);
  const map = Object.fromEntries(many.map((_, index) => [`k${index}`, null]));
  const bad = [
    { inputs: map },
    { ...TEXT, prediction: { agent: "m", labels: many } },
    { ...TEXT, predictions: map },
    { ...TEXT, vectors: map },
  ];
  for (const record of bad) expect(refused(LoggedTextRecords, record).length).toBeLessThanOrEqual(1000);
  expect(refused(LoggedTextRecords, { inputs: map })).toEqual(["inputs: ensure this value has at most 1000 items"]);
});

test("API-31 names that cannot be stored are refused, and keys that would repeat a long name thousands of times", () => {
  expect(refused(LoggedTextRecords, { inputs: { "\u0000": "x" } })).toEqual([
    "inputs/__key__: NUL characters are not allowed",
  ]);
  expect(refused(LoggedTextRecords, { ...TEXT, vectors: { "\ud800": { value: [1] } } })).toEqual([
    "vectors/__key__: lone surrogates are not allowed",
  ]);
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [index, 1]));
  expect(refused(LoggedTextRecords, { ...TEXT, metadata: { ["k".repeat(500_000)]: many } })).toEqual([
    "metadata: the flattened keys of metadata may have 1048576 characters in all, found 2500023890",
  ]);
});
