import { userFromWireV0 } from "@postil/contract/accounts/mapping";
import { api } from "../api/api.ts";
import { closeSession, getSession, openSession, recognise, type Session } from "./store.ts";

/** The default place after sign-in: the index (RTE-28). */
export const HOME = "/";

/**
 * The place after sign-in, from the raw `redirect` entry of the address (RTE-27). It is decoded once, and used only if it is a
 * path of this origin. So a link cannot send a user who signs in here to a page that only looks like this one.
 */
export function redirectTarget(entry: string | undefined): string {
  return OWN_PATH.exec(decodedOnce(entry ?? ""))?.[0] ?? HOME;
}

/** The `redirect` entry that brings a user back to a path with its query and hash. Null for the index (RTE-24). */
export function redirectEntry(fullPath: string): string | null {
  return fullPath === HOME ? null : encodeURIComponent(fullPath);
}

/** An entry that cannot be decoded counts as empty. */
function decodedOnce(entry: string): string {
  try {
    return decodeURIComponent(entry);
  } catch {
    return "";
  }
}

/** Browsers read `\` as `/` and drop tabs and line breaks, so `/\host` and `/<tab>/host` also lead to other hosts. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const OWN_PATH = /^\/(?![/\\])[^\u0000-\u001f\u007f]*$/;

/**
 * Signs in with a password. The rest of an earlier session is dropped first. Rejects with an `ApiFailure` and shows nothing:
 * the form shows the failure (AUT-01, AUT-02, AUT-10). Resolves to false if `handOver` says that another page has taken the
 * session.
 */
export async function signIn(
  username: string,
  password: string,
  handOver?: (token: string) => Promise<boolean>,
): Promise<boolean> {
  closeSession("signed-out");
  const reply = await api.call(
    "createTokenV0",
    { body: { username, password } },
    { quiet: true, headers: { "X-Postil-Renews": "true" } },
  );
  if (await handOver?.(reply.access_token)) return false;
  await begin(reply.access_token);
  return true;
}

/** Signs in with the code of a one-time link that the server has printed. Rejects as `signIn` does. */
export async function signInByLink(code: string): Promise<void> {
  closeSession("signed-out");
  const reply = await api.call("exchangeSignInLink", { body: { code } }, { quiet: true });
  await begin(reply.access_token);
}

/** Begins a session with a token and loads its user. If the user cannot be loaded, there is no session. */
export async function begin(token: string): Promise<void> {
  openSession(token);
  try {
    await loadUser();
  } catch (error) {
    closeSession("signed-out");
    throw error;
  }
}

let loading: { readonly token: string; readonly done: Promise<void> } | null = null;

/**
 * Loads the user of the token (AUT-05) and resolves to the session, which is no longer "checking". An unknown token ends the
 * session. Rejects when the server cannot be reached; the token then stays for another try.
 */
export async function settledSession(): Promise<Session> {
  if (getSession().status !== "checking") return getSession();
  await loadUser().catch((error: unknown) => {
    if (getSession().status === "checking") throw error;
  });
  return getSession();
}

/** All callers share one request. */
function loadUser(): Promise<void> {
  const session = getSession();
  if (session.status === "anonymous") return Promise.resolve();
  const { token } = session;
  if (loading?.token !== token) {
    const done = askWhoIsCalling(token).finally(() => {
      loading = null;
    });
    loading = { token, done };
  }
  return loading.done;
}

async function askWhoIsCalling(token: string): Promise<void> {
  const wire = await api.call("getMeV0", {}, { quiet: true });
  recognise(token, userFromWireV0(wire));
}

/** Signs out, at once in this browser (AUT-12). If the server is not reached, its session ends later by itself. */
export function signOut(): void {
  api.call("signOut", {}, { quiet: true }).catch(console.warn);
  closeSession("signed-out");
}
