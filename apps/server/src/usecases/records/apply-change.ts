import { faultReason } from "@postil/domain/records/record-fault-text";
import type { RecordChange } from "@postil/domain/records/record-input";
import { recordFault } from "@postil/domain/records/record-rules";
import type { StoredSizes } from "@postil/domain/records/size-limits";
import type { RecordRow } from "../../storage/record-rows.ts";
import { writeAttachments, writeMetadata } from "../../storage/record-writes.ts";
import type { Context } from "../../storage/store.ts";
import { clearSuggestions } from "../../storage/suggestion-writes.ts";
import type { LoadedRules } from "./load-record-rules.ts";

/** Why a change of a record is refused, in the contract's words (api-v1 11.2), or null. */
export function reasonAgainst(
  rules: LoadedRules,
  row: RecordRow,
  change: RecordChange,
  on: StoredSizes | undefined,
): string | null {
  // Suggestions replace all there are.
  const there = { suggestions: new Map(), vectors: on?.vectors ?? new Set() };
  const fault = recordFault(rules, { ...change, fields: JSON.parse(row.fields), isNew: false, there });
  return fault && faultReason(fault, rules.datasetId);
}

/** Makes a change that nothing is against: suggestions replace all there are, vectors those of their names. */
export async function applyChange(
  context: Context,
  { keys }: LoadedRules,
  actorKey: number,
  { seq }: RecordRow,
  { metadata, metadataText, suggestions, vectors = {} }: RecordChange,
): Promise<void> {
  if (metadata !== undefined) await writeMetadata(context, keys, seq, { metadata, metadataText });
  if (suggestions) await clearSuggestions(context.db, keys.dataset, keys.targets, [seq]);
  const attached = { seq, suggestions: suggestions ?? [], vectors, responses: [] };
  await writeAttachments(context, { keys, actorKey }, [attached]);
}
