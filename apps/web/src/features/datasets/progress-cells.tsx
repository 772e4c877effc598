import { progressOf } from "@postil/domain/queue/progress";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { ownMetricsQuery } from "../../lib/api/queries/progress.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Figures, STALE_TIME } from "./figures.tsx";

const MINE = ["submitted", "discarded", "draft"] as const;

/** For who leads the work: it comes when one of them looks. */
const TeamProgress = lazyPart(async () => ({ default: (await import("./team-progress.tsx")).TeamProgress }));
const nothing = () => undefined;

/**
 * How far the reader is, and for admins and owners how far anybody is: of each a bar, a number, and on hover or focus the words
 * (DSL-14). Asked for once the row is on the screen; a failure leaves the place empty. The server reads a row per member for it,
 * whatever the dataset's size.
 */
export function FeedbackProgress({ datasetId, team }: { datasetId: string; team: boolean }) {
  if (!team) return <MyProgress datasetId={datasetId} />;
  return (
    <span className="grid justify-items-start text-small leading-5 max-[640px]:grid-flow-col max-[640px]:justify-start max-[640px]:gap-x-4">
      <MyProgress datasetId={datasetId} who={t("datasets.mine.who")} />
      <TeamProgress datasetId={datasetId} whenMissing={nothing} />
    </span>
  );
}

function MyProgress({ datasetId, who }: { datasetId: string; who?: string }) {
  const { data } = useQuery({ ...ownMetricsQuery(datasetId), staleTime: STALE_TIME });
  if (data === undefined) return null;
  const figures = progressOf(data);
  const segments = MINE.map((status) => ({
    status,
    value: figures[status],
    text: t(`datasets.figures.${status}`, { count: figures[status] }),
  }));
  const rest =
    figures.pending === 0 ? t("datasets.mine.nothingLeft") : t("datasets.mine.left", { count: figures.pending });
  return <Figures label={t("datasets.myProgress")} who={who} total={figures.total} segments={segments} rest={[rest]} />;
}
