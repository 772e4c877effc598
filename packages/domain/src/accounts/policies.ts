import type { MetadataProperty } from "../datasets/metadata-property.ts";
import type { Role, User } from "./users.ts";

/**
 * Who may do what, as predicates over an actor and the workspace concerned; the server enforces them, the web hides
 * what they would refuse (contract api-v1 section 2, ROL-*).
 */
export type Actor = { readonly id: string; readonly role: Role; readonly workspaceIds: readonly string[] };

export const isOwner = (actor: Actor): boolean => actor.role === "owner";

/** ROL-01: admin and owner. */
export const isPrivileged = (actor: { readonly role: Role }): boolean => actor.role !== "annotator";

/** ROL-09: an owner, or anybody who belongs to the workspace. */
export const isMember = (actor: Actor, workspaceId: string): boolean =>
  isOwner(actor) || actor.workspaceIds.includes(workspaceId);

/** ROL-10: an owner, or an admin who belongs to the workspace. */
export const isManager = (actor: Actor, workspaceId: string): boolean =>
  isPrivileged(actor) && isMember(actor, workspaceId);

/** FRS-11: the author (even one who has left the workspace), an owner, or an admin of the workspace. */
export const mayChangeResponse = (actor: Actor, workspaceId: string, authorId: string | null): boolean =>
  authorId === actor.id || isManager(actor, workspaceId);

export type Viewer = Pick<Actor, "id" | "role">;

/**
 * ROL-12: the API key of a user in a reply to somebody: owners see every key, the others their own, empty in place of
 * another's. Whoever has a key is that user, so an admin who could read the owner's would be an owner.
 */
export const apiKeySeenBy = (viewer: Viewer, { id, apiKey }: Pick<User, "id" | "apiKey">): string =>
  viewer.role === "owner" || viewer.id === id ? apiKey : "";

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
