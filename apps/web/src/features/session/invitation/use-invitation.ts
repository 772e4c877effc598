import type { InvitationSeen, InvitationState } from "@postil/domain/accounts/invitations";
import { useEffect, useState } from "react";
import { failureOf } from "../../../lib/api/failure.ts";
import { readInvitation } from "../../../lib/session/invitation.ts";

export type InvitationFailure = Exclude<InvitationState, "open"> | "unknown" | "waiting";

export type OpenInvitation = InvitationSeen & { readonly person: NonNullable<InvitationSeen["person"]> };

export type SeenInvitation =
  | { readonly status: "reading" | "unread" }
  | { readonly status: "open"; readonly invitation: OpenInvitation }
  | { readonly status: "failed"; readonly reason: InvitationFailure; readonly expiresAt: number | null };

/** What the code in the address is good for. `look`: to see once more, when it was not to be had or is told to be over. */
export function useInvitation(code: string | null): { seen: SeenInvitation; look: () => void } {
  const [seen, setSeen] = useState<SeenInvitation>(code === null ? failed("unknown") : { status: "reading" });
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is one more look
  useEffect(() => {
    if (code === null) return;
    const leaving = new AbortController();
    setSeen({ status: "reading" });
    readInvitation(code, leaving.signal).then(
      (invitation) => setSeen(seenAs(invitation)),
      (error: unknown) => {
        if (!leaving.signal.aborted) setSeen(unseen(error));
      },
    );
    return () => leaving.abort();
  }, [code, turn]);
  return { seen, look: () => setTurn((turns) => turns + 1) };
}

const failed = (reason: InvitationFailure, expiresAt: number | null = null): SeenInvitation => ({
  status: "failed",
  reason,
  expiresAt,
});

function seenAs({ state, person, expiresAt }: InvitationSeen): SeenInvitation {
  if (state !== "open") return failed(state, expiresAt);
  return person === null ? failed("ended") : { status: "open", invitation: { state, person, expiresAt } };
}

function unseen(error: unknown): SeenInvitation {
  const status = failureOf(error)?.status;
  if (status === 401 || status === 422) return failed("unknown");
  if (status === 429) return failed("waiting");
  console.warn(error);
  return { status: "unread" };
}
