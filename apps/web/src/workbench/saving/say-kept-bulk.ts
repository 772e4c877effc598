import { t } from "i18next";
import "../../lib/i18n/en/kept-bulk.ts";
import { datasetsWithKeptBulk } from "../../lib/kept-work/kept-bulk.ts";
import { onKeptForDatasets } from "../../lib/kept-work/kept-for-datasets.ts";
import { bulkSaving } from "./bulk-saving.ts";

/**
 * Lets the header say, in every view and tab, that a form for many records is kept and not sent (design/shell.md#header). Returns
 * the way to stop.
 */
export function sayKeptBulk(userId: string): () => void {
  const say = () => {
    const datasets = new Set(datasetsWithKeptBulk(userId));
    bulkSaving.keep((datasetId) => (datasets.has(datasetId) ? t("keptBulk.header") : null));
  };
  say();
  const stop = onKeptForDatasets(say);
  return () => {
    stop();
    bulkSaving.keep(() => null);
  };
}
