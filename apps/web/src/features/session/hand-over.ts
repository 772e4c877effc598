/**
 * A page in a frame signs in by a window of its own, which hands the session over to it: the browser keeps what both store apart
 * where the frame is another site's (AUT-23). Told to pages of this origin alone.
 */
type Told = { readonly postil: "signed-in"; readonly token: string; readonly provider: string | null };
type Taken = { readonly postil: "taken" };

/** A page that does not answer so soon is another one by now, or gone, ms. */
const PATIENCE = 1000;

const isOwn = ({ origin }: MessageEvent): boolean => origin === window.location.origin;
const kindOf = ({ data }: MessageEvent): unknown =>
  typeof data === "object" && data !== null && "postil" in data ? data.postil : null;

/**
 * Hands the session over to the page that opened this window; `provider` is null for a password. False when there is none that
 * takes it.
 */
export function tellOpener(token: string, provider: string | null): Promise<boolean> {
  const opener: Window | null = window.opener ?? null;
  if (opener === null || opener === window) return Promise.resolve(false);
  return new Promise((resolve) => {
    const end = (taken: boolean) => {
      window.removeEventListener("message", hear);
      window.clearTimeout(timer);
      resolve(taken);
    };
    const hear = (event: MessageEvent) => {
      if (isOwn(event) && event.source === opener && kindOf(event) === "taken") end(true);
    };
    const timer = window.setTimeout(() => end(false), PATIENCE);
    window.addEventListener("message", hear);
    const told: Told = { postil: "signed-in", token, provider };
    opener.postMessage(told, window.location.origin);
  });
}

/** Waits for such a window. Returns the way to stop. */
export function awaitHandOver(onToken: (token: string, provider: string | null) => void): () => void {
  const hear = (event: MessageEvent) => {
    if (!isOwn(event) || kindOf(event) !== "signed-in") return;
    const { token, provider } = event.data as Told; // a page of this origin wrote it
    const taken: Taken = { postil: "taken" };
    event.source?.postMessage(taken, { targetOrigin: window.location.origin });
    onToken(token, provider);
  };
  window.addEventListener("message", hear);
  return () => window.removeEventListener("message", hear);
}
