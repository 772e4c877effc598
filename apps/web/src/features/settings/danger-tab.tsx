import type { Dataset } from "@postil/domain/datasets/dataset";
import type { ResponseCounts } from "@postil/domain/queue/counts";
import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { type FormEvent, useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { api } from "../../lib/api/api.ts";
import { failureOf } from "../../lib/api/failure.ts";
import { ownMetricsQuery, responseCountsQuery } from "../../lib/api/queries/progress.ts";
import { workspaceQuery } from "../../lib/api/queries/workspaces.ts";
import { notify } from "../../lib/toasts/store.ts";
import { Button } from "../../ui/button.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { useDrafts } from "./drafts.tsx";

/** Deletes the dataset once its name has been typed (FSE-27, FSE-29). */
export function DangerTab({ dataset, onDeleted }: { dataset: Dataset; onDeleted: () => void }) {
  const { t } = useTranslation();
  const { onRefused } = useDrafts();
  const [typed, setTyped] = useState("");
  const [deleting, setDeleting] = useState(false);
  const { id, name } = dataset;
  const armed = typed === name && !deleting;

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!armed) return;
    setDeleting(true);
    // Quiet: the toasts are this page's own (TOA-12, TOA-13).
    api.call("deleteDataset", { params: { dataset_id: id } }, { quiet: true, success: 200 }).then(
      () => {
        notify({ message: t("datasetSettings.danger.deleted", { name }), keep: true });
        onDeleted();
      },
      (error: unknown) => {
        setDeleting(false);
        const failure = failureOf(error);
        if (failure === null) throw error;
        if (failure.status === 403) return onRefused();
        notify({ message: t("datasetSettings.danger.notDeleted", { name }), type: "error" });
      },
    );
  };
  return (
    <form onSubmit={onSubmit} className="max-w-[560px]">
      <h2 className="mb-2 font-strong text-danger text-lead">{t("datasetSettings.danger.title")}</h2>
      <Explanation dataset={dataset} />
      <TextInput
        label={t("datasetSettings.danger.confirm")}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
        spellCheck={false}
        className="my-4"
      />
      <Button type="submit" variant="danger" disabled={!armed}>
        {t("datasetSettings.danger.delete")}
      </Button>
    </form>
  );
}

/** What goes with the dataset, everybody's work named by its number; figures that cannot be had are left out. */
function Explanation({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation();
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
    responses: team.data ? responsesText(t, team.data) : t("datasetSettings.danger.allResponses"),
  };
  return (
    <p>
      <Trans
        i18nKey="datasetSettings.danger.text"
        values={values}
        components={{ 1: <b className="font-strong" />, 3: <b className="font-strong" /> }}
      />
    </p>
  );
}

function responsesText(t: TFunction, { people, submitted, discarded, draft }: ResponseCounts): string {
  if (people === 0) return t("datasetSettings.danger.noResponses");
  const responses = t("datasetSettings.danger.responses", { count: submitted + discarded + draft });
  return t("datasetSettings.danger.ofPeople", { responses, count: people });
}
