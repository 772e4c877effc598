import { asObject } from "@postil/domain/json-object";
import { ApiFailure } from "../api/failure.ts";
import { routeOf } from "../api/routes.ts";
import { DEFAULT_TIMEOUT, send } from "../api/send.ts";
import { readToken } from "./storage.ts";
import { getSession, goOnWith, ofOneSession } from "./store.ts";
import { isDue, readLifetime } from "./token-lifetime.ts";

/**
 * The page's token is short. It is renewed well before its end, and when a request finds it past that, as after the machine has
 * slept: once however many ask, in all tabs.
 */

/** How often it is looked whether it is time, ms. */
const EVERY = 15_000;
/** Another tab that has not done it after so long may be asleep, ms. */
const PATIENCE = 10_000;

let running: Promise<void> | null = null;

/** Goes on with a token that is newer than this one. Rejects with an `ApiFailure` when there is none to be had. */
export function renew(token: string): Promise<void> {
  running ??= alone(() => next(token)).finally(() => {
    running = null;
  });
  return running;
}

/** Where the page did not come securely, browsers have no locks: two tabs that ask are then given the same. */
async function alone(run: () => Promise<void>): Promise<void> {
  if (!("locks" in navigator)) return run();
  const waiting = { signal: AbortSignal.timeout(PATIENCE) };
  await navigator.locks.request("postil:renewal", waiting, run).catch((error: unknown) => {
    if (error instanceof ApiFailure) throw error;
    return run();
  });
}

async function next(token: string): Promise<void> {
  const newer = [readToken(), currentToken()].find((one) => one !== null && one !== token && ofOneSession(one, token));
  goOnWith(newer ?? (await asked(token)));
}

/** Not by the page's client, which comes here itself. */
async function asked(token: string): Promise<string> {
  const [method, address] = routeOf("renewToken");
  const headers = { Authorization: `Bearer ${token}` };
  const reply = await send({ method, address, headers, signal: undefined, timeout: DEFAULT_TIMEOUT });
  const next = asObject(reply)?.access_token;
  if (typeof next !== "string") throw new ApiFailure(null, reply, "The answer holds no token");
  return next;
}

function currentToken(): string | null {
  const session = getSession();
  return session.status === "anonymous" ? null : session.token;
}

let looking = false;

/** Renews the token of whoever is signed in from now on, whenever most of its life is over. */
export function keepRenewed(): void {
  if (looking) return;
  looking = true;
  /** By this machine's clock, ms: when the token was seen first, and when its renewal was tried last. */
  let seen = { token: "", at: 0, tried: 0 };
  const look = () => {
    const token = currentToken();
    const lifetime = token === null ? null : readLifetime(token);
    if (token === null || lifetime === null) return;
    const now = Date.now();
    if (seen.token !== token) seen = { ...seen, token, at: now };
    if (!isDue(lifetime, { now, seen: seen.at, tried: seen.tried })) return;
    seen = { ...seen, tried: now };
    // The next request finds out what is wrong, and says it.
    renew(token).catch((error: unknown) => console.warn("The token is not renewed yet", error));
  };
  setInterval(look, EVERY);
  document.addEventListener("visibilitychange", look);
  look();
}
