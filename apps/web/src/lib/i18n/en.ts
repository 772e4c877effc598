import { common, errors } from "./en/common.ts";

/** The texts that every page needs. Loaded lazily by `start.ts`; import it nowhere else (I18-02). */
export const en = { common, errors } as const;
