import { t } from "i18next";
import "../../lib/i18n/en/kept-bulk.ts";
import { datasetsWithKeptBulk } from "../../lib/kept-work/kept-bulk.ts";
import { onKeptForDatasets } from "../../lib/kept-work/kept-for-datasets.ts";
import { bulkSaving } from "./bulk-saving.ts";

/**
 * Shows in the header of every view and tab that an unsent bulk form is stored (design/shell.md#header). Returns a function
 * that stops this.
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
