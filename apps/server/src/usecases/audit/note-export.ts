import type { AuditEventOf } from "@postil/domain/accounts/audit";
import { noteAudit } from "../../storage/audit.ts";
import type { Context } from "../../storage/store.ts";

export type Exported = AuditEventOf<"dataset_exported"> | AuditEventOf<"audit_exported">;

/** That somebody takes data out, which reads cannot write. Not open to requests. */
export const noteExport = async (context: Context, exported: Exported): Promise<void> => noteAudit(context, exported);
