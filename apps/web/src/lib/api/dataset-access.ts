import { createEmitter } from "../emitter.ts";
import { cannotBeOpened } from "./failure.ts";

/** What became of a dataset while somebody worked in it: it was deleted, or they may not see it any more. */
export type Loss = "deleted" | "refused";

/** How a refused call says that what it is about, or the right to it, may be gone; and the dataset itself, that it is. */
const LOSSES: ReadonlyMap<number | null, Loss> = new Map([
  [403, "refused"],
  [404, "deleted"],
]);

/** Whether a status can mean that the dataset of the call is lost. */
const hintsAtLoss = (status: number | null): boolean => LOSSES.has(status);

/**
 * Knows of the datasets that are open whether they can still be worked in. `ask` resolves to the status with which the
 * server answers for a dataset, null when it does not.
 */
export function createDatasetAccess(ask: (datasetId: string) => Promise<number | null>) {
  /** The datasets of open pages: what is known of each. */
  const open = new Map<string, "opening" | "opened" | Loss>();
  /** Those that could not be opened: what was asked for meanwhile may still be answered when their page has gone. */
  const closed = new Set<string>();
  const asking = new Map<string, Promise<boolean>>();
  const changed = createEmitter<void>();

  async function find(datasetId: string): Promise<boolean> {
    const status = await ask(datasetId);
    if (open.get(datasetId) === "opening") {
      if (cannotBeOpened(status)) closed.add(datasetId);
      return closed.has(datasetId);
    }
    const loss = LOSSES.get(status) ?? null;
    if (loss !== null && open.has(datasetId)) {
      open.set(datasetId, loss);
      changed.emit();
    }
    return loss !== null;
  }

  return {
    onChange: changed.on,
    lossOf(datasetId: string): Loss | null {
      const known = open.get(datasetId);
      return known === "deleted" || known === "refused" ? known : null;
    },
    /** A page opens the dataset. Returns the way to stop. */
    follow(datasetId: string): () => void {
      open.set(datasetId, "opening");
      closed.delete(datasetId);
      return () => open.delete(datasetId);
    },
    /** The page has it. */
    opened(datasetId: string): void {
      if (open.get(datasetId) === "opening") open.set(datasetId, "opened");
    },
    /**
     * A call about the dataset failed with this status. Resolves to whether the dataset is lost, or cannot be opened, which its
     * page says by itself.
     */
    isLost(datasetId: string, status: number | null = 404): Promise<boolean> {
      const known = open.get(datasetId);
      if (known === undefined) return Promise.resolve(closed.has(datasetId) && cannotBeOpened(status));
      if (known === "deleted" || known === "refused") return Promise.resolve(hintsAtLoss(status));
      if (known === "opening" ? !cannotBeOpened(status) : !hintsAtLoss(status)) return Promise.resolve(false);
      const asked = asking.get(datasetId) ?? find(datasetId).finally(() => asking.delete(datasetId));
      asking.set(datasetId, asked);
      return asked;
    },
  };
}
