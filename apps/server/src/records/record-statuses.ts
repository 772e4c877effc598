import { type MatchingBlocks, matchingBlocks } from "../storage/queue-pages.ts";
import { OF_ANY_STATUS, type WantedStatuses } from "./compile-tree.ts";
import type { Search } from "./search.ts";
import { keepBlocks, type SeqSet, setOfBlocks } from "./seq-set.ts";

/** The records whose responses have one of the statuses; an empty list means every record. */
export const blocksOf = (
  { db, datasetKey, viewerKey }: Search,
  { statuses, ofAnybody }: WantedStatuses,
): Promise<MatchingBlocks> => matchingBlocks(db, { datasetKey, userKey: ofAnybody ? null : viewerKey, statuses });

export const everyRecord = async (search: Search): Promise<SeqSet> =>
  setOfBlocks(search.size, await blocksOf(search, OF_ANY_STATUS));

/** The records of a set (null means all) that have one of the statuses. */
export async function keepStatuses(search: Search, among: SeqSet | null, wanted: WantedStatuses): Promise<SeqSet> {
  const blocks = await blocksOf(search, wanted);
  if (among === null) return setOfBlocks(search.size, blocks);
  const kept = among.slice();
  await keepBlocks(kept, blocks);
  return kept;
}
