import { addRecordsPath, type Dataset, FEEDBACK_TASK } from "@postil/domain/datasets/dataset";
import { DATASET_NAME, datasetNameFault } from "@postil/domain/datasets/names";
import { pythonRepr } from "@postil/domain/text/python-text";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { t } from "i18next";
import { FileUp, Link2 } from "lucide-react";
import "../../lib/i18n/en/drafts.ts";
import "../../lib/i18n/en/imports-here.ts";
import "../../lib/i18n/en/lists.ts";
import { ownMetricsQuery, workspaceQuery } from "../../lib/api/queries/dataset.ts";
import { fieldsQuery, questionsQuery } from "../../lib/api/queries/dataset-parts.ts";
import { datasetMetadataQuery } from "../../lib/api/queries/settings.ts";
import { serverAddress } from "../../lib/base-path.ts";
import { absoluteTime, toMilliseconds } from "../../lib/i18n/times.ts";
import { buttonClass } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { cx } from "../../ui/cx.ts";
import { TextInput } from "../../ui/form-controls.tsx";
import { Icon } from "../../ui/icon.tsx";
import { TwoColumns } from "../../ui/layouts/columns.tsx";
import { Markdown } from "../../ui/markdown/markdown.tsx";
import { Fact, FactList, PythonLines } from "../../ui/settings/dataset-parts.tsx";
import { RelativeTime } from "../../ui/time.tsx";
import { CopyIntoDraft } from "./copy-settings.tsx";
import { draftOf, useDrafts, useItem } from "./drafts.tsx";
import { GuidelinesEditor, PictureHostList } from "./guidelines.tsx";
import { ItemForm } from "./item-form.tsx";
import { GUIDELINES, NAME } from "./parts.ts";

/** Facts about the dataset, its guidelines, and how to use it from Python (CON-09). */
export function InfoTab({ dataset, link }: { dataset: Dataset; link: string }) {
  const { text } = draftOf(useDrafts(), GUIDELINES, dataset).form;
  return (
    <TwoColumns
      left={
        <>
          <Facts dataset={dataset} link={link} />
          <NextStep dataset={dataset} />
          {dataset.status === "draft" && <CopyIntoDraft dataset={dataset} />}
          <NameEditor dataset={dataset} />
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

/** The way to more records, and to the first ones after publishing (DSB-10). A draft takes none. */
function NextStep({ dataset }: { dataset: Dataset }) {
  const { data: metrics } = useQuery(ownMetricsQuery(dataset.id));
  if (dataset.status === "draft") return null;
  const isEmpty = metrics?.records === 0;
  const link = (
    <Link
      to={addRecordsPath({ ...dataset, workspaceName: "", task: FEEDBACK_TASK })}
      className={cx(buttonClass(isEmpty ? "primary" : "secondary", "regular"), isEmpty ? "mb-4" : "mt-4 mb-2", "w-fit")}
    >
      <Icon of={FileUp} />
      {t("importsHere.add")}
    </Link>
  );
  if (!isEmpty) return link;
  return (
    <section aria-labelledby="next-step" className="mt-4">
      <h2 id="next-step" className="font-strong text-lead">
        {t("drafts.next.title")}
      </h2>
      <p className="mb-2 text-soft">{t("drafts.next.text")}</p>
      {link}
    </section>
  );
}

function NameEditor({ dataset }: { dataset: Dataset }) {
  const item = useItem(NAME, dataset);
  const fault = datasetNameFault(item.form.name, new Set());
  const name = t("datasetSettings.info.name");
  return (
    <ItemForm name={name} saving={item.saving} className="mt-6">
      <TextInput
        label={name}
        value={item.form.name}
        onChange={(next) => item.edit({ name: next })}
        error={fault === null ? undefined : t(`drafts.create.fault.${fault}`, { max: DATASET_NAME.max })}
        hint={t("drafts.rename")}
        autoComplete="off"
        spellCheck={false}
      />
    </ItemForm>
  );
}

function Facts({ dataset, link }: { dataset: Dataset; link: string }) {
  const { data: workspace } = useQuery(workspaceQuery(dataset.workspaceId));
  const { name, id } = dataset;
  const { data: metadata } = useQuery(datasetMetadataQuery(id));
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
      {metadata != null && (
        <Fact name={t("datasetSettings.info.metadata")}>
          <pre
            translate="no"
            className="max-h-48 min-w-0 flex-1 overflow-auto whitespace-pre-wrap font-mono text-small [overflow-wrap:anywhere]"
          >
            {JSON.stringify(metadata, null, 2)}
          </pre>
        </Fact>
      )}
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

/** Lines that load this dataset, add records and read the answers, ready to copy (CON-09). */
function FeedbackPythonLines({ dataset }: { dataset: Dataset }) {
  const { data: workspace } = useQuery(workspaceQuery(dataset.workspaceId));
  const { data: fields } = useQuery(fieldsQuery(dataset.id));
  const { data: questions } = useQuery(questionsQuery(dataset.id));
  if (workspace === undefined || fields === undefined || questions === undefined) return null;
  const place = { server: serverAddress(), workspace: workspace.name, dataset: dataset.name };
  const code = pythonLines({ ...place, fields, questions });
  const steps = (["load", "add", "read"] as const).map((step) => ({
    title: t(`datasetSettings.info.${step}`),
    code: code[step],
  }));
  return (
    <div className="mt-8">
      <PythonLines help={t("datasetSettings.info.pythonHelp")} steps={steps} />
    </div>
  );
}

/** The dataset of the code lines; `fields` and `questions` by name, in the dataset's order. */
type PythonTarget = {
  /** The address of the server, without a slash at the end. */
  readonly server: string;
  readonly workspace: string;
  readonly dataset: string;
  readonly fields: readonly { readonly name: string }[];
  readonly questions: readonly { readonly name: string }[];
};

/**
 * Lines for the Argilla 1.x client: load the dataset, add a record, read the answers (CON-09). Users fill in their own key.
 */
export function pythonLines({ server, workspace, dataset, fields, questions }: PythonTarget) {
  const texts = fields.map(({ name }) => `        ${pythonRepr(name)}: "...",`).join("\n");
  const answers = questions.map(({ name }) => pythonRepr(name)).join(", ");
  return {
    load: `import argilla as rg

rg.init(api_url=${pythonRepr(server)}, api_key="YOUR_API_KEY")
dataset = rg.FeedbackDataset.from_argilla(
    name=${pythonRepr(dataset)}, workspace=${pythonRepr(workspace)}
)`,
    add: `dataset.add_records([
    rg.FeedbackRecord(fields={
${texts}
    }),
])`,
    read: `for record in dataset.records:
    for response in record.responses:
        if response.status.value == "submitted":
            for name in [${answers}]:
                answer = response.values.get(name)
                if answer is not None:
                    print(record.fields, name, answer.value)`,
  };
}
