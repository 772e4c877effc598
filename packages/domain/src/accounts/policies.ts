import type { MetadataProperty } from "../datasets/metadata-property.ts";
import type { Micros } from "../time.ts";
import { personState, type SignInFacts } from "./people.ts";
import type { Role, User } from "./users.ts";

/**
 * Who may do what, as predicates over an actor and the workspace concerned; the server enforces them, the web hides
 * what they would refuse (contract api-v1 section 2, ROL-*).
 */
export type Actor = { readonly id: string; readonly role: Role; readonly workspaceIds: readonly string[] };

export const isOwner = (actor: { readonly role: Role }): boolean => actor.role === "owner";

/** ROL-01: admin and owner. */
export const isPrivileged = (actor: { readonly role: Role }): boolean => actor.role !== "annotator";

/** AUT-22: a provider lets annotators in; an admin's or owner's account it never opens, whoever it confirms. */
export const opensByProvider = (person: { readonly role: Role }): boolean => !isPrivileged(person);

/** ROL-09: an owner, or anybody who belongs to the workspace. */
export const isMember = (actor: Actor, workspaceId: string): boolean =>
  isOwner(actor) || actor.workspaceIds.includes(workspaceId);

/** ROL-10: an owner, or an admin who belongs to the workspace. */
export const isManager = (actor: Actor, workspaceId: string): boolean =>
  isPrivileged(actor) && isMember(actor, workspaceId);

/** FRS-11: the author (even one who has left the workspace), an owner, or an admin of the workspace. */
export const mayChangeResponse = (actor: Actor, workspaceId: string, authorId: string | null): boolean =>
  authorId === actor.id || isManager(actor, workspaceId);

export type Viewer = Pick<Actor, "id" | "role"> & { readonly expiringKey?: ExpiringKey };

/** The key that a call was made with, where it is one that expires. */
export type ExpiringKey = { readonly key: string; readonly until: Micros };

/**
 * ROL-12: the API key of a user in a reply to somebody: owners see every key, the others their own, empty in place of
 * another's. Whoever has a key is that user, so an admin who could read the owner's would be an owner. First keys never
 * expire: to a call with a key that does it tells that one, and no other.
 */
export function apiKeySeenBy(viewer: Viewer, { id, apiKey }: Pick<User, "id" | "apiKey">): string {
  if (viewer.expiringKey) return viewer.id === id ? viewer.expiringKey.key : "";
  return viewer.role === "owner" || viewer.id === id ? apiKey : "";
}

/**
 * AUT-32: nobody gives with a key that expires access that lasts longer: another key, a password, an account, a role, a workspace.
 * `until`: when what is given ends; null: never.
 */
export const mayGiveAccess = ({ expiringKey }: Pick<Viewer, "expiringKey">, until: Micros | null): boolean =>
  expiringKey === undefined || (until !== null && until <= expiringKey.until);

/** ROL-03: annotators see a property only when it is visible for them. */
export const maySeeProperty = (
  actor: { readonly role: Role },
  property: Pick<MetadataProperty, "visibleForAnnotators">,
): boolean => isPrivileged(actor) || property.visibleForAnnotators;

/**
 * Whose changes of a record's responses a member of its workspace reads in the record's history: those who manage it everybody's,
 * others those of their own response.
 */
export const historySeen = (actor: Actor, workspaceId: string): "everybody" | "own" =>
  isManager(actor, workspaceId) ? "everybody" : "own";

/** ROL-12: who has an account and what they may do is the owners' to say; an admin sees those of their own workspaces. */
export const mayManagePeople = (actor: { readonly role: Role }): boolean => isOwner(actor);
export const maySeePeople = (actor: { readonly role: Role }): boolean => isPrivileged(actor);

/**
 * ROL-12: owners reach every workspace and are members of none, whatever is stored of them: over the wire an owner can be added to
 * one, which counts once they have another role.
 */
export const countsAsMember = (person: { readonly role: Role }): boolean => !isOwner(person);

/** Whose membership an admin sees: that of the workspaces they manage. */
export const maySeeMembership = (actor: Actor, workspaceId: string): boolean => isManager(actor, workspaceId);

/** AUT-14: one's own password asks for the present one, and is chosen where that is done. */
export const maySetPassword = (actor: Pick<Actor, "id" | "role">, personId: string): boolean =>
  isOwner(actor) && actor.id !== personId;

/** Nobody ends their own account: another owner does, so that nobody finds themselves outside. */
export const mayEndAccount = (actor: Pick<Actor, "id" | "role">, personId: string): boolean =>
  isOwner(actor) && actor.id !== personId;

/**
 * Whether somebody's account lets in as an owner's: by a password, or by the link that the server prints at its start, as it has
 * let in before whoever has none. A provider opens no owner's account, and an invitation may never be used.
 */
export const letsInAsOwner = (person: SignInFacts & { readonly role: Role }): boolean =>
  isOwner(person) && personState(person) === "active" && (person.hasPassword || person.provider === null);

/** Without an owner who gets in nobody could let anybody in. `others`: who else there is. */
export const leavesAnOwner = (
  person: { readonly role: Role },
  others: readonly (SignInFacts & { readonly role: Role })[],
): boolean => !isOwner(person) || others.some(letsInAsOwner);
