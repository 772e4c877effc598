import type { Flag } from "@postil/domain/records/flags";
import { RECORD_STATUSES } from "@postil/domain/records/response";
import type { HistoryEntry } from "@postil/domain/records/response-history";
import { type FilterScope, PENDING_RECORDS, type RecordCriteria } from "@postil/domain/search/record-criteria";
import type { SavedView } from "@postil/domain/search/saved-views";
import type { ExportApi } from "../../../workbench/export/export-wish.ts";
import type { AddressSpelling, Family } from "../../../workbench/family/family.ts";

/** The parts that an invented dataset family gives to the page beside its records, all in memory. */

const LENGTH: FilterScope = { entity: "metadata", property: "length" };
export const SHORT = { scope: LENGTH, condition: { type: "range", ge: null, le: 3 } } as const;

const writeCriteria = ({ status, filters }: RecordCriteria) => `${status}${filters.length > 0 ? "-short" : ""}`;

/** One entry: `at=submitted-short~3~10~r7`, the records, the position, the page size and one record. */
const address: AddressSpelling = {
  read(query) {
    const [which = "", page = "", size = "", record = ""] = (/at=([^&]*)/.exec(query)?.[1] ?? "").split("~");
    const status = RECORD_STATUSES.find((known) => which.startsWith(known)) ?? "pending";
    return {
      criteria: { ...PENDING_RECORDS, status, filters: which.endsWith("-short") ? [SHORT] : [] },
      page: Number(page) || 1,
      size: size === "10" ? 10 : null,
      record: record || null,
    };
  },
  write: (_query, { criteria, page, size, record }) =>
    `at=${[writeCriteria(criteria), page, size ?? "", record ?? ""].join("~")}`,
  criteria: (criteria) => `at=${writeCriteria(criteria)}`,
};

const VIEWED = { datasetId: "d1", insertedAt: 1, updatedAt: 1 };
const SHORT_ONES: SavedView = { ...VIEWED, id: "v1", name: "Short ones", query: "at=pending-short" };

const WRITTEN: HistoryEntry = {
  ...{ id: 1, at: 1, actor: null, author: null, shownMs: null, statusBefore: null, statusAfter: "submitted" },
  answers: [{ question: "verdict", title: "Verdict", written: false, before: null, after: "made up by somebody" }],
};

export function createWordsFamily() {
  const flags = new Map<string, Flag>();
  const views: SavedView[] = [SHORT_ONES];
  const family: Family = {
    heldUnder: (datasetId) => ["words", datasetId],
    flags: {
      list: async () => [...flags.values()],
      flag: async (_datasetId, recordId) => {
        const flag = { recordId, flaggedAt: 1, preview: `The word of ${recordId}` };
        flags.set(recordId, flag);
        return flag;
      },
      unflag: async (_datasetId, recordId) => void flags.delete(recordId),
    },
    views: {
      list: async () => views,
      save: async (datasetId, view) => {
        const saved = { ...VIEWED, ...view, id: `v${views.length + 1}`, datasetId };
        views.push(saved);
        return saved;
      },
      kept: (query) => address.criteria(address.read(query).criteria),
    },
    queue: { address, history: { page: async () => ({ entries: [WRITTEN], more: false }) } },
  };
  return { family, flags };
}

const COUNTS = { responses: 0, people: 0, suggestions: 0, agents: 0, properties: 0, vectors: [], vector_bytes: 0 };

/** A file of these words. */
export const exportOf = (words: readonly string[]): ExportApi => ({
  key: ["words"],
  size: async () => ({ ...COUNTS, records: words.length, bytes: 7 }),
  open: async () => ({
    body: new ReadableStream({
      start: (file) => {
        file.enqueue(new TextEncoder().encode(words.join()));
        file.close();
      },
    }),
    progress: async () => ({
      ...{ id: "e1", state: "done", detail: null, started_at: "2026-11-21T12:00:00", bytes: 7 },
      ...{ records: words.length, total: words.length, responses: 0, suggestions: 0 },
    }),
  }),
});
