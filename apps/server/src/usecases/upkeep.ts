import { rebuildDerived as rebuild } from "../storage/rebuild.ts";
import { type Difference, recount } from "../storage/recount.ts";
import { beyondBounds } from "../storage/sqlite/beyond-bounds.ts";
import type { Context } from "../storage/store.ts";

/** Where counters and bitmaps differ from what they are derived from; for `postil doctor`, not for a caller of the API. */
export const checkDerived = ({ db }: Context): Promise<Difference[]> => recount(db);

/** What holds more than it may, for the log of a start and for `postil doctor`; not for a caller of the API. */
export const listBeyondBounds = ({ db }: Context): Promise<readonly string[]> => beyondBounds(db);

/** Writes counters and bitmaps anew; for `postil doctor --rebuild`, not for a caller of the API. */
export const rebuildDerived = ({ db }: Context): Promise<void> => rebuild(db);
