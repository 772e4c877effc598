import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { t } from "i18next";
import { useEffect } from "react";
import { cannotBeOpened, failureOf } from "../lib/api/failure.ts";
import { datasetKey, datasetQuery } from "../lib/api/queries/dataset.ts";
import { clearToasts, notify } from "../lib/toasts/store.ts";
import type { Lost } from "./lost.ts";
import { useLoss } from "./use-loss.ts";

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
