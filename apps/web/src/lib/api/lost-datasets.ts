import { createEmitter } from "../emitter.ts";
import { createPlainClient, judgeLossBy } from "./api.ts";
import { cannotBeOpened, failureOf } from "./failure.ts";

/** How an open dataset was lost: it was deleted, or the user may no longer see it. */
export type Loss = "deleted" | "refused";

/** Statuses that may mean a loss. For another call they are a hint. For the request of the dataset itself they are proof. */
const LOSSES: ReadonlyMap<number | null, Loss> = new Map([
  [403, "refused"],
  [404, "deleted"],
]);

/** True if the status can mean that the dataset of the call is lost. */
const hintsAtLoss = (status: number | null): boolean => LOSSES.has(status);

/**
 * Knows which open datasets can still be used. `ask` resolves to the status that the server returns for a dataset, null when
 * no reply arrives.
 */
export function createDatasetAccess(ask: (datasetId: string) => Promise<number | null>) {
  /** The state of the datasets whose pages are open. */
  const open = new Map<string, "opening" | "opened" | Loss>();
  /** Datasets that could not be opened. Their late answers may arrive after the page has closed. */
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
    /** A page opens the dataset. Returns a function that ends this. */
    follow(datasetId: string): () => void {
      open.set(datasetId, "opening");
      closed.delete(datasetId);
      return () => open.delete(datasetId);
    },
    /** The page has loaded the dataset. */
    opened(datasetId: string): void {
      if (open.get(datasetId) === "opening") open.set(datasetId, "opened");
    },
    /**
     * A call about the dataset failed with this status. Resolves to true if the dataset is lost or cannot be opened. Its page
     * then shows that itself.
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

/** The status that the server returns for a dataset now, null when no reply arrives. */
export const accessNow = (datasetId: string): Promise<number | null> =>
  ask(datasetId).then(
    () => 200,
    (error: unknown) => failureOf(error)?.status ?? null,
  );

/** The datasets of open pages. The page of a lost dataset shows the loss. */
export const datasetAccess = createDatasetAccess(accessNow);
judgeLossBy(datasetAccess.isLost);

/** Sends the requests for the datasets themselves. */
const asker = createPlainClient();

/** A task dataset is identified by its workspace and its name (domain/tasks/record-key.ts). */
function ask(datasetId: string): Promise<unknown> {
  const [workspace = "", name] = datasetId.split("/");
  return name === undefined
    ? asker.call("getDataset", { params: { dataset_id: datasetId } }, { quiet: true })
    : asker.call("getTaskDatasetV0", { params: { name }, query: { workspace } }, { quiet: true });
}
