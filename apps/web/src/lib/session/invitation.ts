import { invitationSeenFromWire } from "@postil/contract/accounts/access-mapping";
import type { InvitationSeen } from "@postil/domain/accounts/invitations";
import { createAnonymousClient } from "../api/api.ts";
import { begin } from "./sign-in.ts";
import { closeSession } from "./store.ts";

/** The details of an invitation link. Rejects with an `ApiFailure`, with status 401 for a code that never existed. */
export async function readInvitation(code: string, signal: AbortSignal): Promise<InvitationSeen> {
  const asked = { body: { code } };
  return invitationSeenFromWire(await createAnonymousClient().call("readInvitation", asked, { signal, quiet: true }));
}

/** Sets the password and begins a session. An earlier user stays signed in until then. Rejects as `readInvitation` does. */
export async function acceptInvitation(code: string, password: string): Promise<void> {
  const asked = { body: { code, password } };
  const reply = await createAnonymousClient().call("acceptInvitation", asked, { quiet: true });
  closeSession("signed-out");
  await begin(reply.access_token);
}
