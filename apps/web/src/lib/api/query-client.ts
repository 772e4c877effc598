import { focusManager, QueryClient } from "@tanstack/react-query";
import { watchWindowFocus } from "../focus.ts";
import { onSessionChange } from "../session/store.ts";

/**
 * The cache of server data for the page (architecture section 6). Nothing reloads by default: an answer lives as long as its
 * query says. The API client shows failures, so a retry would show them twice.
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
