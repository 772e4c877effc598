import { noteAudit } from "../../storage/audit.ts";
import type { Context } from "../../storage/store.ts";

/** The caller wanted another password and did not know the present one. Not open to requests. */
export const noteRefusedPassword = async (context: Context): Promise<void> =>
  noteAudit(context, { kind: "password_refused" });
