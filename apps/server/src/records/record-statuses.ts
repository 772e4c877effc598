import type { RecordStatus } from "@postil/domain/records/labeled-record";
import { type MatchingBlocks, matchingBlocks } from "../storage/queue-pages.ts";
import type { Search } from "./search.ts";
import { keepBlocks, type SeqSet, setOfBlocks } from "./seq-set.ts";

/** The records whose responses have one of the statuses; an empty list means every record. */
export const blocksOf = (
  { db, datasetKey, viewerKey }: Search,
  statuses: readonly RecordStatus[],
): Promise<MatchingBlocks> => matchingBlocks(db, { datasetKey, userKey: viewerKey, statuses });

export const everyRecord = async (search: Search): Promise<SeqSet> =>
  setOfBlocks(search.size, await blocksOf(search, []));

/** The records of a set (null means all) that have one of the statuses. */
export async function keepStatuses(
  search: Search,
  among: SeqSet | null,
  statuses: readonly RecordStatus[],
): Promise<SeqSet> {
  const blocks = await blocksOf(search, statuses);
  if (among === null) return setOfBlocks(search.size, blocks);
  const kept = among.slice();
  await keepBlocks(kept, blocks);
  return kept;
}
