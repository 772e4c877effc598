import type { MetadataProperty } from "../datasets/metadata-property.ts";
import type { Micros } from "../time.ts";
import { personState, type SignInFacts } from "./people.ts";
import type { Role, User } from "./users.ts";

/**
 * The permissions, as predicates on an actor and a workspace. The server enforces them; the web hides actions that they
 * refuse (contract api-v1 section 2, ROL-*).
 */
export type Actor = { readonly id: string; readonly role: Role; readonly workspaceIds: readonly string[] };

export const isOwner = (actor: { readonly role: Role }): boolean => actor.role === "owner";

/** ROL-01: admin and owner. */
export const isPrivileged = (actor: { readonly role: Role }): boolean => actor.role !== "annotator";

/** AUT-22: a provider can sign in annotators only; it never opens the account of an admin or an owner. */
export const opensByProvider = (person: { readonly role: Role }): boolean => !isPrivileged(person);

/** ROL-09: an owner, or a member of the workspace. */
export const isMember = (actor: Actor, workspaceId: string): boolean =>
  isOwner(actor) || actor.workspaceIds.includes(workspaceId);

/** ROL-10: an owner, or an admin who is a member of the workspace. */
export const isManager = (actor: Actor, workspaceId: string): boolean =>
  isPrivileged(actor) && isMember(actor, workspaceId);

/** FRS-11: the author (even one who has left the workspace), an owner, or an admin of the workspace. */
export const mayChangeResponse = (actor: Actor, workspaceId: string, authorId: string | null): boolean =>
  authorId === actor.id || isManager(actor, workspaceId);

export type Viewer = Pick<Actor, "id" | "role"> & { readonly expiringKey?: ExpiringKey };

type ExpiringKey = { readonly key: string; readonly until: Micros };

/**
 * ROL-12: the API key of a user in a reply. Owners see every key; other users see their own key, and an empty text for
 * others. A key gives its user's rights, so an admin who could read an owner's key would become an owner. First keys
 * never expire, so a call with an expiring key sees only that key.
 */
export function apiKeySeenBy(viewer: Viewer, { id, apiKey }: Pick<User, "id" | "apiKey">): string {
  if (viewer.expiringKey) return viewer.id === id ? viewer.expiringKey.key : "";
  return viewer.role === "owner" || viewer.id === id ? apiKey : "";
}

/**
 * AUT-32: a caller with an expiring key cannot give access that lasts longer: another key, a password, an account, a
 * role, a workspace. `until`: the end of the given access; null: it has no end.
 */
export const mayGiveAccess = ({ expiringKey }: Pick<Viewer, "expiringKey">, until: Micros | null): boolean =>
  expiringKey === undefined || (until !== null && until <= expiringKey.until);

/** ROL-03: annotators see a property only when it is visible for them. */
export const maySeeProperty = (
  actor: { readonly role: Role },
  property: Pick<MetadataProperty, "visibleForAnnotators">,
): boolean => isPrivileged(actor) || property.visibleForAnnotators;

/** Managers see in a record's history the changes of all users, others those of their own response. */
export const historySeen = (actor: Actor, workspaceId: string): "everybody" | "own" =>
  isManager(actor, workspaceId) ? "everybody" : "own";

/** ROL-12: only owners set roles and passwords; an admin sees the people of their own workspaces. */
export const mayManagePeople = (actor: { readonly role: Role }): boolean => isOwner(actor);
export const maySeePeople = (actor: { readonly role: Role }): boolean => isPrivileged(actor);

/**
 * ROL-16: owners invite anybody anywhere. Admins invite annotators into workspaces that they manage, into one at least:
 * they would not see a person who is in none of them.
 */
export const mayInvite = (
  inviter: Actor,
  { role, workspaceIds }: { readonly role: Role; readonly workspaceIds: readonly string[] },
): boolean =>
  isOwner(inviter) ||
  (mayGiveRole(inviter, role) && workspaceIds.length > 0 && workspaceIds.every((id) => isManager(inviter, id)));

/** ROL-16: a role can give access to more than the inviter has, so admins give the lowest one. */
export const mayGiveRole = (inviter: { readonly role: Role }, role: Role): boolean =>
  isOwner(inviter) || (isPrivileged(inviter) && role === "annotator");

/**
 * ROL-12: owners can use every workspace and are members of none, whatever is stored. The API can add an owner to a
 * workspace; that counts once they have another role.
 */
export const countsAsMember = (person: { readonly role: Role }): boolean => !isOwner(person);

/** True if the actor may see who the members of a workspace are: an admin sees this for the workspaces they manage. */
export const maySeeMembership = (actor: Actor, workspaceId: string): boolean => isManager(actor, workspaceId);

/** AUT-14: their own password needs the current one and is changed elsewhere. */
export const maySetPassword = (actor: Pick<Actor, "id" | "role">, personId: string): boolean =>
  isOwner(actor) && actor.id !== personId;

/** Owners cannot end their own account, so that they do not lock themselves out. */
export const mayEndAccount = (actor: Pick<Actor, "id" | "role">, personId: string): boolean =>
  isOwner(actor) && actor.id !== personId;

/**
 * True if the account can sign in as an owner: by a password, or by the link that the server prints at its start. An
 * owner without a password must have used that link before. A provider opens no owner's account, and an invitation may
 * never be used.
 */
const letsInAsOwner = (person: SignInFacts & { readonly role: Role }): boolean =>
  isOwner(person) && personState(person) === "active" && (person.hasPassword || person.provider === null);

/** True if an owner who can sign in remains; without one, no new people could be let in. `others`: all other people. */
export const leavesAnOwner = (
  person: { readonly role: Role },
  others: readonly (SignInFacts & { readonly role: Role })[],
): boolean => !isOwner(person) || others.some(letsInAsOwner);
