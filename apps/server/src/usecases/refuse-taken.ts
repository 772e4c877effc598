import type { Refusal } from "@postil/domain/refusal";

/** A query for what would be in the way. */
type Taken = { executeTakeFirst(): Promise<unknown> };

/**
 * Refuses what is there already: a name, a membership. It is looked for and then inserted, and nobody can come in between,
 * because one writer runs a use case at a time. Where several write at once the engine has to be asked for a lock here, on the
 * name that is looked for; the unique indexes would keep the rows right, but answer with an error that tells nobody anything.
 */
export async function refuseTaken(taken: Taken, refusal: () => Refusal): Promise<void> {
  if ((await taken.executeTakeFirst()) !== undefined) throw refusal();
}
