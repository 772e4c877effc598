import type { ApiKey, FirstKey, Keys } from "@postil/domain/accounts/api-keys";
import type { InvitationSeen, MadeInvitation } from "@postil/domain/accounts/invitations";
import type { PersonSession } from "@postil/domain/accounts/sessions";
import { each, entity, orNull, same, time, timeOrNull } from "../wire/entity-mapping.ts";
import type { WireApiKey, WireApiKeys, WireFirstKey } from "./own.ts";
import type { WireSession } from "./people.ts";
import type { WireInvitation, WireInvitationSeen } from "./sign-in.ts";

/** API keys, sessions and invitations. */

const use = { lastUsedAt: timeOrNull("last_used_at"), ...same("lastUsedBy") } as const;

export const { toWire: apiKeyToWire, fromWire: apiKeyFromWire } = entity<ApiKey, WireApiKey>()({
  ...same("id", "name", "ending"),
  insertedAt: time("inserted_at"),
  expiresAt: timeOrNull("expires_at"),
  ...use,
});

export const { toWire: firstKeyToWire, fromWire: firstKeyFromWire } = entity<FirstKey, WireFirstKey>()({
  ...same("ending"),
  ...use,
});

export const { toWire: keysToWire, fromWire: keysFromWire } = entity<Keys, WireApiKeys>()({
  first: ["first", firstKeyToWire, firstKeyFromWire],
  items: ["items", each(apiKeyToWire), each(apiKeyFromWire)],
});

export const { toWire: sessionToWire, fromWire: sessionFromWire } = entity<PersonSession, WireSession>()({
  ...same("id", "program", "network", "provider"),
  beganAt: time("began_at"),
  lastUsedAt: time("last_used_at"),
  ...same("isThis"),
});

export const { toWire: invitationToWire, fromWire: invitationFromWire } = entity<MadeInvitation, WireInvitation>()({
  ...same("userId", "username", "code"),
  expiresAt: time("expires_at"),
});

const invited = entity<NonNullable<InvitationSeen["person"]>, NonNullable<WireInvitationSeen["person"]>>()({
  ...same("firstName", "lastName", "username", "isNew"),
});

export const { toWire: invitationSeenToWire, fromWire: invitationSeenFromWire } = entity<
  InvitationSeen,
  WireInvitationSeen
>()({
  ...same("state"),
  expiresAt: time("expires_at"),
  person: ["person", orNull(invited.toWire), orNull(invited.fromWire)],
});
