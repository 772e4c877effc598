import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { t } from "i18next";
import { useEffect, useState } from "react";
import LostDataset from "../features/lost-work/lost-dataset.tsx";
import { useUser } from "../lib/session/use-session.ts";
import { PageHeader } from "./header/page-header.tsx";
import type { Lost } from "./lost.ts";

/** The page of a dataset that was lost during work. The cached data of the dataset is removed when the page closes. */
export default function LostPage({ dataset, loss, queryKey }: Lost) {
  const user = useUser();
  const client = useQueryClient();
  const [known] = useState(queryKey);
  useEffect(
    () => () => {
      client.removeQueries({ queryKey: known });
      void client.invalidateQueries({ queryKey: ["datasets"] });
    },
    [client, known],
  );
  if (user === null) return null;
  const crumbs = [{ label: t("common.header.home"), link: <Link to="/datasets" /> }, { label: dataset.name }];
  return (
    <LostDataset
      header={<PageHeader crumbs={crumbs} />}
      dataset={dataset}
      loss={loss}
      user={user}
      listLink={<Link to="/datasets" />}
    />
  );
}
