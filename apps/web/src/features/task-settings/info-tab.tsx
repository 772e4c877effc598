import type { KnownTaskDataset } from "@postil/domain/datasets/dataset";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { cloneElement } from "react";
import { serverAddress } from "../../lib/server-address.ts";
import "../../lib/i18n/en/names.ts";
import { statusCountsQuery, sumOf } from "../../lib/api/queries/task-metrics.ts";
import { absoluteTime, toMilliseconds } from "../../lib/i18n/times.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Fact, FactList } from "../../ui/settings/facts.tsx";
import { PythonLines } from "../../ui/settings/python-lines.tsx";
import type { AnnotationLink } from "../../ui/settings/settings-top.tsx";
import { textLinkClass } from "../../ui/text-link.ts";
import { pythonCode } from "./python-code.ts";

type InfoTabProps = {
  dataset: KnownTaskDataset;
  /** the address of the annotation page, to send to others */
  address: string;
  annotationLink: AnnotationLink;
  /** one of the dataset's labels, for the Python lines */
  label: string | null;
};

/** Facts about the dataset, and how to use it from Python; read-only (TSG-06, CON-09). */
export function InfoTab({ dataset, address, annotationLink, label }: InfoTabProps) {
  const { name, task, workspaceName: workspace } = dataset;
  const code = pythonCode({ server: serverAddress(), workspace, dataset: name, task, label });
  const steps = (["load", "add", "read"] as const).map((step) => ({
    title: t(`taskSettings.info.${step}`),
    code: code[step],
  }));
  return (
    <div className="grid grid-cols-1 items-start gap-x-12 gap-y-8 @min-[960px]:grid-cols-2">
      <Facts dataset={dataset} address={address} annotationLink={annotationLink} />
      <PythonLines help={t("taskSettings.info.pythonHelp")} steps={steps} />
    </div>
  );
}

function Facts({ dataset, address, annotationLink }: Omit<InfoTabProps, "label">) {
  const { name, task, workspaceName, createdAt, createdBy, lastUpdatedAt, metadata } = dataset;
  const time = absoluteTime(toMilliseconds(createdAt));
  const { description } = metadata;
  return (
    <FactList>
      <Fact name={t("datasetSettings.info.name")}>
        <b translate="no" className="font-strong">
          {name}
        </b>
        <CopyButton text={name} what={t("header.datasetName")} />
      </Fact>
      <Fact name={t("datasetSettings.info.task")}>{t(`names.task.${task}`)}</Fact>
      <Fact name={t("datasetSettings.info.workspace")}>
        <span translate="no">{workspaceName}</span>
      </Fact>
      <Records dataset={dataset} />
      <Tags tags={dataset.tags} />
      <Fact name={t("datasetSettings.info.created")}>
        {createdBy === null ? time : t("taskSettings.info.createdBy", { time, name: createdBy })}
      </Fact>
      <Fact name={t("datasetSettings.info.lastActivity")}>
        <RelativeTime at={lastUpdatedAt} />
      </Fact>
      <Fact name={t("datasetSettings.info.link")}>
        <span translate="no">
          {cloneElement(annotationLink, { className: textLinkClass, children: new URL(address).pathname })}
        </span>
        <CopyButton text={address} what={t("datasetSettings.info.linkWhat")} />
      </Fact>
      {typeof description === "string" && description.trim() !== "" && (
        <Fact name={t("taskSettings.info.description")}>
          <span className="max-w-[480px] whitespace-pre-line py-0.5">{description}</span>
        </Fact>
      )}
    </FactList>
  );
}

/** Hidden while they are counted, and if counting fails. */
function Records({ dataset }: Pick<InfoTabProps, "dataset">) {
  const { data: statuses } = useQuery(statusCountsQuery(dataset));
  if (statuses === undefined) return null;
  const counts = { total: sumOf(statuses), validated: statuses.get("Validated") ?? 0 };
  return <Fact name={t("taskSettings.info.records")}>{t("taskSettings.info.recordsOf", counts)}</Fact>;
}

function Tags({ tags }: { tags: KnownTaskDataset["tags"] }) {
  const all = Object.entries(tags);
  if (all.length === 0) return null;
  return (
    <Fact name={t("taskSettings.info.tags")}>
      <span className="flex flex-wrap gap-1">
        {all.map(([key, value]) => (
          <span key={key} translate="no" className="rounded-key border border-line px-2 text-small text-soft">
            {value === "" ? key : `${key}: ${value}`}
          </span>
        ))}
      </span>
    </Fact>
  );
}
