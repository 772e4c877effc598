import type { Flag } from "@postil/domain/records/record-preview";
import type { QueryClient } from "@tanstack/react-query";
import { type Family, type FlagsApi, flagsQuery } from "../family/family.ts";

export type FlagWish = { readonly datasetId: string; readonly recordId: string; readonly flagged: boolean };

/** By record of a dataset: the last wish, and a promise for all its requests so far. */
const last = new Map<string, { readonly wish: FlagWish; readonly done: Promise<unknown> }>();

/**
 * Flags a record or removes its flag. The list on the page changes at once. The server gets the wishes in order. Rejects when
 * the last wish failed, after restoring the list.
 */
export async function setFlag(client: QueryClient, family: Family, wish: FlagWish): Promise<void> {
  const { datasetId, recordId } = wish;
  const query = flagsQuery(family, datasetId);
  const { queryKey } = query;
  // The wish changes the list, so the list must be loaded.
  if (client.getQueryData(queryKey) === undefined) await client.fetchQuery(query);
  // A running request for the list may return the state before this wish.
  await client.cancelQueries({ queryKey });
  const change = (next: (flags: readonly Flag[]) => readonly Flag[]) =>
    client.setQueryData(queryKey, (flags) => flags && next(flags));
  const before = client.getQueryData(queryKey)?.find((flag) => flag.recordId === recordId);
  change((flags) => withFlag(flags, recordId, wish.flagged ? (before ?? flagOf(recordId)) : null));

  // The ids of some families are unique only within their dataset.
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

/** Used until the server has answered with the text of the record. */
const flagOf = (recordId: string): Flag => ({ recordId, preview: "", flaggedAt: Date.now() * 1000 });

/** The list with this flag on the record, or without a flag if null; newest first. */
function withFlag(flags: readonly Flag[], recordId: string, flag: Flag | null): Flag[] {
  const others = flags.filter((other) => other.recordId !== recordId);
  return (flag === null ? others : [...others, flag]).sort((one, other) => other.flaggedAt - one.flaggedAt);
}
