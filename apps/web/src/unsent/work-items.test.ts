import type { OutboxEntry } from "@postil/domain/outbox/outbox-entry";
import { expect, test } from "vitest";
import { canDelete, exportWork, kindOf, unsentFirst, workItems } from "./work-items.ts";

const entry = (recordId: string, wantedAt: number, part: Partial<OutboxEntry> = {}): OutboxEntry => ({
  family: "feedback",
  recordId,
  datasetId: "d1",
  position: 3,
  intent: { kind: "save", status: "submitted", values: { topic: { value: "news" } } },
  shownFor: null,
  action: null,
  intentId: "i1",
  wantedAt,
  base: null,
  baseAt: wantedAt,
  doubt: "none",
  unanswered: [],
  sending: null,
  attempts: 0,
  notBefore: 0,
  failure: null,
  ...part,
});
const draft = (recordId: string, savedAt: number, value: string | null = "typed") => ({
  family: "feedback" as const,
  recordId,
  datasetId: "d1",
  answers: { comment: { value, untouched: [] } },
  savedAt,
});
const refused = { kind: "refused", status: 422, detail: "no" } as const;

test("AUT-32 one item per record, the newest first, with its answer on the way and what was typed on it", () => {
  const items = workItems([entry("r1", 10), entry("r2", 30)], [draft("r1", 20), draft("r3", 15)]);
  expect(items.map(({ recordId, at }) => [recordId, at])).toEqual([
    ["r2", 30],
    ["r1", 20],
    ["r3", 15],
  ]);
  expect(items[1]).toMatchObject({ entry: { wantedAt: 10 }, draft: { savedAt: 20 } });
});

test("AUT-32 FRS-05 what is typed and what was given up can be deleted, what is on its way cannot", () => {
  const deletable = workItems([entry("way", 1), entry("given up", 2, { failure: refused })], [draft("typed", 3)])
    .filter(canDelete)
    .map(({ recordId }) => recordId);
  expect(deletable).toEqual(["typed", "given up"]);
});

test("AUT-32 what waits stands before what was not taken, and both before drafts, the newest first", () => {
  const entries = [entry("waits", 1), entry("waits too", 4), entry("given up", 5, { failure: refused })];
  const listed = unsentFirst(workItems(entries, [draft("typed", 9)]));
  expect(listed.map((item) => [kindOf(item), item.recordId])).toEqual([
    ["waiting", "waits too"],
    ["waiting", "waits"],
    ["failed", "given up"],
    ["draft", "typed"],
  ]);
});

test("AUT-32 the export says whose and of which server it is, and names everything as the API does", () => {
  const stored = { id: "a1", status: "draft", values: null, updatedAt: 1 } as const;
  const removal = entry("r2", 1000, { intent: { kind: "remove" }, base: stored });
  const items = workItems([entry("r1", 3000), removal], [draft("r3", 2000), draft("r1", 2000, null)]);
  expect(exportWork(items, { id: "u1", username: "mara.lind" }, 4000)).toEqual({
    format: "postil-work",
    version: 1,
    server: `${window.location.origin}/`,
    user_id: "u1",
    username: "mara.lind",
    exported_at: "1970-01-01T00:00:04.000Z",
    records: [
      {
        dataset_id: "d1",
        record_id: "r1",
        undelivered: { status: "submitted", values: { topic: { value: "news" } } },
        undelivered_at: "1970-01-01T00:00:03.000Z",
        undelivered_over: [null],
        typed: { comment: null },
        typed_at: "1970-01-01T00:00:02.000Z",
        typed_untouched: {},
      },
      {
        dataset_id: "d1",
        record_id: "r3",
        undelivered: null,
        undelivered_at: null,
        undelivered_over: [],
        typed: { comment: { value: "typed" } },
        typed_at: "1970-01-01T00:00:02.000Z",
        typed_untouched: {},
      },
      {
        dataset_id: "d1",
        record_id: "r2",
        undelivered: { status: null, values: null },
        undelivered_at: "1970-01-01T00:00:01.000Z",
        undelivered_over: [{ status: "draft", values: null }],
        typed: null,
        typed_at: null,
        typed_untouched: {},
      },
    ],
    settings: [],
    rules: [],
    bulk_forms: [],
  });
});
