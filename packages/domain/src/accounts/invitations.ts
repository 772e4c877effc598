import { DAY, type Micros } from "../time.ts";

/** For how many days the link of an invitation can be good. */
export const INVITATION_DAYS = [1, 7, 30] as const;
export type InvitationDays = (typeof INVITATION_DAYS)[number];
export const USUAL_INVITATION_DAYS: InvitationDays = 7;

export const invitationEnd = (from: Micros, days: InvitationDays): Micros => from + days * DAY;

/** `used`: somebody chose a password by it. `ended`: it was withdrawn, or another link took its place. */
export const INVITATION_STATES = ["open", "used", "ended", "expired"] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

export type InvitationTimes = {
  readonly expiresAt: Micros;
  readonly usedAt: Micros | null;
  readonly endedAt: Micros | null;
};

/** What became of it first is what it is called by, whatever time has passed since. */
export function invitationState({ expiresAt, usedAt, endedAt }: InvitationTimes, now: Micros): InvitationState {
  if (usedAt !== null) return "used";
  if (endedAt !== null) return "ended";
  return now < expiresAt ? "open" : "expired";
}

/** What whoever opens the link of an invitation is told of it. */
export type InvitationSeen = {
  readonly state: InvitationState;
  readonly expiresAt: Micros;
  /** Whose it is, as long as it is open. */
  readonly person: {
    readonly firstName: string;
    readonly lastName: string | null;
    readonly username: string;
    /** They never had a password: it is their first way in. */
    readonly isNew: boolean;
  } | null;
};

/** An invitation as it is made: the only time that its code is known. */
export type MadeInvitation = {
  readonly userId: string;
  readonly username: string;
  readonly code: string;
  readonly expiresAt: Micros;
};

/** Why a link does not let in, in words for those who read the reply itself. */
export const INVITATION_REFUSALS = {
  unknown: "This is not the code of an invitation",
  used: "This invitation was used already",
  ended: "This invitation was withdrawn, or another one took its place",
  expired: "This invitation has expired",
} as const satisfies { readonly [S in Exclude<InvitationState, "open"> | "unknown"]: string };
