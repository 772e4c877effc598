/** A page that cannot load its code reloads at most once in this time, ms (ERR-05). */
const RELOAD_PAUSE = 60_000;

/** For the browser session only, so that a new tab tries anew (ERR-06). */
const KEY = "postil:reloaded-at";

const workKeepers = new Set<() => Promise<void>>();

/** Registers what has to be stored before the page reloads: drafts, the outbox. Returns the way to unregister. */
export function keepBeforeReload(keep: () => Promise<void>): () => void {
  workKeepers.add(keep);
  return () => workKeepers.delete(keep);
}

/**
 * Reloads the page when a code chunk cannot be loaded, as after a new version was installed, and stores unsent answers before
 * (ERR-05, ERR-06). A second failure within the minute is left alone and ends on the error page. Returns the way to stop.
 */
export function guardChunks(reload: () => void = () => window.location.reload()): () => void {
  const onFailure = (event: Event) => {
    const now = Date.now();
    if (now - Number(sessionStorage.getItem(KEY) ?? Number.NEGATIVE_INFINITY) < RELOAD_PAUSE) return;
    sessionStorage.setItem(KEY, String(now));
    // The import need not fail in a page that is about to go.
    event.preventDefault();
    void keepAllWork().then(reload);
  };
  window.addEventListener("vite:preloadError", onFailure);
  return () => window.removeEventListener("vite:preloadError", onFailure);
}

/** What cannot be stored is logged; it must not stop the reload, which is the only way on. */
async function keepAllWork(): Promise<void> {
  const outcomes = await Promise.allSettled([...workKeepers].map((keep) => keep()));
  for (const outcome of outcomes)
    if (outcome.status === "rejected") console.error("Work could not be stored", outcome.reason);
}
