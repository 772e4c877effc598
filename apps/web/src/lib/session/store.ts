import type { User } from "@postil/domain/accounts/users";
import { forgetSession, keepToken, readToken, TOKEN_KEY } from "./storage.ts";

/** The signed-in user with the names of their workspaces; all names for an owner (AUT-06). */
export type SessionUser = User & { readonly workspaces: readonly string[] };

/**
 * anonymous: nobody; `ended` says that a session ended by itself and not by the user; `removed` is the user whose account
 * was deleted meanwhile.
 * checking: a token is there, whose it is is not known yet.
 */
export type Session =
  | { readonly status: "anonymous"; readonly ended: boolean; readonly removed?: SessionUser }
  | { readonly status: "checking"; readonly token: string }
  | { readonly status: "signed-in"; readonly token: string; readonly user: SessionUser };

const stored = readToken();
let session: Session = stored === null ? { status: "anonymous", ended: false } : { status: "checking", token: stored };
/** Whether a change was made by this page or followed from another tab. */
export type SessionOrigin = "here" | "elsewhere";
type SessionListener = (session: Session, origin: SessionOrigin) => void;
const listeners = new Set<SessionListener>();

export function getSession(): Session {
  return session;
}

/** Calls back after every change, also one made in another tab. Returns the way to stop. */
export function onSessionChange(listener: SessionListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Begins a session with a token; `loadUser` finds out whose it is. */
export function openSession(token: string): void {
  keepToken(token);
  change({ status: "checking", token });
}

/** Tells whose the running session is; ignored when that session is over by now. */
export function recognise(token: string, user: SessionUser): void {
  if (session.status !== "anonymous" && session.token === token) change({ status: "signed-in", token, user });
}

/** Ends the session: the user signed out, or it ended by itself (AUT-09, AUT-12). What others keep of it, they drop now. */
export function closeSession(how: "signed-out" | "ended" | "removed"): void {
  const removed = how === "removed" && session.status === "signed-in" ? { removed: session.user } : {};
  forgetSession();
  change({ status: "anonymous", ended: how !== "signed-out", ...removed });
}

function change(next: Session, origin: SessionOrigin = "here"): void {
  session = next;
  for (const listener of [...listeners]) listener(session, origin);
}

// `storage` fires in the other tabs only; key null means that everything was cleared.
window.addEventListener("storage", (event) => {
  if (event.key !== null && event.key !== TOKEN_KEY) return;
  const token = readToken();
  const own = session.status === "anonymous" ? null : session.token;
  if (token === own) return;
  change(token === null ? { status: "anonymous", ended: false } : { status: "checking", token }, "elsewhere");
});
