import { MOST_MATCHES } from "@postil/domain/bulk/bulk-selection";
import { PENDING_RECORDS } from "@postil/domain/search/record-criteria";
import { expect, test } from "vitest";
import { submission } from "../../../lib/outbox/browser.fixture.ts";
import { aFeedbackRecord as aRecord } from "../record/record.fixture.ts";
import { fetchMatches } from "./use-bulk-run.ts";

const criteria = { ...PENDING_RECORDS, text: { q: "swift", field: null } };

/** A source of `count` records. An answer to the record `underway` is being sent. */
function source(count: number, underway?: string) {
  const reads: string[] = [];
  const all = Array.from({ length: count }, (_, at) => ({
    record: aRecord({ id: `r${at + 1}` }),
    response: null,
    queryScore: null,
  }));
  const sent = { doubt: "none", unanswered: [], sending: null } as const;
  const entry = {
    family: "feedback" as const,
    ...submission(""),
    action: null,
    intentId: "i1",
    wantedAt: 1,
    baseAt: 1,
    ...sent,
  };
  return {
    reads,
    from: {
      datasetId: "d",
      criteria,
      api: {
        page: async (_: string, asked: unknown, { start, size }: { start: number; size: number }) => {
          expect(asked).toBe(criteria);
          reads.push(`${start}+${size}`);
          return { items: all.slice(start - 1, start - 1 + size), total: count };
        },
      },
      outbox: {
        entryOf: (recordId: string) =>
          recordId === underway ? { ...entry, recordId, attempts: 0, notBefore: 0, failure: null } : undefined,
      },
    },
  };
}

test("FBU-08 every match is read before the first is written, from the first page on", async () => {
  const { from, reads } = source(612);
  const targets = await fetchMatches(from);
  expect(targets).toHaveLength(612);
  expect(reads).toEqual(["1+250", "251+250", "501+250"]);
});

test("FBU-08 as many as 1000 are read and no more, each once", async () => {
  const { from, reads } = source(1400);
  const targets = await fetchMatches(from);
  expect(new Set(targets.map(({ record }) => record.id)).size).toBe(MOST_MATCHES);
  expect(reads).toHaveLength(4);
});

test("FBU-11 a record whose answer is on its way counts with that answer", async () => {
  const { from } = source(3, "r2");
  const targets = await fetchMatches(from);
  expect(targets.map(({ response }) => response?.status ?? null)).toEqual([null, "submitted", null]);
});
