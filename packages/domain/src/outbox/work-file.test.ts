import fc from "fast-check";
import { expect, test } from "vitest";
import { RESPONSE_STATUSES } from "../records/labeled-record.ts";
import { readWorkFile } from "./take-in.ts";
import { type UnsentOfRecord, WORK_FILE, writeWorkFile } from "./work-file.ts";

const ME = { userId: "u1", username: "mara", server: "https://label.example.org" };
const NOW = Date.parse("2026-05-01T10:00:00Z");
const read = (file: unknown, me: { userId: string; username: string } = ME) =>
  readWorkFile(JSON.stringify(file), me, NOW);
const fileOf = (...records: unknown[]) => ({ ...writeWorkFile([], ME, NOW), records });
const filed = (part: object = {}) => ({
  dataset_id: "d1",
  record_id: "r1",
  undelivered: { status: "submitted", values: { topic: { value: "news" } } },
  undelivered_at: "2026-05-01T09:00:00Z",
  undelivered_over: [null],
  ...part,
});

/** Answers as forms make them: JSON. */
const json = fc.jsonValue().filter((value) => value !== null);
const name = fc.stringMatching(/^[a-z]{1,8}$/);
const values = fc.dictionary(name, fc.record({ value: json }), { maxKeys: 4 });
const time = fc.integer({ min: 0, max: NOW });
const said = fc.record({ status: fc.constantFrom(...RESPONSE_STATUSES), values: fc.option(values) });
const entry = fc.record({
  intent: fc.oneof(
    fc.constant({ kind: "remove" as const }),
    said.map((one) => ({ kind: "save" as const, ...one })),
  ),
  wantedAt: time,
  base: fc.option(said.map((one) => ({ ...one, id: "a1", updatedAt: 1 }))),
  unanswered: fc.array(
    said.map((one) => ({ ...one, id: null, updatedAt: null })),
    { maxLength: 2 },
  ),
  failure: fc.constant(null),
});
const untouched = fc.array(fc.string(), { maxLength: 3 });
const draft = fc.record({
  answers: fc.dictionary(name, fc.record({ value: fc.option(json), untouched }), { minKeys: 1, maxKeys: 4 }),
  savedAt: time,
});
const some = fc
  .record({ entry: fc.option(entry), draft: fc.option(draft) })
  .filter((one) => one.entry !== null || one.draft !== null);
const work = fc
  .array(some, { maxLength: 6 })
  .map((all) => all.map((one, at): UnsentOfRecord => ({ recordId: `r${at}`, datasetId: `d${at}`, ...one })));

test("AUT-32 what was typed into settings and rules goes along to be read, and changes nothing of what is taken in", () => {
  const rule = { query: "card", labels: ["Card"], description: "" };
  const file = writeWorkFile([], ME, NOW, [
    { kind: "settings", datasetId: "d1", texts: ["# Read slowly"] },
    { kind: "rule", datasetId: "archive/letters", rule },
  ]);
  expect(file).toMatchObject({
    settings: [{ dataset_id: "d1", typed: ["# Read slowly"] }],
    rules: [{ dataset_id: "archive/letters", ...rule }],
  });
  expect(read(file)).toMatchObject({ file: { work: [], faults: [] } });
});

test("AUT-32 what is written into a file of unsent work is read out of it again, whatever it is", () => {
  fc.assert(
    fc.property(work, (unsent) => {
      const found = read(writeWorkFile(unsent, ME, NOW));
      const wanted = unsent.flatMap(({ recordId, datasetId, entry, draft }) => [
        ...(entry === null
          ? []
          : [
              {
                ...{
                  family: "feedback",
                  kind: "answer",
                  recordId,
                  datasetId,
                  at: entry.wantedAt,
                  intent: entry.intent,
                },
                over: [entry.base, ...entry.unanswered].map((one) => one && { status: one.status, values: one.values }),
              },
            ]),
        ...(draft === null
          ? []
          : [{ family: "feedback", kind: "draft", recordId, datasetId, at: draft.savedAt, answers: draft.answers }]),
      ]);
      const text = (value: unknown) => JSON.parse(JSON.stringify(value));
      expect(found).toEqual({ file: { exportedAt: "2026-05-01T10:00:00.000Z", work: text(wanted), faults: [] } });
    }),
  );
});

test("AUT-32 an answer that somebody else changed meanwhile is written as over nothing that is known", () => {
  const base = { id: "a1", status: "draft", values: null, updatedAt: 1 } as const;
  const intent = { kind: "save", status: "submitted", values: null } as const;
  const failure = { kind: "changed", detail: "theo" } as const;
  const changed = { intent, wantedAt: 1, base, unanswered: [], failure };
  const file = writeWorkFile([{ recordId: "r1", datasetId: "d1", entry: changed, draft: null }], ME, NOW);
  expect(file).toMatchObject({ records: [{ undelivered_over: [] }] });
});

test.each([
  ["{", { reason: "not-json" }],
  ["[]", { reason: "not-work" }],
  ['{"format":"postil-work"}', { reason: "not-work" }],
  ['{"username":"mara","records":[]}', { reason: "not-work" }],
  [JSON.stringify({ ...fileOf(), version: 2 }), { reason: "version", version: "2" }],
  [JSON.stringify({ ...fileOf(), version: "one" }), { reason: "version", version: '"one"' }],
  [JSON.stringify({ ...fileOf(), user_id: "u2", username: "theo" }), { reason: "person", username: "theo" }],
  [JSON.stringify({ ...fileOf(), user_id: "u2" }), { reason: "server", server: "https://label.example.org" }],
  [JSON.stringify({ ...fileOf(), records: Array.from({ length: 2001 }, filed) }), { reason: "too-many", count: 2001 }],
])("AUT-32 a file is refused with what is wrong with it: %.60s", (text, fault) => {
  expect(readWorkFile(text, ME, NOW)).toMatchObject({ fault });
});

test.each([
  [{ dataset_id: 7 }, "dataset_id", "7", "text"],
  [{ record_id: "" }, "record_id", '""', "text"],
  [{ undelivered: { status: "done" } }, "undelivered", '{"status":"done"}', "answer"],
  [{ undelivered: { status: "draft", values: { topic: "news" } } }, "undelivered", expect.any(String), "answer"],
  [{ undelivered_at: "yesterday" }, "undelivered_at", '"yesterday"', "time"],
  [{ undelivered_over: undefined }, "undelivered_over", "nothing", "answers"],
  [{ typed: [] }, "typed", "[]", "answers"],
  [{ typed: { topic: "news" } }, "typed", '{"topic":"news"}', "answers"],
  [{ typed: { topic: { value: "x" } } }, "typed_at", "nothing", "time"],
  [{ undelivered: null }, "typed", "nothing", "something"],
])(
  "AUT-32 a record of the file that cannot be read is named, and keeps no other out: %j",
  (part, member, found, wanted) => {
    const result = read(fileOf(filed({ record_id: "sound" }), filed(part)));
    expect(result).toMatchObject({
      file: { work: [{ recordId: "sound" }], faults: [{ place: 2, member, found, wanted }] },
    });
  },
);

test("AUT-32 a record that stands in the file twice is taken as it stands first", () => {
  const result = read(fileOf(filed(), filed({ undelivered: { status: null } })));
  expect(result).toMatchObject({
    file: { work: [{ intent: { kind: "save" } }], faults: [{ place: 2, member: "record_id", wanted: "once" }] },
  });
});

test("AUT-32 whatever text is read, nothing is thrown, and a time to come is now", () => {
  const mutated = fc.tuple(work, fc.nat(), fc.string({ maxLength: 3 })).map(([unsent, at, piece]) => {
    const text = JSON.stringify(writeWorkFile(unsent, ME, NOW));
    const place = at % text.length;
    return text.slice(0, place) + piece + text.slice(place + piece.length);
  });
  fc.assert(fc.property(fc.oneof(mutated, fc.json()), (text) => void readWorkFile(text, ME, NOW)));
  const late = read(fileOf(filed({ undelivered_at: "2099-01-01T00:00:00Z" })));
  expect(late).toMatchObject({ file: { work: [{ at: NOW }] } });
  expect(WORK_FILE.mostRecords).toBe(2000);
});
