import { annotationProgress } from "@postil/domain/tasks/task-figures";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { type MeasuredDataset, statusCountsQuery } from "../../lib/api/queries/task-dataset.ts";
import { Figures, STALE_TIME } from "./figures.tsx";

export type TaskProgressProps = { dataset: MeasuredDataset };

/** The progress of a task dataset over all users: validated and discarded records. A failure leaves the place empty. */
export function TaskProgress({ dataset }: TaskProgressProps) {
  const { data } = useQuery({ ...statusCountsQuery(dataset), staleTime: STALE_TIME });
  if (data === undefined) return null;
  const total = [...data.values()].reduce((sum, count) => sum + count, 0);
  const { validated, discarded } = annotationProgress(total, Object.fromEntries(data));
  const left = total - validated - discarded;
  const segments = [
    { status: "submitted", value: validated, text: t("datasets.figures.validated", { count: validated }) },
    { status: "discarded", value: discarded, text: t("datasets.figures.discarded", { count: discarded }) },
  ] as const;
  const rest = left === 0 ? t("datasets.team.nothingLeft") : t("datasets.team.notAnnotated", { count: left });
  return <Figures label={t("datasets.team.progress")} total={total} segments={segments} rest={[rest]} />;
}
