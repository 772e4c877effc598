import { noteAudit } from "../../storage/audit.ts";
import { findInvitation } from "../../storage/invitations.ts";
import { userFromRow } from "../../storage/rows.ts";
import type { Context, RequestOrigin } from "../../storage/store.ts";
import { hashOfCode } from "../accounts/invitation-code.ts";

export type FailedInvitation = { readonly code: string; readonly from: RequestOrigin };

/**
 * The code of an invitation let nobody in. The trail says whose link it was, which whoever has a used one is not told. Not open
 * to requests.
 */
export async function noteFailedInvitation(context: Context, { code, from }: FailedInvitation): Promise<void> {
  const row = await findInvitation(context.db, hashOfCode(code));
  const whose = row ? { person: userFromRow(row) } : {};
  await noteAudit(context, { kind: "sign_in_failed", ...whose, told: { how: "invitation" } }, { id: null, from });
}
