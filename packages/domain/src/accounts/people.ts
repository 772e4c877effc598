import { DAY, type Micros } from "../time.ts";
import type { User, Workspace } from "./users.ts";

/**
 * Whether somebody can work: `deactivated` people keep their name and their answers, but neither sign in nor call with a key;
 * `invited` ones have not come in yet: neither by a password nor by a provider or a link.
 */
export const PERSON_STATES = ["active", "deactivated", "invited"] as const;
export type PersonState = (typeof PERSON_STATES)[number];

/** What lets somebody in, or does not. */
export type SignInFacts = {
  readonly isDeactivated: boolean;
  readonly hasPassword: boolean;
  /** The provider through which they came; null: the account was made here. */
  readonly provider: string | null;
  /** They have been here before. */
  readonly cameIn: boolean;
};

/** Invited is who has neither a password nor come in otherwise, whether the link of the invitation still lets in or not. */
export function personState({ isDeactivated, hasPassword, provider, cameIn }: SignInFacts): PersonState {
  if (isDeactivated) return "deactivated";
  return hasPassword || provider !== null || cameIn ? "active" : "invited";
}

/** When somebody made their last request; `byKey`: a program made it, with their key. */
export type LastSeen = { readonly at: Micros; readonly byKey: boolean };

/** `since`: when they came into it. */
export type PersonWorkspace = Pick<Workspace, "id" | "name"> & { readonly since: Micros };

/** Somebody with an account, as the administration sees them; of their workspaces an admin sees the admin's own. */
export type Person = Omit<User, "apiKey"> & {
  readonly state: PersonState;
  /** Until when an invitation that is open can be used. */
  readonly invitedUntil: Micros | null;
  /** The provider through which they came. */
  readonly provider: string | null;
  readonly hasPassword: boolean;
  readonly workspaces: readonly PersonWorkspace[];
  readonly lastSeen: LastSeen | null;
  /** How many API keys they have, with the first, which everybody has; null for those who may not revoke them. */
  readonly keys: number | null;
};

/** What can be changed of a person in one step. */
export type PersonFacts = Pick<Person, "firstName" | "lastName" | "role"> & {
  readonly workspaceIds: readonly string[];
};

export const factsOf = ({ firstName, lastName, role, workspaces }: Person): PersonFacts => ({
  firstName,
  lastName,
  role,
  workspaceIds: workspaces.map(({ id }) => id),
});

/** Whether two sets of facts say the same; the order of the workspaces says nothing. */
export function sameFacts(one: PersonFacts, other: PersonFacts): boolean {
  const ids = new Set(one.workspaceIds);
  return (
    one.firstName === other.firstName &&
    (one.lastName ?? "") === (other.lastName ?? "") &&
    one.role === other.role &&
    ids.size === new Set(other.workspaceIds).size &&
    other.workspaceIds.every((id) => ids.has(id))
  );
}

/** "Answers this week": those of the last seven days. */
export const ANSWERS_SPAN: Micros = 7 * DAY;

/** What becomes of what somebody did when they are deleted: answers and annotations stay, drafts and keys go. */
export type PersonWork = {
  readonly answers: number;
  readonly datasets: number;
  readonly annotations: number;
  readonly rules: number;
  readonly taskDatasets: number;
  readonly drafts: number;
  readonly keys: number;
};
