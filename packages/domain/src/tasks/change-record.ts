import { parseWithForm } from "../text/json-numbers.ts";
import type { FlatMetadataText } from "./logged-record.ts";
import type { FlatMetadata, TaskDocument, TaskStatus } from "./task-record.ts";

/** A change to one record: metadata keys that are null are removed. */
export type TaskRecordChange = { readonly metadata?: FlatMetadataText; readonly status?: TaskStatus };

/**
 * Applies the change. The record's time does not change, nor the values of its last log that searches use (contract
 * api-v0 7.1).
 */
export function changeTaskRecord<D extends TaskDocument>(document: D, { metadata, status }: TaskRecordChange): D {
  const given = metadata === undefined ? {} : (parseWithForm(metadata) as FlatMetadata); // as it was made
  const { metadata: stored, ...rest } = document;
  const merged = Object.entries({ ...stored, ...given }).filter(([, value]) => value !== null);
  const changed = { ...rest, ...(merged.length > 0 ? { metadata: Object.fromEntries(merged) } : {}) };
  return { ...changed, status: status ?? document.status } as D; // nothing but these two members differs
}
