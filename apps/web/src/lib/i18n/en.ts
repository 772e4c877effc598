import { common } from "./en/common.ts";
import { errors } from "./en/errors.ts";

/** The texts that every page needs. Loaded lazily by `start.ts`; import it nowhere else (I18-02). */
export const en = { common, errors } as const;
