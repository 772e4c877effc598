/** If the page is still open after this time, it stays, ms: a download began, or the user chose to stay. */
const GOES_WITHIN = 5000;

let leaving = false;
let timer = 0;

const begin = () => {
  leaving = true;
  window.clearTimeout(timer);
  timer = window.setTimeout(end, GOES_WITHIN);
};
const end = () => {
  leaving = false;
};

// Firefox aborts running requests as soon as another page is requested, long before this page closes.
window.addEventListener("beforeunload", begin);
window.addEventListener("pagehide", begin);
window.addEventListener("pageshow", end);

export const isLeavingPage = (): boolean => leaving;

/** Wait for this before a failure is shown: a request that fails because the page closes is not a failure to show (ERR-17). */
export async function stillHere(): Promise<void> {
  if (leaving) await new Promise((resolve) => window.setTimeout(resolve, GOES_WITHIN));
}
