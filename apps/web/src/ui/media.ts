import { useSyncExternalStore } from "react";
import { BREAKPOINTS } from "./constants.ts";

/** Returns a hook that is true while the media query matches. For cases that CSS alone cannot handle. */
export function mediaHook(query: string): () => boolean {
  const media = window.matchMedia(query);
  const subscribe = (listener: () => void) => {
    media.addEventListener("change", listener);
    return () => media.removeEventListener("change", listener);
  };
  return function useMedia() {
    return useSyncExternalStore(subscribe, () => media.matches);
  };
}

/** True if the window has the width of a phone (LAY-09), such as for elements that stand in another place there. */
export const usePhone = mediaHook(`(max-width: ${BREAKPOINTS.sm}px)`);
