import type { Dataset } from "@postil/domain/datasets/dataset";
import type { ResponseCounts } from "@postil/domain/queue/counts";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { api } from "../../lib/api/api.ts";
import { ownMetricsQuery } from "../../lib/api/queries/progress.ts";
import { responseCountsQuery } from "../../lib/api/queries/settings.ts";
import { workspaceQuery } from "../../lib/api/queries/workspaces.ts";
import { Phrase } from "../../ui/phrase.tsx";
import { DeleteDataset } from "../../ui/settings/delete-dataset.tsx";
import { useDrafts } from "./drafts.tsx";

/** Deletes the dataset (FSE-27, FSE-29). */
export function DangerTab({ dataset, onDeleted }: { dataset: Dataset; onDeleted: () => void }) {
  const { onRefused } = useDrafts();
  const { id, name } = dataset;
  // Quiet: this page shows its own toasts (TOA-12, TOA-13).
  const onDelete = () => api.call("deleteDataset", { params: { dataset_id: id } }, { quiet: true, success: 200 });
  return (
    <DeleteDataset name={name} workKey={id} onDelete={onDelete} onDeleted={onDeleted} onRefused={onRefused}>
      <Explanation dataset={dataset} />
    </DeleteDataset>
  );
}

/** What is deleted with the dataset, with the number of all users' answers; unknown numbers are left out. */
function Explanation({ dataset }: { dataset: Dataset }) {
  const { data: workspace } = useQuery(workspaceQuery(dataset.workspaceId));
  const mine = useQuery(ownMetricsQuery(dataset.id));
  const team = useQuery(responseCountsQuery(dataset.id));
  if (workspace === undefined || mine.isPending || team.isPending) return null;
  const values = {
    name: dataset.name,
    workspace: workspace.name,
    records: mine.data
      ? t("datasetSettings.danger.records", { count: mine.data.records })
      : t("datasetSettings.danger.allRecords"),
    responses: team.data ? responsesText(team.data) : t("datasetSettings.danger.allResponses"),
  };
  return (
    <p>
      <Phrase
        of="datasetSettings.danger.text"
        values={values}
        parts={{
          b: (name) => (
            <b translate="no" className="font-strong">
              {name}
            </b>
          ),
        }}
      />
    </p>
  );
}

function responsesText({ people, submitted, discarded, draft }: ResponseCounts): string {
  if (people === 0) return t("datasetSettings.danger.noResponses");
  const responses = t("datasetSettings.danger.responses", { count: submitted + discarded + draft });
  return t("datasetSettings.danger.ofPeople", { responses, count: people });
}
