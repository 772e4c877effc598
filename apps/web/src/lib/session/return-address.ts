import { redirectTarget } from "./redirect.ts";

/** For this tab alone: another one may be on its way to another page. */
const KEY = "postil:return-address";

/** Keeps where to go after a sign-in that leaves the page: the `redirect` entry of its address, as it stands there (RTE-27). */
export function keepReturnAddress(search: string): void {
  const entry = /[?&]redirect=([^&#]*)/.exec(search)?.[1];
  try {
    if (entry === undefined) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, entry);
  } catch (error) {
    console.warn("The way back from a provider cannot be kept", error);
  }
}

/** The entry that was kept; null when there is none or the browser denies its storage. */
export function keptReturnAddress(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Where to go after the sign-in, once (RTE-27, AUT-23). */
export function takeReturnAddress(): string {
  const target = redirectTarget(keptReturnAddress() ?? undefined);
  keepReturnAddress("");
  return target;
}
