import { STATE_COOKIE } from "@postil/contract/routes/accounts";
import { parseCookie, type SetCookie } from "cookie";
import { ATTEMPT_SECONDS } from "../providers/attempts.ts";

/** Sign-ins that one browser has begun and not finished: several tabs may each be at it. */
const MOST = 5;
/** Stands in no state. */
const BETWEEN = "~";

/** The states in a request's `Cookie` header, the latest last. */
export function statesIn(header: string | undefined): string[] {
  const value = header === undefined ? undefined : parseCookie(header)[STATE_COOKIE];
  return value ? value.split(BETWEEN).slice(-MOST) : [];
}

/**
 * The cookie that keeps these states (AUT-20); without any it goes. Whoever comes over plain HTTP, which takes a setting, would
 * not get a secure one back.
 */
export function stateCookie(
  states: readonly string[],
  { path, secure }: { readonly path: string; readonly secure: boolean },
): SetCookie {
  return {
    name: STATE_COOKIE,
    value: states.slice(-MOST).join(BETWEEN),
    path,
    maxAge: states.length > 0 ? ATTEMPT_SECONDS : 0,
    httpOnly: true,
    secure,
    sameSite: secure ? "none" : "lax",
  };
}
