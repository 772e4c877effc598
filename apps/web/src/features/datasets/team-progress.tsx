import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import "../../lib/api/manager-routes.ts";
import { teamProgressQuery } from "../../lib/api/queries/dataset.ts";
import { responseCountsQuery } from "../../lib/api/queries/settings.ts";
import { Figures, STALE_TIME } from "./figures.tsx";

const TEAM = ["submitted", "discarded", "conflicting"] as const;

/** Records by the answers of the team. A record counts with a single answer, so no dataset is ever shown as finished. */
export function TeamProgress({ datasetId }: { datasetId: string }) {
  const { data } = useQuery({ ...teamProgressQuery(datasetId), staleTime: STALE_TIME });
  const { data: answers } = useQuery({ ...responseCountsQuery(datasetId), staleTime: STALE_TIME });
  if (data === undefined) return null;
  const segments = TEAM.map((status) => ({
    status,
    value: data[status],
    text: t(`datasets.team.${status}`, { count: data[status] }),
  }));
  const rest = [
    t("datasets.team.left", { count: data.pending }),
    ...(answers ? [t("datasets.team.answers", { count: answers.submitted + answers.discarded })] : []),
  ];
  const label = t("datasets.team.answered", { count: data.total - data.pending });
  return (
    <Figures label={label} who={t("datasets.team.who")} total={data.total} segments={segments} rest={rest} isOpen />
  );
}
