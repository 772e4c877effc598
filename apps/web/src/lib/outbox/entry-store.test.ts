import { damagedJson } from "@postil/domain/damaged-json.fixture";
import type { OutboxEntry } from "@postil/domain/outbox/outbox-entry";
import { taskRecordKey } from "@postil/domain/tasks/record-key";
import fc from "fast-check";
import { expect, test } from "vitest";
import { preview } from "../../unsent/families.ts";
import { createBrowser, createKept, createServer, quiet } from "./browser.fixture.ts";
import { createEntryStore } from "./entry-store.ts";
import { countUnreadable } from "./read-entries.ts";

const entry: OutboxEntry = {
  family: "feedback",
  recordId: "r1",
  datasetId: "d1",
  position: 3,
  intent: { kind: "save", status: "submitted", values: { topic: { value: "a" } } },
  shownFor: 1200,
  action: null,
  intentId: "i1",
  wantedAt: 10,
  base: { id: "a1", status: "draft", values: null, updatedAt: 5 },
  baseAt: 10,
  doubt: "none",
  unanswered: [{ id: null, status: "discarded", values: null, updatedAt: null }],
  sending: { intentId: "i1", call: "update" },
  attempts: 0,
  notBefore: 0,
  failure: null,
};

test("AUT-11 FRS-02 what is delivered while the code comes that reads entries is not sent again", async () => {
  const store = createEntryStore(createKept(), "u1");
  await store.put([entry]);
  const reading = store.all();
  await store.remove([entry]);
  expect(await reading).toEqual([]);
});

test("AUT-11 an entry comes back as it was, but for the request that was under way", async () => {
  const store = createEntryStore(createKept(), "u1");
  const failed: OutboxEntry = { ...entry, recordId: "r2", failure: { kind: "refused", detail: "no" } };
  const removal: OutboxEntry = {
    ...{ ...entry, recordId: "r3", unanswered: [null], action: { id: "m", size: 2, step: "undo" } as const },
    intent: { kind: "remove" },
    base: null,
    position: null,
  };
  await store.put([entry, failed, removal]);
  expect(await store.all()).toEqual([entry, failed, removal].map((one) => ({ ...one, sending: null })));
});

test("FRS-02 a newer intent that another tab has kept is neither written over nor removed", async () => {
  const store = createEntryStore(createKept(), "u1");
  const newer: OutboxEntry = { ...entry, intentId: "i2", wantedAt: 11, intent: { kind: "remove" } };
  await store.put([newer]);
  await store.put([entry]);
  await store.remove([{ recordId: "r1", intentId: "i1" }]);
  expect(await store.all()).toMatchObject([{ intentId: "i2", intent: { kind: "remove" } }]);
  await store.remove([{ recordId: "r1", intentId: "i2" }]);
  expect(await store.all()).toEqual([]);
});

test("AUT-11 an entry of another layout is left alone, a damaged one too", async () => {
  const kept = createKept();
  const store = createEntryStore(kept, "u1");
  const strange = [
    { version: 2, recordId: "r1" },
    { version: 1, recordId: 7 },
    { version: 1, ...entry, intent: { kind: "save", status: "lost" } },
  ];
  for (const [at, value] of strange.entries()) await kept.change("u1", `r${at}`, () => value);
  expect(await store.all()).toEqual([]);
  await store.remove([{ recordId: "r0", intentId: "i1" }]);
  expect((await kept.all("u1")).size).toBe(3);
});

const of = (recordId: string, values: unknown, part: object = {}) => ({
  ...{ version: 1, ...entry, recordId, ...part },
  intent: { kind: "save", status: "submitted", values },
});
const keyOf = (task: "TextClassification" | "TokenClassification" | "Text2Text") =>
  taskRecordKey({ workspace: "city", dataset: "letters", task, id: 7 });
const annotation = (value: unknown, agent: unknown = "mara") => ({ annotation: { value }, agent: { value: agent } });
const label = { class_label: "news", score: 1 };
const entity = { label: "Person", start: 0, end: 5, score: 1 };

test.each([
  ["r1", { topic: { value: "news" }, grade: { value: 3 }, tags: { value: ["a"] }, none: { value: [] } }],
  ["r1", { order: { value: [{ value: "a", rank: 1 }] }, spans: { value: [{ label: "a", start: 0, end: 4 }] } }],
  ["r1", null],
  [keyOf("TextClassification"), annotation({ labels: [label] })],
  [keyOf("TokenClassification"), annotation({ entities: [entity] })],
  [keyOf("Text2Text"), annotation({ sentences: [{ text: "Well.", score: 1 }] })],
  [keyOf("Text2Text"), annotation(null, null)],
])("AUT-11 an answer of any type comes back: %s %j", async (recordId, values) => {
  const kept = createKept();
  await kept.change("u1", recordId, () => of(recordId, values));
  expect(await createEntryStore(kept, "u1").all()).toMatchObject([{ recordId, intent: { values } }]);
  expect(countUnreadable(await kept.all("u1"))).toBe(0);
});

test.each([
  ["r1", "news"],
  ["r1", undefined],
  ["r1", { topic: "news" }],
  ["r1", { topic: null }],
  ["r1", { topic: {} }],
  ["r1", { topic: { value: null } }],
  ["r1", { topic: { value: true } }],
  ["r1", { topic: { value: { toString: 1 } } }],
  ["r1", { tags: { value: ["a", null] } }],
  ["r1", { order: { value: [{ value: "a" }] } }],
  ["r1", { order: { value: [{ value: 1, rank: 1 }] } }],
  ["r1", { spans: { value: [{ label: "a", start: 0, end: "4" }] } }],
  ["r1", { spans: { value: [{ start: 0, end: 4 }] } }],
  ["r1", { sound: { value: "a" }, damaged: { value: [7] } }],
  [keyOf("TextClassification"), null],
  [keyOf("TextClassification"), annotation({ labels: [{ class_label: "news" }] })],
  [keyOf("TextClassification"), annotation({ entities: [entity] })],
  [keyOf("TokenClassification"), annotation({ entities: [{ ...entity, end: 5.5 }] })],
  [keyOf("Text2Text"), annotation({ sentences: [{ text: 7, score: 1 }] })],
  [keyOf("Text2Text"), annotation({ sentences: [] }, 7)],
  [keyOf("Text2Text"), { annotation: { value: null } }],
  [keyOf("Text2Text"), annotation(null)],
])("AUT-11 an answer with a damaged leaf is never sent, stays, and is counted: %s %j", async (recordId, values) => {
  const kept = createKept();
  const value = JSON.parse(JSON.stringify(of(recordId, values)));
  await kept.change("u1", recordId, () => value);
  const server = createServer();
  const browser = createBrowser(server.api, kept);
  const tab = browser.openTab();
  await browser.pass(60_000);
  expect(tab.state().entries.size).toBe(0);
  expect(server.calls).toEqual([]);
  expect([...(await kept.all("u1")).values()]).toEqual([value]);
  expect(countUnreadable(await kept.all("u1"))).toBe(1);
});

test("AUT-11 FRS-02 a new answer takes the place of a damaged one, whatever time that one says it is of", async () => {
  const kept = createKept();
  await kept.change("u1", "r1", () => of("r1", { topic: "news" }, { intentId: "i0", wantedAt: 99, baseAt: 99 }));
  const store = createEntryStore(kept, "u1");
  expect(await store.all()).toEqual([]);
  await store.put([entry]);
  expect(await store.all()).toEqual([{ ...entry, sending: null }]);
  expect(countUnreadable(await kept.all("u1"))).toBe(0);
});

test("AUT-11 what stands under another record's id is no answer to either", async () => {
  const kept = createKept();
  await kept.change("u1", "r2", () => of("r1", { topic: { value: "news" } }));
  expect(await createEntryStore(kept, "u1").all()).toEqual([]);
});

test("AUT-11 FRS-17 of what the server was known to hold a damaged part is not known, and the answer itself goes on", async () => {
  const kept = createKept();
  const answered = { topic: { value: "news" } };
  const base = { id: "a1", status: "draft", values: { topic: null }, updatedAt: 5 };
  const unanswered = [null, { ...base, values: "none" }, { ...base, values: answered }];
  await kept.change("u1", "r1", () => of("r1", answered, { base, unanswered }));
  expect(await createEntryStore(kept, "u1").all()).toMatchObject([
    { intent: { values: answered }, base: null, unanswered: [null, { values: answered }] },
  ]);
});

test("AUT-11 whatever stands in the place of an entry, the outbox goes on and no page fails on it", async () => {
  const sound = of("r1", { topic: { value: "news" }, spans: { value: [{ label: "a", start: 0, end: 4 }] } });
  const server = createServer();
  await fc.assert(
    fc.asyncProperty(damagedJson(sound), async (value) => {
      const kept = createKept();
      await kept.change("u1", "r1", () => value as object); // the storage keeps any value
      for (const found of await createEntryStore(kept, "u1").all())
        preview({ family: "feedback", entry: found, draft: null });
      createBrowser(server.api, kept).openTab();
      await quiet();
    }),
    { numRuns: 50 },
  );
  for (const response of server.responses.values())
    expect(response.values === null || Object.values(response.values).every(({ value }) => value !== undefined)).toBe(
      true,
    );
});
