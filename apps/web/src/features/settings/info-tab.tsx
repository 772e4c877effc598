import type { Dataset } from "@postil/domain/datasets/dataset";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { Link2 } from "lucide-react";
import "../../lib/i18n/en/names.ts";
import { workspaceQuery } from "../../lib/api/queries/workspaces.ts";
import { absoluteTime, toMilliseconds } from "../../lib/i18n/times.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { TwoColumns } from "../../ui/layouts/top-and-two-columns.tsx";
import { Markdown } from "../../ui/markdown/markdown.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Fact, FactList } from "../../ui/settings/facts.tsx";
import { draftOf, useDrafts } from "./drafts.tsx";
import { GuidelinesEditor } from "./guidelines-editor.tsx";
import { GUIDELINES } from "./parts.ts";
import { PictureHostList } from "./picture-hosts.tsx";
import { FeedbackPythonLines } from "./python-lines.tsx";

/** Facts about the dataset, its guidelines, and how to use it from Python (CON-09). */
export function InfoTab({ dataset, link }: { dataset: Dataset; link: string }) {
  const { text } = draftOf(useDrafts(), GUIDELINES, dataset).form;
  return (
    <TwoColumns
      left={
        <>
          <Facts dataset={dataset} link={link} />
          <GuidelinesEditor dataset={dataset} />
          <PictureHostList dataset={dataset} />
          <FeedbackPythonLines dataset={dataset} />
        </>
      }
      rightName={t("datasetSettings.info.preview")}
      right={
        <>
          <h2 className="mb-4 font-body text-small text-soft">{t("datasetSettings.info.preview")}</h2>
          {text.trim() === "" ? (
            <p className="text-soft">{t("datasetSettings.info.nothing")}</p>
          ) : (
            <Markdown text={text} className="max-w-(--record-measure) text-[16px]/[26px]" />
          )}
        </>
      }
    />
  );
}

function Facts({ dataset, link }: { dataset: Dataset; link: string }) {
  const { data: workspace } = useQuery(workspaceQuery(dataset.workspaceId));
  const { name, id } = dataset;
  return (
    <FactList>
      <Fact name={t("datasetSettings.info.name")}>
        <b translate="no" className="font-strong">
          {name}
        </b>
        <CopyButton text={name} what={t("header.datasetName")} />
        <CopyButton text={link} what={t("datasetSettings.info.linkWhat")} icon={Link2} />
      </Fact>
      <Fact name={t("datasetSettings.info.task")}>{t("names.task.FeedbackTask")}</Fact>
      <Fact name={t("datasetSettings.info.workspace")}>
        <span translate="no">{workspace?.name}</span>
      </Fact>
      <Fact name={t("datasetSettings.info.id")}>
        <span translate="no" className="font-mono text-small [overflow-wrap:anywhere]">
          {id}
        </span>
        <CopyButton text={id} what={t("datasetSettings.info.id")} />
      </Fact>
      <Fact name={t("datasetSettings.info.status")}>{t(`names.dataset.${dataset.status}`)}</Fact>
      <Fact name={t("datasetSettings.info.created")}>{absoluteTime(toMilliseconds(dataset.insertedAt))}</Fact>
      <Fact name={t("datasetSettings.info.updated")}>
        <RelativeTime at={dataset.updatedAt} />
      </Fact>
      <Fact name={t("datasetSettings.info.lastActivity")}>
        <RelativeTime at={dataset.lastActivityAt} />
      </Fact>
    </FactList>
  );
}

/** The settings for annotators: name, workspace and guidelines, read-only (FSE-08). */
export function ReadOnlyInfo({ dataset }: { dataset: Dataset }) {
  const { data: workspace } = useQuery(workspaceQuery(dataset.workspaceId));
  return (
    <>
      <FactList>
        <Fact name={t("datasetSettings.info.name")}>
          <b translate="no" className="font-strong">
            {dataset.name}
          </b>
        </Fact>
        <Fact name={t("datasetSettings.info.workspace")}>
          <span translate="no">{workspace?.name}</span>
        </Fact>
      </FactList>
      <h2 className="mt-6 mb-2 font-strong text-lead">{t("datasetSettings.info.guidelines")}</h2>
      {dataset.guidelines === null ? (
        <p className="text-soft">{t("datasetSettings.info.noGuidelines")}</p>
      ) : (
        <Markdown text={dataset.guidelines} className="max-w-(--record-measure) text-[16px]/[26px]" />
      )}
    </>
  );
}
