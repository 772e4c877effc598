import { focusManager, QueryClient } from "@tanstack/react-query";
import { watchWindowFocus } from "../focus.ts";
import { onSessionChange } from "../session/store.ts";

/**
 * What the page knows of the server (architecture section 6). Nothing is asked for again by itself: an answer lives as long
 * as its query says, and the API client shows failures, so a retry would show them twice.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // A server on this machine answers without any network, so being offline is for the request to find out.
      networkMode: "always",
    },
  },
});

// Coming back from another window counts, not from another tab alone: by itself the library hears the latter only (ERR-13).
focusManager.setEventListener((cameBack) => watchWindowFocus({ onFocus: () => cameBack() }));

// The next user must see nothing of the one before (AUT-12).
onSessionChange((session) => {
  if (session.status === "anonymous") queryClient.clear();
});
