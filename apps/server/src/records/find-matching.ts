import type { RecordStatus } from "@postil/domain/records/response";
import type { Condition } from "./condition.ts";
import { findText, type TextFound, type WantedText } from "./find-text.ts";
import { keepPassing } from "./keep-passing.ts";
import { everyRecord, keepStatuses } from "./record-statuses.ts";
import type { Search } from "./search.ts";
import { emptySet } from "./seq-set.ts";

export type Wanted = {
  /** None: whatever the status. */
  readonly statuses: readonly RecordStatus[];
  readonly conditions: readonly Condition[];
  /** `field`: the column searched; null: all. `scored`: how well each matches is asked for. */
  readonly text: WantedText | null;
};

/** The records that meet everything asked (contract search-semantics 2.1 to 2.4). */
export async function findMatching(search: Search, { statuses, conditions, text }: Wanted): Promise<TextFound> {
  const nothing: TextFound = { set: emptySet(search.size), scores: null };
  if (conditions.some(({ kind }) => kind === "never")) return nothing;
  const found = text ? await findText(search, text, () => everyRecord(search)) : null;
  if (text && !found) return nothing;
  const rows = conditions.flatMap((condition) => (condition.kind === "rows" ? condition : []));
  let set = await keepPassing(search, found?.set ?? null, rows);
  const ofStatus = conditions.flatMap((condition) => (condition.kind === "status" ? [condition.statuses] : []));
  for (const wanted of [statuses, ...ofStatus]) {
    if (wanted.length > 0) set = await keepStatuses(search, set, wanted);
  }
  return { set: set ?? (await everyRecord(search)), scores: found?.scores ?? null };
}
