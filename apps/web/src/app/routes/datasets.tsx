import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { DatasetsPage } from "../../features/datasets/datasets-page.tsx";
import { type ListView, readListView, writeListView } from "../../features/datasets/list-view.ts";
import { PageHeader } from "../header/page-header.tsx";

/** The datasets list; what narrows and orders it stands in the address (DSL-10). */
export function Datasets() {
  const { t } = useTranslation();
  const navigate = useNavigate({ from: "/datasets" });
  const search = useSearch({ from: "/inside/datasets" });
  const onViewChange = (view: ListView) =>
    // Typing a word is one step back, not one per letter; the first step on an address without a query replaces (VST-03).
    void navigate({ search: writeListView(view), replace: Object.keys(search).length === 0 || "search" in search });
  return (
    <DatasetsPage
      header={<PageHeader crumbs={[{ label: t("datasets.title") }]} />}
      view={readListView(search)}
      onViewChange={onViewChange}
    />
  );
}
