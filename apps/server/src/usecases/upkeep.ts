import { type Difference, rebuildDerived as rebuild, recount } from "../storage/derived.ts";
import { beyondBounds } from "../storage/sqlite/sizes.ts";
import type { Context } from "../storage/store.ts";

/** Finds counters and bitmaps that differ from their source data; for `postil doctor`, not for API callers. */
const checkDerived = ({ db }: Context): Promise<Difference[]> => recount(db);

/** Lists datasets that exceed a limit, for the log at start and for `postil doctor`; not for API callers. */
const listBeyondBounds = ({ db }: Context): Promise<readonly string[]> => beyondBounds(db);

/** Rebuilds counters and bitmaps; for `postil doctor --rebuild`, not for API callers. */
export const rebuildDerived = ({ db }: Context): Promise<void> => rebuild(db);

export const upkeepCalls = { reads: { checkDerived, listBeyondBounds }, writes: { rebuildDerived } };
