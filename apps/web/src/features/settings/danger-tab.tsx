import type { Dataset } from "@postil/domain/entities";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { api } from "../../lib/api/api.ts";
import { failureOf } from "../../lib/api/failure.ts";
import { ownMetricsQuery } from "../../lib/api/queries/progress.ts";
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

function Explanation({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation();
  const { data: workspace } = useQuery(workspaceQuery(dataset.workspaceId));
  const { data: metrics } = useQuery(ownMetricsQuery(dataset.id));
  if (workspace === undefined || metrics === undefined) return null;
  const values = {
    name: dataset.name,
    workspace: workspace.name,
    records: t("datasetSettings.danger.records", { count: metrics.records }),
    responses: t("datasetSettings.danger.responses", { count: metrics.responses }),
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
