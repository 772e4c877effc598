import { useSyncExternalStore } from "react";
import { getSession, onSessionChange, type Session, type SessionUser } from "./store.ts";

/** The session as it stands, in every tab. */
export function useSession(): Session {
  return useSyncExternalStore(onSessionChange, getSession);
}

/** The signed-in user; null for the moment in which a page is left because its session ended. */
export function useUser(): SessionUser | null {
  const session = useSession();
  return session.status === "signed-in" ? session.user : null;
}
