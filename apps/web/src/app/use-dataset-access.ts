import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { datasetAccess } from "../lib/api/api.ts";
import { cannotBeOpened } from "../lib/api/dataset-access.ts";
import { failureOf } from "../lib/api/failure.ts";
import { datasetQuery } from "../lib/api/queries/dataset.ts";
import { clearToasts, notify } from "../lib/toasts/store.ts";
import type { Lost } from "./lost-instead.tsx";

/**
 * Shows the list instead of a dataset that cannot be opened; one toast says why (ROL-14). Of one that
 * is lost in mid-work it tells how, and the page says so in its place (design/states.md).
 */
export function useDatasetAccess(datasetId: string): Lost | null {
  const navigate = useNavigate();
  const { t } = useTranslation();
  const { data, error } = useQuery(datasetQuery(datasetId));
  const opened = data !== undefined;
  const loss = useSyncExternalStore(datasetAccess.onChange, () => datasetAccess.lossOf(datasetId));
  useEffect(() => datasetAccess.follow(datasetId), [datasetId]);
  useEffect(() => {
    if (opened) datasetAccess.opened(datasetId);
  }, [opened, datasetId]);
  const status = failureOf(error)?.status ?? null;
  const leaving = !opened && cannotBeOpened(status);
  useEffect(() => {
    if (!leaving) return;
    clearToasts({ except: "kept" });
    notify({ message: t("annotation.dataset.notFound"), type: "warning" });
    void navigate({ to: "/datasets", replace: true, state: { keepToasts: true } });
  }, [leaving, navigate, t]);
  // Any other failure belongs on the error page, unless somebody works here already.
  if (error !== null && !opened && !leaving) throw error;
  return opened && loss !== null ? { loss, dataset: data } : null;
}
