import { type Actor, isManager, isMember, isOwner } from "@postil/domain/accounts/policies";
import { Refusal } from "@postil/domain/refusal";

/** The refusals that all areas share, with the texts of the contract (api-v1 1.3, 2). */

export const forbidden = (): Refusal => new Refusal("forbidden", "Operation not allowed");

export function requireOwner(actor: Actor): void {
  if (!isOwner(actor)) throw forbidden();
}

export function requireMember(actor: Actor, workspaceId: string): void {
  if (!isMember(actor, workspaceId)) throw forbidden();
}

export function requireManager(actor: Actor, workspaceId: string): void {
  if (!isManager(actor, workspaceId)) throw forbidden();
}
