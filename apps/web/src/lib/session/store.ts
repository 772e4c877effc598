import type { SessionOver } from "@postil/domain/accounts/sessions";
import type { User } from "@postil/domain/accounts/users";
import { useSyncExternalStore } from "react";

/** Prefix of all session keys in local storage and cookies (AUT-07, AUT-08). */
const PREFIX = "auth.";
/** The token of the session. Other tabs follow its changes. */
const TOKEN_KEY = `${PREFIX}token`;
/**
 * The reason why the session ended. It is written for the other tabs, which receive the change, and then removed with the
 * rest.
 */
const OVER_KEY = `${PREFIX}over`;

/** The token stored by an earlier visit. Null when there is none or the browser denies its storage. */
export function readToken(): string | null {
  try {
    return localStorage.getItem(TOKEN_KEY);
  } catch {
    return null;
  }
}

/** Without storage the session lasts as long as the page. */
function keepToken(token: string): void {
  try {
    localStorage.setItem(TOKEN_KEY, token);
  } catch (error) {
    console.warn("The session cannot be kept in this browser", error);
  }
}

/** Removes every key of the session (AUT-12). */
function forgetSession(over: SessionOver): void {
  try {
    localStorage.setItem(OVER_KEY, over);
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index));
    for (const key of keys) if (key?.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch (error) {
    console.warn("The session could not be removed from this browser", error);
  }
  for (const entry of document.cookie.split("; ")) {
    const name = entry.split("=", 1)[0] ?? "";
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not in every browser we serve.
    if (name.startsWith(PREFIX)) document.cookie = `${name}=; Max-Age=0; Path=/`;
  }
}

/** The signed-in user with the names of their workspaces. An owner has all names (AUT-06). */
export type SessionUser = User & { readonly workspaces: readonly string[] };

/**
 * anonymous: no user is signed in. `ended` is true if the session ended without a sign-out, `why` is the reason. `removed` is
 * the user whose account was deleted meanwhile. checking: there is a token, but its user is not known yet.
 */
export type Session =
  | {
      readonly status: "anonymous";
      readonly ended: boolean;
      readonly why?: SessionOver | undefined;
      readonly removed?: SessionUser;
    }
  | { readonly status: "checking"; readonly token: string }
  | { readonly status: "signed-in"; readonly token: string; readonly user: SessionUser };

const stored = readToken();
let session: Session = stored === null ? { status: "anonymous", ended: false } : { status: "checking", token: stored };
/** Tells if a change was made by this page or by another tab. */
type SessionOrigin = "here" | "elsewhere";
type SessionListener = (session: Session, origin: SessionOrigin) => void;
const listeners = new Set<SessionListener>();

export function getSession(): Session {
  return session;
}

/** Calls back after every change, also after a change in another tab. Returns a function that stops this. */
export function onSessionChange(listener: SessionListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Begins a session with a token. `loadUser` finds its user. */
export function openSession(token: string): void {
  keepToken(token);
  change({ status: "checking", token });
}

/** Sets the user of the running session. Ignored when that session is over. */
export function recognise(token: string, user: SessionUser): void {
  if (session.status === "anonymous" || !ofOneSession(session.token, token)) return;
  change({ status: "signed-in", token: session.token, user });
}

/** Continues with the next token of the running session. Listeners are not called, because nothing changes for them. */
export function goOnWith(token: string): void {
  if (session.status === "anonymous" || !ofOneSession(session.token, token)) return;
  keepToken(token);
  session = { ...session, token };
}

/** The first part of a token identifies its session (docs/contract/own.md, Sessions). */
const SESSION_CHARACTERS = 101;

export const ofOneSession = (one: string, other: string): boolean =>
  one.slice(0, SESSION_CHARACTERS) === other.slice(0, SESSION_CHARACTERS);

/** Ends the session: the user signed out, or it ended by itself (AUT-09, AUT-12). Listeners drop their data of the session. */
export function closeSession(how: "signed-out" | "ended" | "removed", why?: SessionOver): void {
  forgetSession(how === "signed-out" ? "signed_out" : how === "removed" ? "deleted" : (why ?? "expired"));
  change(over(how !== "signed-out", how === "removed", why));
}

function over(ended: boolean, isRemoved: boolean, why?: SessionOver): Session {
  const removed = isRemoved && session.status === "signed-in" ? { removed: session.user } : {};
  return { status: "anonymous", ended, why: why ?? (isRemoved ? "deleted" : undefined), ...removed };
}

function change(next: Session, origin: SessionOrigin = "here"): void {
  session = next;
  for (const listener of [...listeners]) listener(session, origin);
}

/** The reason that another tab wrote just before it removed the session. */
let heard: SessionOver | undefined;

// `storage` fires only in the other tabs. Key null means that everything was cleared.
window.addEventListener("storage", (event) => {
  // Written by this code, perhaps in another version. An unknown reason has no text and shows the general one.
  if (event.key === OVER_KEY && event.newValue !== null) heard = event.newValue as SessionOver;
  if (event.key !== null && event.key !== TOKEN_KEY) return;
  const token = readToken();
  const own = session.status === "anonymous" ? null : session.token;
  if (token === own) return;
  if (token !== null && own !== null && ofOneSession(token, own)) return goOnWith(token);
  const next: Session =
    token === null ? over(heard !== undefined, heard === "deleted", heard) : { status: "checking", token };
  heard = undefined;
  change(next, "elsewhere");
});

export function useSession(): Session {
  return useSyncExternalStore(onSessionChange, getSession);
}

export const signedInId = (): string | null => (session.status === "signed-in" ? session.user.id : null);

/** The signed-in user. Null for the moment before the page closes because its session ended. */
export function useUser(): SessionUser | null {
  const session = useSession();
  return session.status === "signed-in" ? session.user : null;
}
