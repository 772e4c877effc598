import type { TextLimits } from "../datasets/names.ts";
import { DAY, type Micros } from "../time.ts";

/** Days for which an invitation link can be valid. */
export const INVITATION_DAYS = [1, 7, 30] as const;
export type InvitationDays = (typeof INVITATION_DAYS)[number];
export const USUAL_INVITATION_DAYS: InvitationDays = 7;

export const invitationEnd = (from: Micros, days: InvitationDays): Micros => from + days * DAY;

/**
 * The code of a link: 32 random bytes in base64url, which nobody guesses. Who invites many people draws the codes before
 * sending them, so that a lost reply costs no link, and the same call again adds nobody twice.
 */
export const INVITATION_CODE = { min: 43, max: 43, pattern: /^[A-Za-z0-9_-]+$/ } as const satisfies TextLimits;

/** `used`: a password was set with it. `ended`: it was withdrawn or replaced by another link. */
export const INVITATION_STATES = ["open", "used", "ended", "expired"] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

export type InvitationTimes = {
  readonly expiresAt: Micros;
  readonly usedAt: Micros | null;
  readonly endedAt: Micros | null;
};

/** The state of an invitation. If it was used or ended, that counts, even after its time is over. */
export function invitationState({ expiresAt, usedAt, endedAt }: InvitationTimes, now: Micros): InvitationState {
  if (usedAt !== null) return "used";
  if (endedAt !== null) return "ended";
  return now < expiresAt ? "open" : "expired";
}

export type InvitationSeen = {
  readonly state: InvitationState;
  readonly expiresAt: Micros;
  /** The invited person, while the invitation is open; else null. */
  readonly person: {
    readonly firstName: string;
    readonly lastName: string | null;
    readonly username: string;
    /** True if they never had a password, so that this is their first sign-in. */
    readonly isNew: boolean;
  } | null;
};

/** A new invitation: only this reply contains its code. */
export type MadeInvitation = {
  readonly userId: string;
  readonly username: string;
  readonly code: string;
  readonly expiresAt: Micros;
};

/** The reasons why a link is refused, as texts for people who read the raw reply. */
export const INVITATION_REFUSALS = {
  unknown: "This is not the code of an invitation",
  used: "This invitation was used already",
  ended: "This invitation was withdrawn, or another one took its place",
  expired: "This invitation has expired",
} as const satisfies { readonly [S in Exclude<InvitationState, "open"> | "unknown"]: string };
