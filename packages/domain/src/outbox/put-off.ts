import { backOff } from "../time.ts";

/** How often in a row the server said "not now" to a call for a dataset. No call is made before `notBefore`, epoch ms. */
export type Hold = { readonly tries: number; readonly notBefore: number };

/**
 * The datasets whose last call was answered with "not now", by id. In a cluster one of the database's servers may be down:
 * then its datasets cannot be saved, and all others can (FRS-21).
 */
export type PutOff = ReadonlyMap<string, Hold>;

/** The server said "not now". @param retryAfter ms it asked to wait, null when it named no time */
export function withHold(
  all: PutOff,
  datasetId: string,
  retryAfter: number | null,
  { now, random }: { readonly now: number; readonly random: number },
): PutOff {
  const earlier = all.get(datasetId);
  const tries = (earlier?.tries ?? 0) + 1;
  const until = now + Math.max(retryAfter ?? 0, backOff(tries, random));
  // Of two calls that were in progress, the later reply may name the shorter time.
  return new Map(all).set(datasetId, { tries, notBefore: Math.max(until, earlier?.notBefore ?? 0) });
}

/** The server has answered for the dataset. */
export function withoutHold(all: PutOff, datasetId: string): PutOff {
  if (!all.has(datasetId)) return all;
  const others = new Map(all);
  others.delete(datasetId);
  return others;
}

/** The reader asks for a try now. It is still one at a time until the server answers for the dataset. */
export function withProbeNow(all: PutOff, datasetId: string): PutOff {
  const hold = all.get(datasetId);
  return hold === undefined ? all : new Map(all).set(datasetId, { ...hold, notBefore: 0 });
}

/** When the dataset's next call may be made, epoch ms. */
export const putOffUntil = (all: PutOff, datasetId: string): number => all.get(datasetId)?.notBefore ?? 0;
