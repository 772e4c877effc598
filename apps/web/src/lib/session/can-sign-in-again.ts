import { api } from "../api/api.ts";

/** A sign-out waits at most this long for the answer, ms. */
const PATIENCE = 1500;

/**
 * True if the signed-in user can sign in again. False for a user with neither password nor provider, such as after the link
 * that a server prints at its first start. Without an answer it is true, so that nobody is held back.
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
