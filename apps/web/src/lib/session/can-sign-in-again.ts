import { api } from "../api/api.ts";

/** Who signs out waits no longer for the answer, ms. */
const PATIENCE = 1500;

/**
 * Whether whoever is signed in could sign in again: false with neither password nor provider, as after the link that a server prints at
 * its first start. Without an answer nobody is held back.
 */
export async function canSignInAgain(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const { set, provider } = await api.call("getMyPassword", {}, { quiet: true, signal });
    return set || provider !== null;
  } catch (error) {
    console.warn("The server did not tell whether there is a password", error);
    return true;
  }
}
