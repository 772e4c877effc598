import { asObject } from "@postil/domain/json-object";
import { ApiFailure } from "../api/failure.ts";
import { routeOf } from "../api/routes.ts";
import { DEFAULT_TIMEOUT, send } from "../api/send.ts";
import { getSession, goOnWith, ofOneSession, readToken } from "./store.ts";

/**
 * The page's token has a short life. It is renewed well before its end, and when a request finds it expired, for instance
 * after the machine slept. Many callers, also in other tabs, share one renewal.
 */

/** How often the remaining life of the token is checked, ms. */
const EVERY = 15_000;
/** If another tab has not finished the renewal after this time, it may be asleep, ms. */
const PATIENCE = 10_000;

let running: Promise<void> | null = null;

/** Continues with a token newer than this one. Rejects with an `ApiFailure` when there is none. */
export function renew(token: string): Promise<void> {
  running ??= alone(() => next(token)).finally(() => {
    running = null;
  });
  return running;
}

/** Without a secure address, browsers have no locks. Two tabs that ask at the same time then get the same token. */
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

/** Does not use the page's client, because that client calls this function itself. */
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

/** From now on, renews the token of the signed-in user whenever most of its life is over. */
export function keepRenewed(): void {
  if (looking) return;
  looking = true;
  /** By this machine's clock, ms: when the token was first seen, and when its last renewal was tried. */
  let seen = { token: "", at: 0, tried: 0 };
  const look = () => {
    const token = currentToken();
    const lifetime = token === null ? null : readLifetime(token);
    if (token === null || lifetime === null) return;
    const now = Date.now();
    if (seen.token !== token) seen = { ...seen, token, at: now };
    if (!isDue(lifetime, { now, seen: seen.at, tried: seen.tried })) return;
    seen = { ...seen, tried: now };
    // The next request finds the cause and shows it.
    renew(token).catch((error: unknown) => console.warn("The token is not renewed yet", error));
  };
  setInterval(look, EVERY);
  document.addEventListener("visibilitychange", look);
  look();
}

/** When a token was issued, by the server's clock, and for how long, ms. */
type TokenLifetime = { readonly from: number; readonly length: number };

/** The lifetime written in a token. Null when it holds none. */
export function readLifetime(token: string): TokenLifetime | null {
  try {
    const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const { iat, exp } = asObject(JSON.parse(atob(payload))) ?? {};
    if (typeof iat !== "number" || typeof exp !== "number" || exp <= iat) return null;
    return { from: iat * 1000, length: (exp - iat) * 1000 };
  } catch {
    // Not a token of this server. The server then says when it expires.
    return null;
  }
}

/**
 * True if two thirds of the token's life are over. It uses this machine's clock, and the time since the token was first seen,
 * because a clock may be wrong by hours. The next try is at least a third of the life later, so that a wrong clock costs
 * little.
 */
export function isDue(
  { from, length }: TokenLifetime,
  at: { readonly now: number; readonly seen: number; readonly tried: number },
): boolean {
  return at.now - Math.min(from, at.seen) >= (length * 2) / 3 && at.now - at.tried >= length / 3;
}
