import { type Difference, recount } from "../../storage/recount.ts";
import type { Context } from "../../storage/store.ts";

/** Where counters and bitmaps differ from what they are derived from; for `postil doctor`, not for a caller of the API. */
export const checkDerived = ({ db }: Context): Promise<Difference[]> => recount(db);
