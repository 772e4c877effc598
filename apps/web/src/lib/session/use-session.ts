import { useSyncExternalStore } from "react";
import { getSession, onSessionChange, type Session, type SessionUser } from "./store.ts";

/** The current session, up to date in every tab. */
export function useSession(): Session {
  return useSyncExternalStore(onSessionChange, getSession);
}

/** The signed-in user. Null for the moment before the page closes because its session ended. */
export function useUser(): SessionUser | null {
  const session = useSession();
  return session.status === "signed-in" ? session.user : null;
}
