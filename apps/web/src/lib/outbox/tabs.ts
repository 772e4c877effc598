import type { TabChannel } from "./ports.ts";

/** A channel between the tabs of one user, for one matter. Without `BroadcastChannel` messages go nowhere. */
export function openTabs<Message>(matter: "outbox" | "drafts", userId: string): TabChannel<Message> {
  if (typeof BroadcastChannel === "undefined") return { post: () => {}, listen: () => {}, close: () => {} };
  const channel = new BroadcastChannel(`postil:${matter}:${userId}`);
  let closed = false;
  return {
    post: (message) => closed || channel.postMessage(message),
    listen: (listener) => {
      // Only this code writes to the channel, but a tab may run another version of it.
      channel.onmessage = (event: MessageEvent<Message>) => listener(event.data);
    },
    close: () => {
      closed = true;
      channel.close();
    },
  };
}

/**
 * Makes one tab of a user deliver for all: the tab that holds the lock. The next tab takes over when it closes. Web Locks
 * exist only on secure addresses. Elsewhere every tab delivers the entries it knows. An answer may then be sent twice, but the
 * result is the same, because the second overwrites the first.
 */
export function leadTabs(userId: string): (begin: () => void) => () => void {
  return (begin) => {
    const leaving = new AbortController();
    if (!("locks" in navigator)) {
      begin();
      return () => {};
    }
    let stepBack = () => {};
    const held = new Promise<void>((resolve) => {
      stepBack = resolve;
    });
    const lead = () => {
      begin();
      return held;
    };
    navigator.locks.request(`postil:outbox:${userId}`, { signal: leaving.signal }, lead).catch((error: unknown) => {
      if (leaving.signal.aborted) return;
      // A browser that denies storage to a page denies locks too.
      console.warn(error);
      begin();
    });
    return () => {
      leaving.abort();
      stepBack();
    };
  };
}
