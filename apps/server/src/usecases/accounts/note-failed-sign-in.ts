import type { AuditEventOf } from "@postil/domain/accounts/audit";
import { noteAudit } from "../../storage/audit.ts";
import type { Context, RequestOrigin } from "../../storage/store.ts";

export type FailedSignIn = {
  /** As it was tried; null where none was named. */
  readonly username: string | null;
  readonly told: AuditEventOf<"sign_in_failed">["told"];
  readonly from: RequestOrigin;
};

/** Somebody was not let in. Not open to requests. */
export async function noteFailedSignIn(context: Context, { username, told, from }: FailedSignIn): Promise<void> {
  const person = username === null ? {} : { person: { id: null, username } };
  await noteAudit(context, { kind: "sign_in_failed", ...person, told }, { id: null, from });
}
