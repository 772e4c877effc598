import { createPlainClient, judgeLossBy } from "./api.ts";
import { createDatasetAccess } from "./dataset-access.ts";
import { failureOf } from "./failure.ts";

/** The datasets of open pages. The page of a lost dataset shows the loss. */
export const datasetAccess = createDatasetAccess((datasetId) =>
  ask(datasetId).then(
    () => 200,
    (error: unknown) => failureOf(error)?.status ?? null,
  ),
);
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
