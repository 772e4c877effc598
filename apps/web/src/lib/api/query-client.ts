import { focusManager, QueryClient } from "@tanstack/react-query";
import { connection } from "../connection/connection.ts";
import { onSessionChange } from "../session/store.ts";
import { failureOf } from "./failure.ts";

/**
 * The cache of server data for the page (architecture section 6). Nothing reloads by default: an answer lives as long as its
 * query says. The API client sends a read again before it shows a failure (API-67), so a retry here would show it twice.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // A server on this machine answers without a network, so only the request itself can tell if it is offline.
      networkMode: "always",
    },
  },
});

// The focus event of the window counts, not only the return from another tab. By default the library hears only the latter
// (ERR-13).
focusManager.setEventListener((cameBack) => watchWindowFocus({ onFocus: () => cameBack() }));

// The next user must not see data of the user before (AUT-12).
onSessionChange((session) => {
  if (session.status === "anonymous") queryClient.clear();
});

// Who waits for the server or comes back to the page finds what could not be read before (ERR-18).
connection.onChange(readMissing);
watchWindowFocus({ onFocus: readMissing });

/** Reads again what the open page shows and could not be read. A refusal (4xx) stays one. */
function readMissing(): void {
  if (!connection.isOnline()) return;
  void queryClient.refetchQueries({
    type: "active",
    predicate: ({ state: { status, error } }) => {
      const failure = failureOf(error);
      return status === "error" && failure !== null && (failure.status ?? 500) >= 429;
    },
  });
}

/**
 * Reports when the window gains or loses the focus. Returns a function that stops this; call it when the screen is left
 * (ERR-13).
 * @throws Error `onFocus is mandatory` without a focus callback (ERR-12)
 */
export function watchWindowFocus({ onFocus, onBlur }: { onFocus?: () => void; onBlur?: () => void }): () => void {
  if (onFocus === undefined) throw new Error("onFocus is mandatory");
  // New functions for each watcher: the browser would register the same callback of two watchers only once.
  const focused = () => onFocus();
  const blurred = () => onBlur?.();
  window.addEventListener("focus", focused);
  window.addEventListener("blur", blurred);
  return () => {
    window.removeEventListener("focus", focused);
    window.removeEventListener("blur", blurred);
  };
}
