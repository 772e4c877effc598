import { Link, useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import "../../lib/i18n/datasets-texts.ts";
import { underBase } from "../../lib/base-path.ts";
import { OneColumn } from "../../ui/layouts/one-column.tsx";
import { textLinkClass } from "../../ui/text-link.ts";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { PageHeader } from "../header/page-header.tsx";

/** Says of the records of a task dataset that scripts alone reach them so far. */
export function TaskDataset() {
  const { t } = useTranslation();
  const { workspace, dataset } = useParams({ strict: false });
  usePageTitle(dataset ?? t("datasets.title"));
  const crumbs = [
    { label: t("datasets.title"), link: <Link to="/datasets" /> },
    { label: workspace ?? "" },
    { label: dataset ?? "" },
  ];
  return (
    <OneColumn header={<PageHeader crumbs={crumbs} />}>
      <div className="mx-auto w-[640px] max-w-full pt-28 pb-12">
        <h1 className="font-strong text-title [overflow-wrap:anywhere]">{dataset}</h1>
        <p className="mt-2 text-lead">{t("datasets.scriptsOnly.text")}</p>
        <p className="mt-2 text-lead text-soft">{t("datasets.scriptsOnly.how")}</p>
        <p className="mt-6 flex gap-6 text-lead">
          <a href={underBase("/docs")} className={textLinkClass}>
            {t("datasets.scriptsOnly.calls")}
          </a>
          <a href={underBase("/datasets")} className={textLinkClass}>
            {t("datasets.scriptsOnly.back")}
          </a>
        </p>
      </div>
    </OneColumn>
  );
}
