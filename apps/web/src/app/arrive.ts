import { t } from "i18next";
import { CONTENT_ID } from "../ui/layouts/frame.tsx";
import { announceArrival } from "../ui/live-region.tsx";

/** Watches a page that is not all there yet. */
let coming: MutationObserver | undefined;

/**
 * The focus goes to the content of a page that was opened inside the page, and its title is announced: each when it is there,
 * for a dataset's page stands empty until its data has come, and is named by it.
 */
export function arrive(): void {
  let focused = false;
  const look = () => {
    const content = document.getElementById(CONTENT_ID);
    if (content === null) return;
    if (!focused) {
      focused = true;
      // A page that has put the focus somewhere itself knows better.
      if (content.contains(document.activeElement)) return stop();
      content.focus({ preventScroll: true });
    }
    if (document.title === t("common.product")) return;
    stop();
    announceArrival(document.title);
  };
  stop();
  coming = new MutationObserver(look);
  coming.observe(document, { childList: true, characterData: true, subtree: true });
  look();
}

function stop(): void {
  coming?.disconnect();
}
