import type { MetadataProperty, Role } from "./entities.ts";

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
