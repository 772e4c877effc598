import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { LostDataset, RemovedAccount } from "../features/lost-work/lost-screen.tsx";
import { type SessionUser, useUser } from "../lib/session/store.ts";
import { homeCrumb, PageHeader } from "./header/page-header.tsx";
import type { Lost } from "./lost.ts";

/** The page of a dataset that was lost during work. The cached data of the dataset is removed when the page closes. */
export function LostPage({ dataset, loss, queryKey }: Lost) {
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
  const crumbs = [homeCrumb(), { label: dataset.name }];
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

/** Replaces the open page after the user's account was deleted. */
export function RemovedPage({ user }: { user: SessionUser }) {
  return <RemovedAccount header={<PageHeader crumbs={[]} />} user={user} signInLink={<Link to="/sign-in" />} />;
}
