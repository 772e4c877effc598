import type { Route } from "@postil/contract/route";
import { isOwner, isPrivileged } from "@postil/domain/accounts/policies";
import type { Caller } from "../storage/store.ts";
import { refuseLongerAccess } from "../usecases/accounts/refuse-longer-access.ts";
import { forbidden } from "../usecases/refuse.ts";

/** Calls of our own lie under it. */
const OWN = "/api/postil/";

/**
 * Who may not make a call of our own whatever it names is told so before what is wrong with the request (ROL-12); the use case asks
 * again. Calls of the wire tell what is wrong first (contract api-v1 1.2).
 */
export function refuseByRole({ path, access }: Route, caller: Caller | null): void {
  if (!caller || !path.startsWith(OWN)) return;
  if (access === "owner" && !isOwner(caller)) throw forbidden();
  if (access === "privileged" && !isPrivileged(caller)) throw forbidden();
}

/** A call that gives access that lasts is not made with a key that expires (AUT-32). Who may not make it at all is told that. */
export function refuseByKey({ access, givesAccess }: Route, caller: Caller | null): void {
  if (!caller || !givesAccess || (access === "owner" && !isOwner(caller))) return;
  refuseLongerAccess(caller, null);
}
