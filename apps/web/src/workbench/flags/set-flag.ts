import type { Flag } from "@postil/domain/records/flags";
import type { QueryClient } from "@tanstack/react-query";
import type { Family, FlagsApi } from "../family/family.ts";
import { flagsQuery } from "./flags-query.ts";

export type FlagWish = { readonly datasetId: string; readonly recordId: string; readonly flagged: boolean };

/** By record of a dataset: what was wished last, and when all that was asked of the server before it is answered. */
const last = new Map<string, { readonly wish: FlagWish; readonly done: Promise<unknown> }>();

/**
 * Flags a record or takes the flag off. The list on the page says so at once; the server is told in the order of the wishes.
 * Rejects when the last wish failed, with the list as it was before it.
 */
export async function setFlag(client: QueryClient, family: Family, wish: FlagWish): Promise<void> {
  const { datasetId, recordId } = wish;
  const query = flagsQuery(family, datasetId);
  const { queryKey } = query;
  // A wish is shown in the list, so that has to be there.
  if (client.getQueryData(queryKey) === undefined) await client.fetchQuery(query);
  // A list on its way may be of before this wish.
  await client.cancelQueries({ queryKey });
  const change = (next: (flags: readonly Flag[]) => readonly Flag[]) =>
    client.setQueryData(queryKey, (flags) => flags && next(flags));
  const before = client.getQueryData(queryKey)?.find((flag) => flag.recordId === recordId);
  change((flags) => withFlag(flags, recordId, wish.flagged ? (before ?? flagOf(recordId)) : null));

  // Ids of some families are told apart within their dataset alone.
  const record = JSON.stringify([datasetId, recordId]);
  const earlier = last.get(record)?.done ?? Promise.resolve();
  const answered = earlier.then(() => tell(family.flags, wish));
  const own = { wish, done: answered.catch(() => undefined) };
  last.set(record, own);
  try {
    const flag = await answered;
    if (last.get(record) === own && flag !== null) change((flags) => withFlag(flags, recordId, flag));
  } catch (error) {
    if (last.get(record) !== own) return;
    change((flags) => withFlag(flags, recordId, before ?? null));
    void client.invalidateQueries({ queryKey });
    throw error;
  } finally {
    if (last.get(record) === own) last.delete(record);
  }
}

async function tell(api: FlagsApi, { datasetId, recordId, flagged }: FlagWish): Promise<Flag | null> {
  if (flagged) return await api.flag(datasetId, recordId);
  await api.unflag(datasetId, recordId);
  return null;
}

/** Until the server has answered: it knows the text of the record. */
const flagOf = (recordId: string): Flag => ({ recordId, preview: "", flaggedAt: Date.now() * 1000 });

/** The list with this flag on the record, or with none; the latest first. */
function withFlag(flags: readonly Flag[], recordId: string, flag: Flag | null): Flag[] {
  const others = flags.filter((other) => other.recordId !== recordId);
  return (flag === null ? others : [...others, flag]).sort((one, other) => other.flaggedAt - one.flaggedAt);
}
