import { failureOf } from "../../lib/api/failure.ts";
import type { OutboxService } from "../../lib/outbox/outbox-service.ts";
import type { QueueStore } from "./queue-store.ts";

export type QueueConnection = ReturnType<typeof createQueueConnection>;

/** What the reader waits for the connection to do. */
export function createQueueConnection(store: QueueStore, outbox: OutboxService) {
  let onward = () => {};
  return {
    /** Goes on now, or by itself as soon as the server can be reached, unless the reader has turned to something else. */
    whenConnected(go: () => void): void {
      if (outbox.state().online) go();
      else {
        onward = go;
        store.set({ waiting: "connection" });
      }
    },
    /** No reply came, and none would. */
    cutOff: (failure: unknown) => failureOf(failure)?.status === null && !outbox.state().online,
    /** Calls back whenever the server can be reached again, once what waited has gone on. Returns the way to stop. */
    onConnected(idle: () => void): () => void {
      let { online } = outbox.state();
      return outbox.onChange(() => {
        const before = online;
        online = outbox.state().online;
        if (!online || before) return;
        if (store.state().waiting === "connection") onward();
        else idle();
      });
    },
  };
}
