import { isPrivileged } from "@postil/domain/accounts/policies";
import type { Dataset } from "@postil/domain/datasets/dataset";
import type { ResponseCounts } from "@postil/domain/queue/progress";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { type ReactNode, useCallback, useState } from "react";
import { api } from "../../lib/api/api.ts";
import { datasetQuery, ownMetricsQuery, workspaceQuery } from "../../lib/api/queries/dataset.ts";
import {
  fieldsQuery,
  metadataPropertiesQuery,
  questionsQuery,
  vectorSettingsQuery,
} from "../../lib/api/queries/dataset-parts.ts";
import { responseCountsQuery } from "../../lib/api/queries/settings.ts";
import "../../lib/i18n/en/lists.ts";
import { textsOf } from "../../lib/kept-work/typed-work.ts";
import { useUser } from "../../lib/session/store.ts";
import { Main, PageFrame, usePageTitle } from "../../ui/layouts/frame.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { InlineError } from "../../ui/no-content.tsx";
import { Phrase, STRONG_NAME } from "../../ui/phrase.tsx";
import {
  type DatasetSettingsProps,
  DeleteDataset,
  SettingsTop,
  useDeletionEnd,
} from "../../ui/settings/dataset-parts.tsx";
import { TypedForms } from "../../ui/settings/typed-forms.tsx";
import { useLeaveGuard } from "../../ui/settings/unsaved.ts";
import { Waiting, WaitingTabs } from "../../ui/settings/waiting.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import type { SnapshotsTabProps } from "../../workbench/snapshots/snapshots-tab.tsx";
import { DraftFieldsTab, DraftQuestionsTab } from "./draft-tabs.tsx";
import { DraftsProvider, draftOf, useDrafts } from "./drafts.tsx";
import { FieldsTab, type Preview, QuestionsTab } from "./fields-and-questions.tsx";
import { InfoTab, ReadOnlyInfo } from "./info-tab.tsx";
import { MetadataTab, VectorsTab } from "./metadata-and-vectors.tsx";
import { FIELD, GUIDELINES, METADATA, NAME, type Part, QUESTION, type Stored, VECTOR } from "./parts.ts";
import { PublishBar } from "./publish-bar.tsx";

/**
 * The settings of a feedback dataset (FSE-*, design/settings.md): tabs for users who may change them, a few facts for the
 * others.
 */
export function SettingsPage(props: SettingsPageProps) {
  const { datasetId, header, annotationLink } = props;
  const user = useUser();
  const { data: dataset } = useQuery(datasetQuery(datasetId));
  const [refused, setRefused] = useState(false);
  const onRefused = useCallback(() => setRefused(true), []);
  usePageTitle([dataset?.name, t("datasetSettings.crumb")].filter(Boolean).join(", "));
  // ROL-10; a user who loses their rights while the page is open learns it from the first refusal (design/settings.md).
  const mayEdit = user !== null && isPrivileged(user) && !refused;
  return (
    <PageFrame header={header}>
      <Main className="@container flex flex-col">
        <div className="px-6 max-md:px-4">
          <SettingsTop annotationLink={dataset?.status === "draft" ? null : annotationLink} />
        </div>
        {dataset === undefined && mayEdit && <WaitingTabs tabs={TABS.length} />}
        {dataset === undefined && !mayEdit && (
          <div className={UNDER_LINE}>
            <Waiting />
          </div>
        )}
        {dataset !== undefined && (
          // A user who may no longer save still sees their typed text.
          <DraftsProvider datasetId={datasetId} mayEdit={mayEdit} onRefused={onRefused}>
            {mayEdit ? <SettingsTabs {...props} dataset={dataset} /> : <ReadOnly dataset={dataset} />}
          </DraftsProvider>
        )}
      </Main>
    </PageFrame>
  );
}

const UNDER_LINE = "mx-6 border-line border-t py-4 max-md:mx-4";

function ReadOnly({ dataset }: { dataset: Dataset }) {
  const { drafts, dropAll } = useDrafts();
  return (
    <div className={UNDER_LINE}>
      <TypedForms texts={textsOf(drafts)} onDelete={dropAll} />
      <ReadOnlyInfo dataset={dataset} />
    </div>
  );
}

type SettingsPageProps = DatasetSettingsProps & {
  datasetId: string;
  preview: Preview;
};

const TABS = ["info", "fields", "questions", "metadata", "vectors", "snapshots", "danger"] as const;
type TabId = (typeof TABS)[number];

/** All five parts are loaded at once (FSE-02); each tab shows its content, or that loading failed. */
function SettingsTabs({ dataset, ...props }: SettingsPageProps & { dataset: Dataset }) {
  const { datasetId, tab, onTab, onDeleted, onShowDeleted, preview, annotationAddress } = props;
  const drafts = useDrafts();
  const isDraft = dataset.status === "draft";
  const fields = useQuery(fieldsQuery(datasetId));
  const questions = useQuery(questionsQuery(datasetId));
  const properties = useQuery(metadataPropertiesQuery(datasetId));
  const vectors = useQuery(vectorSettingsQuery(datasetId));

  const listTab = <Entity extends Stored, Form>(
    id: ListTab,
    part: Part<Entity, Form>,
    { data, isPending, refetch }: UseQueryResult<readonly Entity[]>,
    content: (list: readonly Entity[]) => ReactNode,
  ): Content => ({
    isUnsaved: data?.some((entity) => draftOf(drafts, part, entity).edited) ?? false,
    draw: () => drawn(id, { data, isPending, refetch }, content),
  });
  /** New parts are not in the list. */
  const draftTab = <Entity,>(
    id: "fields" | "questions",
    kind: "draftField" | "draftQuestion",
    query: Loaded<Entity>,
    content: (list: readonly Entity[]) => ReactNode,
  ): Content => ({
    isUnsaved: Object.entries(drafts.drafts).some(([key, { isEdited }]) => key.startsWith(`${kind}/`) && isEdited),
    draw: () => drawn(id, query, content),
  });
  const contents: { readonly [Id in TabId]: Content } = {
    info: {
      isUnsaved: draftOf(drafts, GUIDELINES, dataset).edited || draftOf(drafts, NAME, dataset).edited,
      draw: () => <InfoTab dataset={dataset} link={annotationAddress} />,
    },
    ...(isDraft
      ? {
          fields: draftTab("fields", "draftField", fields, (list) => (
            <DraftFieldsTab datasetId={datasetId} fields={list} preview={preview} />
          )),
          questions: draftTab("questions", "draftQuestion", questions, (list) => (
            <DraftQuestionsTab datasetId={datasetId} fields={fields.data ?? []} questions={list} preview={preview} />
          )),
        }
      : {
          fields: listTab("fields", FIELD, fields, (list) => (
            <FieldsTab datasetId={datasetId} fields={list} preview={preview} />
          )),
          questions: listTab("questions", QUESTION, questions, (list) => (
            <QuestionsTab datasetId={datasetId} fields={fields.data ?? []} questions={list} preview={preview} />
          )),
        }),
    metadata: listTab("metadata", METADATA, properties, (list) => (
      <OneColumn>
        <MetadataTab dataset={dataset} properties={list} />
      </OneColumn>
    )),
    vectors: listTab("vectors", VECTOR, vectors, (list) => (
      <OneColumn>
        <VectorsTab datasetId={datasetId} vectors={list} />
      </OneColumn>
    )),
    snapshots: {
      isUnsaved: false,
      draw: () => (
        <OneColumn>
          <Snapshots dataset={dataset} onMissing={() => onTab("info")} />
        </OneColumn>
      ),
    },
    danger: {
      isUnsaved: false,
      draw: () => (
        <OneColumn>
          <DangerTab dataset={dataset} onDeleted={onDeleted} onShowDeleted={onShowDeleted} />
        </OneColumn>
      ),
    },
  };
  const selected = TABS.find((id) => id === tab) ?? "info";
  // The first in the order of the tabs (FSE-06).
  const changed = TABS.find((id) => contents[id].isUnsaved);
  useLeaveGuard(changed !== undefined, {
    onStay: () => changed !== undefined && onTab(changed),
    onGo: drafts.dropAll,
  });
  return (
    <>
      {isDraft && (
        <div className="px-6 max-md:px-4">
          <PublishBar
            dataset={dataset}
            fields={fields.data}
            questions={questions.data}
            unsaved={changed}
            onTab={onTab}
          />
        </div>
      )}
      <Tabs
        label={t("datasetSettings.tabs")}
        tabs={TABS.map((id) => ({
          id,
          label: t(`datasetSettings.tab.${id}`),
          dot: contents[id].isUnsaved ? t("saving.isNot") : undefined,
        }))}
        selected={selected}
        onSelect={onTab}
        className="flex flex-col @min-[960px]:min-h-0 @min-[960px]:flex-1"
        listClassName="mx-6 max-md:mx-4 max-md:gap-x-4"
        panelClassName="flex flex-col @min-[960px]:min-h-0 @min-[960px]:flex-1"
      >
        {contents[selected].draw()}
      </Tabs>
    </>
  );
}

type ListTab = "fields" | "questions" | "metadata" | "vectors";
type Loaded<Entity> = Pick<UseQueryResult<readonly Entity[]>, "data" | "isPending" | "refetch">;

/** A list once it is loaded; until then that it loads, or that it failed. */
function drawn<Entity>(
  id: ListTab,
  { data, isPending, refetch }: Loaded<Entity>,
  content: (list: readonly Entity[]) => ReactNode,
): ReactNode {
  if (data !== undefined) return content(data);
  const failed = <InlineError message={t(`datasetSettings.failed.${id}`)} onRetry={() => void refetch()} />;
  return <OneColumn>{isPending ? <Waiting /> : failed}</OneColumn>;
}

type Content = { readonly isUnsaved: boolean; readonly draw: () => ReactNode };

function OneColumn({ children }: { children: ReactNode }) {
  return <div className="min-h-0 flex-1 overflow-auto px-6 py-4 max-md:px-4">{children}</div>;
}

const LazySnapshots = lazyPart<SnapshotsTabProps>(() => import("../../workbench/snapshots/snapshots-tab.tsx"));

function Snapshots({ dataset, onMissing }: { dataset: Dataset; onMissing: () => void }) {
  const { data: workspace } = useQuery(workspaceQuery(dataset.workspaceId));
  return (
    <LazySnapshots
      datasetId={dataset.id}
      name={dataset.name}
      workspace={workspace?.name ?? ""}
      says="feedback"
      kind={t("names.task.FeedbackTask")}
      whenMissing={onMissing}
      meanwhile={<Waiting />}
    />
  );
}

type Outcomes = { onDeleted: () => void; onShowDeleted: (() => void) | undefined };

/** Deletes the dataset (FSE-27, FSE-29). */
function DangerTab({ dataset, ...outcomes }: Outcomes & { dataset: Dataset }) {
  const { onRefused } = useDrafts();
  const { id, name } = dataset;
  // Quiet: this page shows its own toasts (TOA-12, TOA-13).
  const onDelete = () => api.call("deleteDataset", { params: { dataset_id: id } }, { quiet: true, success: 200 });
  return (
    <DeleteDataset name={name} workKey={id} onDelete={onDelete} onRefused={onRefused} {...outcomes}>
      <Explanation dataset={dataset} />
    </DeleteDataset>
  );
}

/** What is deleted with the dataset, with the number of all users' answers; unknown numbers are left out. */
function Explanation({ dataset }: { dataset: Dataset }) {
  const { data: workspace } = useQuery(workspaceQuery(dataset.workspaceId));
  const mine = useQuery(ownMetricsQuery(dataset.id));
  const team = useQuery(responseCountsQuery(dataset.id));
  const end = useDeletionEnd();
  if (workspace === undefined || mine.isPending || team.isPending || end === null) return null;
  const values = {
    end,
    name: dataset.name,
    workspace: workspace.name,
    records: mine.data ? t("words.records", { count: mine.data.records }) : t("forms.allRecords"),
    responses: team.data ? responsesText(team.data) : t("datasetSettings.danger.allResponses"),
  };
  return (
    <p>
      <Phrase of="datasetSettings.danger.text" values={values} parts={STRONG_NAME} />
    </p>
  );
}

function responsesText({ people, submitted, discarded, draft }: ResponseCounts): string {
  if (people === 0) return t("datasetSettings.danger.noResponses");
  const responses = t("datasetSettings.danger.responses", { count: submitted + discarded + draft });
  return t("datasetSettings.danger.ofPeople", { responses, count: people });
}
