import { connection } from "./connection/connection.ts";
import { isLeavingPage } from "./leaving-page.ts";

/** A page that cannot load its code reloads at most once in this time, ms (ERR-05). */
const RELOAD_PAUSE = 60_000;

/** Stored for the browser session only, so that a new tab tries again (ERR-06). */
const KEY = "postil:reloaded-at";

const workKeepers = new Set<() => Promise<void>>();

/** Registers work to store before the page reloads: drafts, the outbox. Returns a function that unregisters it. */
export function keepBeforeReload(keep: () => Promise<void>): () => void {
  workKeepers.add(keep);
  return () => workKeepers.delete(keep);
}

let reloading: Promise<boolean> = Promise.resolve(false);

/** Resolves to true if the page is about to reload. For callers whose import returned neither code nor an error. */
export function isReloading(): Promise<boolean> {
  return reloading;
}

/**
 * Reloads the page when a code chunk cannot be loaded, for example after an update, and stores unsent answers first (ERR-05,
 * ERR-06). A second failure within the minute does not reload and leads to the error page. There is also no reload while the
 * server does not answer: it would lose the page and its loaded records. Returns a function that stops this.
 */
export function guardChunks(reload = reloadPage, answers = serverAnswers): () => void {
  const onFailure = (event: Event) => {
    if (isLeavingPage()) return;
    const now = Date.now();
    if (!connection.isOnline() || now - Number(sessionStorage.getItem(KEY) ?? Number.NEGATIVE_INFINITY) < RELOAD_PAUSE)
      return;
    sessionStorage.setItem(KEY, String(now));
    // The import need not fail, because the page is about to reload.
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

/** True if the server can serve this page again. */
async function serverAnswers(): Promise<boolean> {
  await connection.check();
  return connection.isOnline();
}

/** Work that cannot be stored is logged. It must not stop the reload, which is the only way to recover. */
async function keepAllWork(): Promise<void> {
  const outcomes = await Promise.allSettled([...workKeepers].map((keep) => keep()));
  for (const outcome of outcomes)
    if (outcome.status === "rejected") console.error("Work could not be stored", outcome.reason);
}
