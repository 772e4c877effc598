import type { TabChannel } from "./ports.ts";

/** The tabs of one user, about one matter. Where the browser has no channel, each tab speaks to itself alone. */
export function openTabs<Message>(matter: "outbox" | "drafts", userId: string): TabChannel<Message> {
  if (typeof BroadcastChannel === "undefined") return { post: () => {}, listen: () => {}, close: () => {} };
  const channel = new BroadcastChannel(`postil:${matter}:${userId}`);
  let closed = false;
  return {
    post: (message) => closed || channel.postMessage(message),
    listen: (listener) => {
      // Only this code, perhaps of another version, writes to the channel.
      channel.onmessage = (event: MessageEvent<Message>) => listener(event.data);
    },
    close: () => {
      closed = true;
      channel.close();
    },
  };
}

/**
 * Makes one tab of a user deliver for all: the one that holds the lock, and the next one when it closes. Web Locks exist on
 * secure addresses only; elsewhere every tab delivers what it knows of, which may send an answer twice but, since answers are
 * written over each other, leaves the same result.
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
      // A browser that denies a page its storage denies it locks too.
      console.warn(error);
      begin();
    });
    return () => {
      leaving.abort();
      stepBack();
    };
  };
}
