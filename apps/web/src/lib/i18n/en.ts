import { common } from "./en/common.ts";
import { errors } from "./en/errors.ts";
import { session } from "./en/session.ts";

/** The texts that every page needs, sign-in included. Loaded lazily by `start.ts`; import it nowhere else (I18-02). */
export const en = { common, errors, session } as const;
