import { FEEDBACK_TASK } from "@postil/domain/datasets/dataset";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { t } from "i18next";
import { type ReactNode, useEffect, useMemo } from "react";
import { cannotBeOpened, failureOf } from "../lib/api/failure.ts";
import { datasetKey, datasetQuery, workspaceQuery } from "../lib/api/queries/dataset.ts";
import { pictureHostsQuery } from "../lib/api/queries/dataset-parts.ts";
import { clearToasts, notify } from "../lib/toasts/store.ts";
import { PictureHosts } from "../ui/markdown/picture-hosts.ts";
import { LinkedDatasetHeader } from "./header/linked-dataset-header.tsx";
import { type Lost, useLoss } from "./lost.ts";

/**
 * Goes to the list if a dataset cannot be opened, with one toast that says why (ROL-14). If the dataset is lost during work,
 * returns how. The page then shows that in its place (design/states.md).
 */
export function useDatasetAccess(datasetId: string): Lost | null {
  const navigate = useNavigate();
  const { data, error } = useQuery(datasetQuery(datasetId));
  const opened = data !== undefined;
  const loss = useLoss(datasetId, opened);
  const status = failureOf(error)?.status ?? null;
  const leaving = !opened && cannotBeOpened(status);
  useEffect(() => {
    if (!leaving) return;
    clearToasts({ except: "kept" });
    notify({ message: t("annotation.dataset.notFound"), type: "warning" });
    void navigate({ to: "/datasets", replace: true, state: { keepToasts: true } });
  }, [leaving, navigate]);
  // Any other failure belongs on the error page, unless the dataset is already loaded.
  if (error !== null && !opened && !leaving) throw error;
  return opened && loss !== null ? { loss, dataset: data, queryKey: datasetKey(datasetId) } : null;
}

/** The header of a page about one feedback dataset. At first only the dataset's id is known. */
export function DatasetHeader({ id, here }: { id: string; here?: string }) {
  const { data: dataset } = useQuery(datasetQuery(id));
  const { data: workspace } = useQuery(workspaceQuery(dataset?.workspaceId));
  const linked = { id, name: dataset?.name ?? "", workspaceName: workspace?.name ?? "", task: FEEDBACK_TASK };
  return <LinkedDatasetHeader dataset={linked} here={here} />;
}

/** Loads pictures only from the hosts that the dataset's settings allow. None loads until these are known. */
export function DatasetPictures({ id, children }: { id: string; children: ReactNode }) {
  const { data } = useQuery(pictureHostsQuery(id));
  const hosts = useMemo(() => new Set(data), [data]);
  return <PictureHosts value={hosts}>{children}</PictureHosts>;
}
