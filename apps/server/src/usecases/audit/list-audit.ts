import type { AuditEntry } from "@postil/domain/accounts/audit";
import type { Context } from "../../storage/store.ts";
import { requireOwner } from "../refuse.ts";
import { requireCaller } from "../require-caller.ts";
import { type AuditPart, entriesOf } from "./audit-entries.ts";

/** Entries of the audit trail, the latest first. */
export async function listAudit(context: Context, part: AuditPart): Promise<AuditEntry[]> {
  requireOwner(requireCaller(context));
  return entriesOf(context, part);
}
