import { RECORD_STATUSES, type RecordStatus } from "../records/response.ts";
import {
  FILTER_ENTRIES,
  readFilters,
  readSimilarity,
  readSort,
  readText,
  recordIdOf,
  writeFilters,
  writeSimilarity,
  writeSort,
  writeText,
} from "./criteria-url.ts";
import { PENDING_RECORDS, type RecordCriteria } from "./record-criteria.ts";
import { bulkSizeOf, FIRST_ADDRESS, type RecordsAddress } from "./records-address.ts";

/** The entries of the address of a feedback annotation page (VST-06). */
const ENTRIES = ["page", "status", "search", ...FILTER_ENTRIES, "sort", "similarity", "record"] as const;
/** `n`, or the bulk view's `n~size`. */
const PAGE = /^([1-9]\d{0,8})(?:~(\d{1,4}))?$/;

/**
 * The entries as they are written, because names and values are encoded before they are joined. Earlier Argilla 1.x
 * pages put an underscore before each name (VST-08).
 */
function entriesOf(query: string): (name: (typeof ENTRIES)[number]) => string {
  const entries = new Map<string, string>();
  for (const entry of query.replace(/^\?/, "").split("&")) {
    const [name = "", ...value] = entry.split("=");
    entries.set(name.replace(/^_/, ""), value.join("="));
  }
  return (name) => entries.get(name) ?? "";
}

/**
 * Reads a query string, with or without its `?`; entries that cannot be read count as absent (design/address.md#rules).
 */
export function readFeedbackAddress(query: string): RecordsAddress {
  const entry = entriesOf(query);
  const [, page, size] = PAGE.exec(entry("page").replace(/%7e/i, "~")) ?? [];
  const record = recordIdOf(entry("record"));
  return {
    criteria: {
      status: readStatus(entry("status")),
      text: readText(entry("search")),
      filters: readFilters({
        metadata: entry("metadata"),
        response: entry("response"),
        suggestion: entry("suggestion"),
      }),
      sort: readSort(entry("sort")),
      similarity: readSimilarity(entry("similarity")),
    },
    page: page === undefined ? FIRST_ADDRESS.page : Number(page),
    // A record that the address names by id is shown alone (design/address.md#annotation).
    size: size === undefined || record !== null ? null : bulkSizeOf(Number(size)),
    record,
  };
}

/** `missing` is the older name of pending (FQU-06). */
function readStatus(entry: string): RecordStatus {
  return RECORD_STATUSES.find((known) => known === entry) ?? "pending";
}

/**
 * Writes the address as a query string, without `?`. The entries of other parts of the page keep every letter. Empty
 * entries are left out (VST-02), and so is the status pending, which is the default.
 */
export function writeFeedbackAddress(query: string, address: RecordsAddress): string {
  const others = query
    .replace(/^\?/, "")
    .split("&")
    .filter((entry) => {
      const [name = "", value = ""] = entry.split("=", 2);
      return value !== "" && !ENTRIES.some((own) => own === name.replace(/^_/, ""));
    });
  return [...ownEntries(address), ...others].join("&");
}

function ownEntries({ criteria, page, size, record }: RecordsAddress): string[] {
  const paging = `page=${page}${size === null ? "" : `~${size}`}`;
  return [paging, ...criteriaEntries(criteria), ...entry("record", record ?? "")];
}

/** Writes the criteria for a saved view, without the position in the queue (design/filters.md#views). */
export function writeCriteria(criteria: RecordCriteria): string {
  return criteriaEntries(criteria).join("&");
}

function criteriaEntries({ status, text, filters, sort, similarity }: RecordCriteria): string[] {
  return [
    ...entry("status", status === PENDING_RECORDS.status ? "" : status),
    ...entry("search", writeText(text)),
    ...FILTER_ENTRIES.flatMap((name) => entry(name, writeFilters(filters, name))),
    ...entry("sort", writeSort(sort)),
    ...entry("similarity", writeSimilarity(similarity)),
  ];
}

const entry = (name: (typeof ENTRIES)[number], value: string) => (value === "" ? [] : [`${name}=${value}`]);
