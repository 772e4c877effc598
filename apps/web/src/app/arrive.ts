import { t } from "i18next";
import { CONTENT_ID } from "../ui/layouts/frame.tsx";
import { announceArrival } from "../ui/screen-reader.tsx";

/** Watches a page that has not fully loaded. */
let coming: MutationObserver | undefined;

/**
 * After a navigation inside the app, focuses the content of the new page and announces its title. Each happens when it is
 * ready: the page of a dataset is empty until its data has loaded, and its title is the dataset's name.
 */
export function arrive(): void {
  let focused = false;
  const look = () => {
    const content = document.getElementById(CONTENT_ID);
    if (content === null) return;
    if (!focused) {
      focused = true;
      // If the page has already focused an element in its content, nothing more is done.
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
