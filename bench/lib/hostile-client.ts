import { once } from "node:events";
import { Worker } from "node:worker_threads";

export type HostileTarget = {
  readonly port: number;
  readonly datasetId: string;
  /** The ID of a dataset with a thousand long records. */
  readonly longId: string;
  readonly outsiderKey: string;
  readonly managerKey: string;
};

export type Nuisance = "nothing" | "not JSON" | "outsider" | "manager" | "reader" | "no reader" | "trickle";

export type HostileClient = {
  /**
   * Sends one round of this nuisance. It resolves when the server has answered, or after three seconds of a slow body or of a
   * reply that the client does not read.
   */
  send(nuisance: Nuisance): Promise<void>;
  stop(): Promise<void>;
};

/** The messages to and from the client's thread. */
export type ToHostile = { readonly id: number; readonly nuisance: Nuisance };
export type FromHostile = { readonly id: number } | { readonly ready: true };

export async function startHostileClient(target: HostileTarget): Promise<HostileClient> {
  const worker = new Worker(new URL("./hostile-thread.ts", import.meta.url), { workerData: target });
  await once(worker, "message");
  const waiting = new Map<number, () => void>();
  let next = 0;
  worker.on("message", (said: FromHostile) => {
    if ("id" in said) waiting.get(said.id)?.();
  });
  return {
    send: (nuisance) =>
      new Promise((resolve) => {
        const id = next++;
        waiting.set(id, resolve);
        worker.postMessage({ id, nuisance } satisfies ToHostile);
      }),
    stop: async () => void (await worker.terminate()),
  };
}
