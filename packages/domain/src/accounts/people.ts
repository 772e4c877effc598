import { DAY, type Micros } from "../time.ts";
import type { User, Workspace } from "./users.ts";

/**
 * The state of a person. `deactivated` people keep their name and their answers, but can neither sign in nor use a key.
 * `invited` people have not signed in yet, whether by a password, a provider or a link.
 */
export const PERSON_STATES = ["active", "deactivated", "invited"] as const;
export type PersonState = (typeof PERSON_STATES)[number];

export type SignInFacts = {
  readonly isDeactivated: boolean;
  readonly hasPassword: boolean;
  /** The provider whose sign-in created the account; null: the account was made here. */
  readonly provider: string | null;
  /** True if they have signed in before. */
  readonly cameIn: boolean;
};

/** A person is invited if they have no password and never signed in, even if the invitation link is no longer valid. */
export function personState({ isDeactivated, hasPassword, provider, cameIn }: SignInFacts): PersonState {
  if (isDeactivated) return "deactivated";
  return hasPassword || provider !== null || cameIn ? "active" : "invited";
}

/** The time of a person's last request; `byKey`: a program made it with their key. */
export type LastSeen = { readonly at: Micros; readonly byKey: boolean };

/** `since`: the time at which they joined the workspace. */
type PersonWorkspace = Pick<Workspace, "id" | "name"> & { readonly since: Micros };

/** As the administration shows them. An admin sees only the workspaces that both of them are in. */
export type Person = Omit<User, "apiKey"> & {
  readonly state: PersonState;
  /** End of the open invitation; null: none is open. */
  readonly invitedUntil: Micros | null;
  /** The provider whose sign-in created the account; null: none. */
  readonly provider: string | null;
  readonly hasPassword: boolean;
  readonly workspaces: readonly PersonWorkspace[];
  readonly lastSeen: LastSeen | null;
  /**
   * Number of their API keys, including the first key, which every person has; null if the viewer may not revoke keys.
   */
  readonly keys: number | null;
};

export type PersonFacts = Pick<Person, "firstName" | "lastName" | "role"> & {
  readonly workspaceIds: readonly string[];
};

export const factsOf = ({ firstName, lastName, role, workspaces }: Person): PersonFacts => ({
  firstName,
  lastName,
  role,
  workspaceIds: workspaces.map(({ id }) => id),
});

/** True if two sets of facts are equal; the order of the workspaces does not count. */
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

/** "Answers this week": the last seven days. */
export const ANSWERS_SPAN: Micros = 7 * DAY;

/** The work of a person who is to be deleted: answers and annotations stay, drafts and keys are deleted. */
export type PersonWork = {
  readonly answers: number;
  readonly datasets: number;
  readonly annotations: number;
  readonly rules: number;
  readonly taskDatasets: number;
  readonly drafts: number;
  readonly keys: number;
};

/** The name of the OAuth provider of the hosted platform (PRD-08, AUT-18). */
export const PLATFORM_PROVIDER = "huggingface";
