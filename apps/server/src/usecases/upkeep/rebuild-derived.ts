import { rebuildDerived as rebuild } from "../../storage/rebuild.ts";
import type { Context } from "../../storage/store.ts";

/** Writes counters and bitmaps anew; for `postil doctor --rebuild`, not for a caller of the API. */
export const rebuildDerived = ({ db }: Context): Promise<void> => rebuild(db);
