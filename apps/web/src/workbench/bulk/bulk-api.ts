import type { BulkItem } from "@postil/domain/bulk/bulk-job";
import type { ItemResult } from "@postil/domain/bulk/bulk-run";

/** Writes one chunk; one result for each item, in their order (FBU-04, FBU-05). Rejects as the API client does. */
export type BulkApi = (datasetId: string, items: readonly BulkItem[]) => Promise<readonly ItemResult[]>;
