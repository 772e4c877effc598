import type { InvitationSeen, MadeInvitation } from "@postil/domain/accounts/invitations";
import type { WireInvitation, WireInvitationSeen } from "../entities/invitations.ts";
import { timeFromWire, timeToWire } from "../wire/time.ts";

export const invitationToWire = (made: MadeInvitation): WireInvitation => ({
  user_id: made.userId,
  username: made.username,
  code: made.code,
  expires_at: timeToWire(made.expiresAt),
});

export const invitationFromWire = (wire: WireInvitation): MadeInvitation => ({
  userId: wire.user_id,
  username: wire.username,
  code: wire.code,
  expiresAt: timeFromWire(wire.expires_at),
});

export const invitationSeenToWire = ({ state, expiresAt, person }: InvitationSeen): WireInvitationSeen => ({
  state,
  expires_at: timeToWire(expiresAt),
  person: person && {
    first_name: person.firstName,
    last_name: person.lastName,
    username: person.username,
    is_new: person.isNew,
  },
});

export const invitationSeenFromWire = ({ state, expires_at, person }: WireInvitationSeen): InvitationSeen => ({
  state,
  expiresAt: timeFromWire(expires_at),
  person: person && {
    firstName: person.first_name,
    lastName: person.last_name,
    username: person.username,
    isNew: person.is_new,
  },
});
