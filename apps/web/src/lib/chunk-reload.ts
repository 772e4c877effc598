import { connection } from "./connection/current.ts";
import { isLeavingPage } from "./leaving-page.ts";

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

let reloading: Promise<boolean> = Promise.resolve(false);

/** Whether the page is about to go, for whoever asked for code and got neither code nor an error. */
export function isReloading(): Promise<boolean> {
  return reloading;
}

/**
 * Reloads the page when a code chunk cannot be loaded, as after a new version was installed, and stores unsent answers before
 * (ERR-05, ERR-06). A second failure within the minute is left alone and ends on the error page. So is one while the server
 * does not answer: reloading would take away the page, and with it the records that can still be worked on. Returns the way
 * to stop.
 */
export function guardChunks(reload = reloadPage, answers = serverAnswers): () => void {
  const onFailure = (event: Event) => {
    if (isLeavingPage()) return;
    const now = Date.now();
    if (!connection.isOnline() || now - Number(sessionStorage.getItem(KEY) ?? Number.NEGATIVE_INFINITY) < RELOAD_PAUSE)
      return;
    sessionStorage.setItem(KEY, String(now));
    // The import need not fail in a page that is about to go.
    event.preventDefault();
    reloading = reloadWhere(answers, reload);
  };
  window.addEventListener("vite:preloadError", onFailure);
  return () => window.removeEventListener("vite:preloadError", onFailure);
}

async function reloadWhere(answers: () => Promise<boolean>, reload: () => void): Promise<boolean> {
  if (!(await answers())) {
    sessionStorage.removeItem(KEY);
    return false;
  }
  await keepAllWork();
  reload();
  return true;
}

function reloadPage(): void {
  window.location.reload();
}

/** Whether the server would give this page again. */
async function serverAnswers(): Promise<boolean> {
  await connection.check();
  return connection.isOnline();
}

/** What cannot be stored is logged; it must not stop the reload, which is the only way on. */
async function keepAllWork(): Promise<void> {
  const outcomes = await Promise.allSettled([...workKeepers].map((keep) => keep()));
  for (const outcome of outcomes)
    if (outcome.status === "rejected") console.error("Work could not be stored", outcome.reason);
}
