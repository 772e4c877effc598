import { createEmitter } from "../emitter.ts";

/** What became of a dataset while somebody worked in it: it was deleted, or they may not see it any more. */
export type Loss = "deleted" | "refused";

/** How a refused call says that what it is about, or the right to it, may be gone; and the dataset itself, that it is. */
const LOSSES: ReadonlyMap<number | null, Loss> = new Map([
  [403, "refused"],
  [404, "deleted"],
]);

/** Whether a status can mean that the dataset of the call is lost. */
export const hintsAtLoss = (status: number | null): boolean => LOSSES.has(status);

/** Refused, missing, or an id that cannot be one: the dataset cannot be opened (ROL-14). */
export const cannotBeOpened = (status: number | null): boolean => status === 422 || hintsAtLoss(status);

/**
 * Knows of the datasets that are open whether they can still be worked in. `ask` resolves to the status with which the
 * server answers for a dataset, null when it does not.
 */
export function createDatasetAccess(ask: (datasetId: string) => Promise<number | null>) {
  /** The datasets of open pages; null while nothing is known against them. */
  const open = new Map<string, Loss | null>();
  const asking = new Map<string, Promise<boolean>>();
  const changed = createEmitter<void>();

  async function find(datasetId: string): Promise<boolean> {
    const loss = LOSSES.get(await ask(datasetId)) ?? null;
    if (loss !== null && open.has(datasetId)) {
      open.set(datasetId, loss);
      changed.emit();
    }
    return loss !== null;
  }

  return {
    onChange: changed.on,
    lossOf: (datasetId: string): Loss | null => open.get(datasetId) ?? null,
    /** A page works in the dataset. Returns the way to stop. */
    follow(datasetId: string): () => void {
      open.set(datasetId, null);
      return () => open.delete(datasetId);
    },
    /** A call about the dataset was refused. Resolves to whether the dataset is lost, which its page says by itself. */
    isLost(datasetId: string): Promise<boolean> {
      const loss = open.get(datasetId);
      if (loss !== null) return Promise.resolve(loss !== undefined);
      const asked = asking.get(datasetId) ?? find(datasetId).finally(() => asking.delete(datasetId));
      asking.set(datasetId, asked);
      return asked;
    },
  };
}
