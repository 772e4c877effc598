import { useSyncExternalStore } from "react";

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
