import type { Refusal } from "@postil/domain/refusal";

/** A query for an existing row that would conflict. */
type Taken = { executeTakeFirst(): Promise<unknown> };

/**
 * Refuses something that exists already: a name, a membership. The check reads first and inserts later. Nothing can happen in
 * between, because one writer runs one use case at a time. With several writers, the check would need a lock on the name. The
 * unique indexes would also keep the rows correct, but their error tells the user nothing.
 */
export async function refuseTaken(taken: Taken, refusal: () => Refusal): Promise<void> {
  if ((await taken.executeTakeFirst()) !== undefined) throw refusal();
}
