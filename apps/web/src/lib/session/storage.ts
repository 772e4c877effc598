import type { SessionOver } from "@postil/domain/accounts/sessions";

/** Prefix of all session keys in local storage and cookies (AUT-07, AUT-08). */
const PREFIX = "auth.";
/** The token of the session. Other tabs follow its changes. */
export const TOKEN_KEY = `${PREFIX}token`;
/**
 * The reason why the session ended. It is written for the other tabs, which receive the change, and then removed with the
 * rest.
 */
export const OVER_KEY = `${PREFIX}over`;

/** The token stored by an earlier visit. Null when there is none or the browser denies its storage. */
export function readToken(): string | null {
  try {
    return localStorage.getItem(TOKEN_KEY);
  } catch {
    return null;
  }
}

/** Without storage the session lasts as long as the page. */
export function keepToken(token: string): void {
  try {
    localStorage.setItem(TOKEN_KEY, token);
  } catch (error) {
    console.warn("The session cannot be kept in this browser", error);
  }
}

/** Removes every key of the session (AUT-12). */
export function forgetSession(over: SessionOver): void {
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
