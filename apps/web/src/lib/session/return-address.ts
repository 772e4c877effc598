import { redirectTarget } from "./redirect.ts";

/** Stored for this tab only: another tab may return to another page. */
const KEY = "postil:return-address";

/** Stores where to go after a sign-in that leaves the page: the raw `redirect` entry of the address (RTE-27). */
export function keepReturnAddress(search: string): void {
  const entry = /[?&]redirect=([^&#]*)/.exec(search)?.[1];
  try {
    if (entry === undefined) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, entry);
  } catch (error) {
    console.warn("The way back from a provider cannot be kept", error);
  }
}

/** The stored entry. Null when there is none or the browser denies its storage. */
export function keptReturnAddress(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** The place to go after the sign-in. It can be taken once (RTE-27, AUT-23). */
export function takeReturnAddress(): string {
  const target = redirectTarget(keptReturnAddress() ?? undefined);
  keepReturnAddress("");
  return target;
}
