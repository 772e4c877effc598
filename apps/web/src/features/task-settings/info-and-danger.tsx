import { isPrivileged } from "@postil/domain/accounts/policies";
import {
  addRecordsPath,
  isLabeled,
  type KnownTaskDataset,
  type Task,
  type TaskDataset,
} from "@postil/domain/datasets/dataset";
import { taskDatasetKey } from "@postil/domain/tasks/record-key";
import { pythonRepr } from "@postil/domain/text/python-text";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { t } from "i18next";
import { FileUp } from "lucide-react";
import { cloneElement } from "react";
import "../../lib/i18n/en/imports-here.ts";
import "../../lib/i18n/en/lists.ts";
import "../../lib/api/manager-routes.ts";
import { api } from "../../lib/api/api.ts";
import { failureOf } from "../../lib/api/failure.ts";
import { annotatedByQuery, statusCountsQuery, sumOf } from "../../lib/api/queries/task-dataset.ts";
import { serverAddress } from "../../lib/base-path.ts";
import { LOCALE } from "../../lib/i18n/locale.ts";
import { absoluteTime, toMilliseconds } from "../../lib/i18n/times.ts";
import { useUser } from "../../lib/session/store.ts";
import { LabelSignal } from "../../lib/task-labels/add-labels.ts";
import { buttonClass } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { cx, textLinkClass } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { Phrase, STRONG_NAME } from "../../ui/phrase.tsx";
import {
  type AnnotationLink,
  DeleteDataset,
  Fact,
  FactList,
  PythonLines,
  useDeletionEnd,
} from "../../ui/settings/dataset-parts.tsx";
import { RelativeTime } from "../../ui/time.tsx";

type InfoTabProps = {
  dataset: KnownTaskDataset;
  /** the address of the annotation page, to send to others */
  annotationAddress: string;
  annotationLink: AnnotationLink;
  /** one of the dataset's labels, for the Python lines */
  label: string | null;
};

/** Facts about the dataset, and how to use it from Python; read-only (TSG-06, CON-09). */
export function InfoTab({ label, ...of }: InfoTabProps) {
  const { dataset } = of;
  const { name, task, workspaceName: workspace } = dataset;
  const code = pythonCode({ server: serverAddress(), workspace, dataset: name, task, label });
  const steps = (["load", "add", "read"] as const).map((step) => ({
    title: t(`taskSettings.info.${step}`),
    code: code[step],
  }));
  return (
    <div className="grid grid-cols-1 items-start gap-x-12 gap-y-8 @min-[960px]:grid-cols-2">
      <div>
        <Facts {...of} />
        <AddRecords dataset={dataset} />
      </div>
      <PythonLines help={t("taskSettings.info.pythonHelp")} steps={steps} />
    </div>
  );
}

function Facts({ dataset, annotationAddress, annotationLink }: Omit<InfoTabProps, "label">) {
  const { name, task, workspaceName, createdBy, metadata } = dataset;
  const { description } = metadata;
  const time = absoluteTime(toMilliseconds(dataset.createdAt));
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
        <RelativeTime at={dataset.lastUpdatedAt} />
      </Fact>
      <Fact name={t("datasetSettings.info.link")}>
        <span translate="no">
          {cloneElement(annotationLink, { className: textLinkClass, children: new URL(annotationAddress).pathname })}
        </span>
        <CopyButton text={annotationAddress} what={t("datasetSettings.info.linkWhat")} />
      </Fact>
      {typeof description === "string" && description.trim() !== "" && (
        <Fact name={t("taskSettings.info.description")}>
          <span className="max-w-[480px] whitespace-pre-line py-0.5">{description}</span>
        </Fact>
      )}
    </FactList>
  );
}

/** The way to more records, for those who may add them. */
function AddRecords({ dataset }: Pick<InfoTabProps, "dataset">) {
  const user = useUser();
  if (user === null || !isPrivileged(user)) return null;
  return (
    <Link to={addRecordsPath(dataset)} className={cx(buttonClass("secondary", "regular"), "mt-4 w-fit")}>
      <Icon of={FileUp} />
      {t("importsHere.add")}
    </Link>
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

type PythonTarget = {
  /** The address of the server, without a slash at the end. */
  readonly server: string;
  readonly workspace: string;
  readonly dataset: string;
  readonly task: Task;
  /** One of its labels, for an example; null if it has none. */
  readonly label: string | null;
};

/**
 * Lines for the Argilla 1.x client: load the dataset, add a record, read the annotations (CON-09). Users fill in their own
 * key.
 */
export function pythonCode({ server, workspace, dataset, task, label }: PythonTarget) {
  const name = pythonRepr(dataset);
  const example = pythonRepr(label ?? "...");
  return {
    load: `import argilla as rg

rg.init(api_url=${pythonRepr(server)}, api_key="YOUR_API_KEY",
        workspace=${pythonRepr(workspace)})
dataset = rg.load(${name})`,
    add: `rg.log(rg.${RECORDS[task](example)}, name=${name})`,
    read: `for record in rg.load(${name}, query="status:Validated"):
    print(record.${task === "TextClassification" ? "inputs" : "text"}, record.annotation)`,
  };
}

const RECORDS: { readonly [Of in Task]: (label: string) => string } = {
  TextClassification: (label) => `TextClassificationRecord(
    text="...", prediction=[(${label}, 0.9)],
)`,
  TokenClassification: (label) => `TokenClassificationRecord(
    text="One text", tokens=["One", "text"], prediction=[(${label}, 4, 8)],
)`,
  Text2Text: () => `Text2TextRecord(
    text="...", prediction=["..."],
)`,
};

type DangerTabProps = {
  dataset: KnownTaskDataset;
  /** the number of labels that are deleted with it, null if unknown */
  labels: number | null;
  onDeleted: () => void;
  onRefused: () => void;
  onShowDeleted?: (() => void) | undefined;
};

/** Deletes the dataset after its name has been typed (TSG-04). */
export function DangerTab({ dataset, labels, ...outcomes }: DangerTabProps) {
  return (
    <DeleteDataset
      name={dataset.name}
      workKey={taskDatasetKey(dataset.workspaceName, dataset.name)}
      onDelete={() => deleteTaskDataset(dataset)}
      {...outcomes}
    >
      <Explanation dataset={dataset} labels={labels} />
    </DeleteDataset>
  );
}

const list = new Intl.ListFormat(LOCALE, { type: "conjunction" });

/** What is deleted with the dataset, in numbers; unknown numbers are left out. */
function Explanation({ dataset, labels }: Pick<DangerTabProps, "dataset" | "labels">) {
  const statuses = useQuery(statusCountsQuery(dataset));
  const people = useQuery(annotatedByQuery(dataset));
  const end = useDeletionEnd();
  if (statuses.isPending || people.isPending || end === null) return null;
  const parts = [
    recordsText(statuses.data, people.data),
    t("taskSettings.danger.predictions"),
    dataset.task === "TextClassification" && t("taskSettings.danger.rules"),
    isLabeled(dataset) && labels !== null && t("forms.labelCount", { count: labels }),
    t("taskSettings.danger.vectors"),
  ].filter((part) => part !== false);
  return (
    <p className="[overflow-wrap:anywhere]">
      <Phrase
        of="taskSettings.danger.text"
        values={{ name: dataset.name, workspace: dataset.workspaceName, parts: list.format(parts), end }}
        parts={STRONG_NAME}
      />
    </p>
  );
}

type Counts = ReadonlyMap<string, number> | undefined;

function recordsText(statuses: Counts, people: Counts): string {
  const records = statuses ? t("words.records", { count: sumOf(statuses) }) : t("forms.allRecords");
  if (people === undefined || people.size === 0) return records;
  const annotations = t("taskSettings.danger.annotations", { count: sumOf(people) });
  const ofPeople = t("taskSettings.danger.people", { annotations, count: people.size });
  return t("taskSettings.danger.annotated", { records, annotations: ofPeople });
}

/** Quiet: the caller shows the outcome. A 403 rejects with its signal (TSG-02, TSG-03). */
export async function deleteTaskDataset({ name, workspaceName: workspace }: TaskDataset): Promise<void> {
  try {
    const options = { quiet: true, success: 200, dataset: taskDatasetKey(workspace, name) } as const;
    await api.call("deleteTaskDatasetV0", { params: { name }, query: { workspace } }, options);
  } catch (error) {
    const failure = failureOf(error);
    throw failure?.status === 403 ? new LabelSignal("NOT_ALLOWED_TO_UPDATE_LABELS", failure) : error;
  }
}
