import type { Dataset } from "@postil/domain/datasets/dataset";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import LostDataset from "../features/lost-work/lost-dataset.tsx";
import type { Loss } from "../lib/api/dataset-access.ts";
import { datasetKey } from "../lib/api/queries/dataset.ts";
import { useUser } from "../lib/session/use-session.ts";
import { PageHeader } from "./header/page-header.tsx";

/** The page of a dataset that was lost in mid-work. What is known of the dataset goes when the page is left. */
export default function LostPage({ dataset, loss }: { dataset: Dataset; loss: Loss }) {
  const { t } = useTranslation();
  const user = useUser();
  const client = useQueryClient();
  const { id } = dataset;
  useEffect(
    () => () => {
      client.removeQueries({ queryKey: datasetKey(id) });
      void client.invalidateQueries({ queryKey: ["datasets"] });
    },
    [client, id],
  );
  if (user === null) return null;
  const crumbs = [{ label: t("common.header.home"), link: <Link to="/datasets" /> }, { label: dataset.name }];
  return (
    <LostDataset
      header={<PageHeader crumbs={crumbs} />}
      dataset={dataset}
      loss={loss}
      username={user.username}
      listLink={<Link to="/datasets" />}
    />
  );
}
