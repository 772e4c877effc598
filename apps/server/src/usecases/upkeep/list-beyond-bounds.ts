import { beyondBounds } from "../../storage/sqlite/beyond-bounds.ts";
import type { Context } from "../../storage/store.ts";

/** What holds more than it may, for the log of a start and for `postil doctor`; not for a caller of the API. */
export const listBeyondBounds = ({ db }: Context): Promise<readonly string[]> => beyondBounds(db);
