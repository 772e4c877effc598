import { useSyncExternalStore } from "react";

/** A hook that tells whether the window is as the query says, for what CSS alone cannot do. */
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
