import { foldCase } from "@postil/domain/labels/label-search";
import type { KeyOrder } from "@postil/domain/search/sort-entries";
import { t } from "i18next";
import { useMemo } from "react";
import "../../../lib/i18n/en/task-parts.ts";
import type { OpensHere } from "../../../ui/on-demand.tsx";
import { ScopeList } from "../../../workbench/search/popover-parts.tsx";
import { type SortOffer, SortPopover } from "../../../workbench/search/sort-popover.tsx";
import type { QueryPage } from "./parts.ts";

const GENERAL = [
  ...(["status", "score", "predicted", "predicted_as", "predicted_by", "annotated_as", "annotated_by"] as const),
  ...(["last_updated", "event_timestamp", "id"] as const),
] as const;
const METADATA = "metadata.";

export type TaskSortProps = { page: QueryPage };

/** The order of the records of a task dataset (TSE-23, TSE-24). */
export function TaskSortPopover({ page, ...opening }: TaskSortProps & OpensHere) {
  const { view, changeView } = page;
  const offer = useSortOffer(page);
  const sort = useMemo(() => view.sort.map(({ id, order }) => ({ key: id, order })), [view.sort]);
  const onSort = (next: readonly KeyOrder[]) =>
    changeView({ sort: next.map(({ key, order }) => ({ id: key, order })) });
  return <SortPopover sort={sort} onSort={onSort} offer={offer} {...opening} />;
}

function useSortOffer({ dataset, aggregations }: QueryPage): SortOffer {
  const metadata = aggregations?.metadata;
  const { task } = dataset;
  return useMemo(() => {
    // Text-to-text records have sentences instead of labels, so these sort fields are left out.
    const general = GENERAL.filter((id) => task !== "Text2Text" || !/^predicted$|_as$/.test(id));
    const names = Object.keys(metadata ?? {}).sort((a, b) => foldCase(a).localeCompare(foldCase(b)));
    const section = (title: string, keys: readonly string[]) => ({
      title,
      items: keys.map((key) => ({ key, title: key.startsWith(METADATA) ? key.slice(METADATA.length) : sortText(key) })),
    });
    return {
      keys: [...general, ...names.map((name) => METADATA + name)],
      textOf: sortText,
      chooser: (keys, onChoose) => (
        <ScopeList
          label={t("sorting.choose")}
          sections={([false, true] as const).map((isMetadata) =>
            section(
              t(isMetadata ? "words.metadata" : "taskFilters.sort.general"),
              keys.filter((key) => key.startsWith(METADATA) === isMetadata),
            ),
          )}
          onChoose={onChoose}
        />
      ),
      unsorted: t("taskFilters.sort.unsorted"),
    };
  }, [task, metadata]);
}

function sortText(key: string): string {
  const known = GENERAL.find((id) => id === key);
  if (known !== undefined) return t(`taskFilters.sort.field.${known}`);
  return key.startsWith(METADATA) ? t("taskFilters.sort.ofMetadata", { key: key.slice(METADATA.length) }) : key;
}
