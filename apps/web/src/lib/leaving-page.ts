/** A page that is still there after this stays, ms: a download was begun, or its reader was asked and stayed. */
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

// Firefox ends what is on its way as soon as another page is asked for, long before this one goes.
window.addEventListener("beforeunload", begin);
window.addEventListener("pagehide", begin);
window.addEventListener("pageshow", end);

export const isLeavingPage = (): boolean => leaving;

/** Whoever is told of a failure waits for this first: what fails because the page goes is no failure that anybody sees (ERR-17). */
export async function stillHere(): Promise<void> {
  if (leaving) await new Promise((resolve) => window.setTimeout(resolve, GOES_WITHIN));
}
