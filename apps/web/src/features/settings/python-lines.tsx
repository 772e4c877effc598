import type { Dataset } from "@postil/domain/datasets/dataset";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { fieldsQuery, questionsQuery } from "../../lib/api/queries/dataset-parts.ts";
import { workspaceQuery } from "../../lib/api/queries/workspaces.ts";
import { serverAddress } from "../../lib/server-address.ts";
import { PythonLines } from "../../ui/settings/python-lines.tsx";
import { pythonLines } from "./python-code.ts";

const STEPS = ["load", "add", "read"] as const;

/** Lines that load this dataset, add records and read the answers, ready to copy (CON-09). */
export function FeedbackPythonLines({ dataset }: { dataset: Dataset }) {
  const { data: workspace } = useQuery(workspaceQuery(dataset.workspaceId));
  const { data: fields } = useQuery(fieldsQuery(dataset.id));
  const { data: questions } = useQuery(questionsQuery(dataset.id));
  if (workspace === undefined || fields === undefined || questions === undefined) return null;
  const lines = pythonLines({
    server: serverAddress(),
    workspace: workspace.name,
    dataset: dataset.name,
    fields,
    questions,
  });
  const steps = STEPS.map((step) => ({ title: t(`datasetSettings.info.${step}`), code: lines[step] }));
  return (
    <div className="mt-8">
      <PythonLines help={t("datasetSettings.info.pythonHelp")} steps={steps} />
    </div>
  );
}
