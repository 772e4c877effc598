import type { OutboxEntry } from "@postil/domain/outbox/outbox-entry";
import { expect, test } from "vitest";
import { exportWork } from "./export-work.ts";
import { canDelete, workItems } from "./work-items.ts";

const entry = (recordId: string, wantedAt: number, part: Partial<OutboxEntry> = {}): OutboxEntry => ({
  recordId,
  datasetId: "d1",
  position: 3,
  intent: { kind: "save", status: "submitted", values: { topic: { value: "news" } } },
  shownFor: null,
  intentId: "i1",
  wantedAt,
  base: null,
  baseAt: wantedAt,
  doubt: "none",
  sending: null,
  attempts: 0,
  notBefore: 0,
  failure: null,
  ...part,
});
const draft = (recordId: string, savedAt: number, value: string | null = "typed") => ({
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

test("AUT-32 the export names everything as the API does", () => {
  const removal = entry("r2", 1000, { intent: { kind: "remove" } });
  const items = workItems([entry("r1", 3000), removal], [draft("r3", 2000), draft("r1", 2000, null)]);
  expect(exportWork(items, "mara.lind", 4000)).toEqual({
    username: "mara.lind",
    exported_at: "1970-01-01T00:00:04.000Z",
    records: [
      {
        dataset_id: "d1",
        record_id: "r1",
        changed_at: "1970-01-01T00:00:03.000Z",
        undelivered: { status: "submitted", values: { topic: { value: "news" } } },
        typed: { comment: null },
      },
      {
        dataset_id: "d1",
        record_id: "r3",
        changed_at: "1970-01-01T00:00:02.000Z",
        undelivered: null,
        typed: { comment: { value: "typed" } },
      },
      {
        dataset_id: "d1",
        record_id: "r2",
        changed_at: "1970-01-01T00:00:01.000Z",
        undelivered: { status: null, values: null },
        typed: null,
      },
    ],
  });
});
