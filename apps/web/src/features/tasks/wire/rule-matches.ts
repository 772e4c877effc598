import { asObject } from "@postil/domain/json-object";
import { isLikely } from "@postil/domain/tasks/likely-label";
import type { FoundRecord } from "@postil/domain/tasks/rules-matches";
import { api } from "../../../lib/api/api.ts";
import type { RulesOf } from "./rules-api.ts";

/** The server's limit for one page. */
const PAGE = 1000;
const FIELDS = ["id", "annotation.*", "search_keywords"];

type ScanOptions = {
  /** If records may have several labels, a label counts with a score above a half. */
  readonly multiLabel: boolean;
  readonly signal: AbortSignal;
  /** Called after each page with the number of its records. */
  readonly onRead?: (count: number) => void;
};

/** All records that a query finds, page by page, with only the parts that rules are compared by. */
export async function scanMatches(dataset: RulesOf, query: string, options: ScanOptions): Promise<FoundRecord[]> {
  const { signal, multiLabel, onRead } = options;
  const found: FoundRecord[] = [];
  let after: string | null = null;
  do {
    const request = {
      params: { name: dataset.name },
      query: { workspace: dataset.workspaceName, limit: PAGE },
      body: { query: { query_text: query }, fields: FIELDS, ...(after === null ? {} : { next_idx: after }) },
    };
    const page: { readonly records: readonly Document[]; readonly next_idx: string | null } = await api.call(
      "scanTaskRecordsV0",
      request,
      { quiet: true, signal },
    );
    found.push(...page.records.map((record) => foundRecord(record, multiLabel)));
    onRead?.(page.records.length);
    after = page.records.length < PAGE ? null : page.next_idx;
  } while (after !== null);
  return found;
}

type Document = { readonly [name: string]: unknown };

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];

const foundRecord = (record: Document, multiLabel: boolean): FoundRecord => ({
  id: String(record.id),
  annotatedAs: annotatedAs(asObject(record.annotation)?.labels, multiLabel),
  keywords: texts(record.search_keywords),
});

function annotatedAs(labels: unknown, multiLabel: boolean): readonly string[] | null {
  if (!Array.isArray(labels)) return null;
  return labels.flatMap((label: unknown) => {
    const { class_label, score } = asObject(label) ?? {};
    const isMeant = !multiLabel || (typeof score === "number" && isLikely(score));
    return typeof class_label === "string" && isMeant ? [class_label] : [];
  });
}
