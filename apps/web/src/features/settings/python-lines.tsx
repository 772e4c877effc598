import type { Dataset } from "@postil/domain/datasets/dataset";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { fieldsQuery, questionsQuery } from "../../lib/api/queries/dataset-parts.ts";
import { workspaceQuery } from "../../lib/api/queries/workspaces.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { pythonLines } from "./python-code.ts";

const STEPS = ["load", "add", "read"] as const;

/** Lines that load this dataset, add records and read the answers, ready to copy (CON-09). */
export function PythonLines({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation();
  const { data: workspace } = useQuery(workspaceQuery(dataset.workspaceId));
  const { data: fields } = useQuery(fieldsQuery(dataset.id));
  const { data: questions } = useQuery(questionsQuery(dataset.id));
  if (workspace === undefined || fields === undefined || questions === undefined) return null;
  const lines = pythonLines({
    server: window.location.origin,
    workspace: workspace.name,
    dataset: dataset.name,
    fields,
    questions,
  });
  return (
    <section aria-label={t("datasetSettings.info.python")} className="mt-8 mb-6">
      <h2 className="font-strong text-lead">{t("datasetSettings.info.python")}</h2>
      <p className="mb-3 text-small text-soft">{t("datasetSettings.info.pythonHelp")}</p>
      {STEPS.map((step) => {
        const title = t(`datasetSettings.info.${step}`);
        return (
          <figure key={step} className="mb-4">
            <figcaption className="flex items-center justify-between text-soft">
              {title}
              <CopyButton text={lines[step]} what={t("datasetSettings.info.linesOf", { what: title })} />
            </figcaption>
            <pre
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
              tabIndex={0}
              className="overflow-x-auto rounded-control bg-sunken p-3 font-mono text-small [font-variant-ligatures:none]"
            >
              {lines[step]}
            </pre>
          </figure>
        );
      })}
    </section>
  );
}
