import type { Dataset } from "@postil/domain/datasets/dataset";
import type { Field } from "@postil/domain/datasets/field";
import type { MetadataProperty } from "@postil/domain/datasets/metadata-property";
import type { Question } from "@postil/domain/datasets/question";
import type { VectorSettings } from "@postil/domain/datasets/vector-settings";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import type { ReactNode } from "react";
import {
  fieldsQuery,
  metadataPropertiesQuery,
  questionsQuery,
  vectorSettingsQuery,
} from "../../lib/api/queries/dataset-parts.ts";
import { InlineError } from "../../ui/inline-error.tsx";
import { useLeaveGuard } from "../../ui/settings/leave-guard.ts";
import { Waiting } from "../../ui/settings/waiting.tsx";
import { type TabItem, Tabs } from "../../ui/tabs.tsx";
import { DangerTab } from "./danger-tab.tsx";
import { draftOf, useDrafts } from "./drafts.tsx";
import { FieldsTab } from "./fields-tab.tsx";
import { InfoTab } from "./info-tab.tsx";
import { MetadataTab } from "./metadata-tab.tsx";
import { FIELD, GUIDELINES, METADATA, QUESTION, VECTOR } from "./parts.ts";
import { QuestionsTab } from "./questions-tab.tsx";
import type { SettingsPageProps } from "./settings-page-props.ts";
import { VectorsTab } from "./vectors-tab.tsx";

const TABS = ["info", "fields", "questions", "metadata", "vectors", "danger"] as const;
type TabId = (typeof TABS)[number];

type SettingsTabsProps = SettingsPageProps & { dataset: Dataset };

/** All five parts are loaded at once (FSE-02); each tab shows its content, or that loading failed. */
export function SettingsTabs(props: SettingsTabsProps) {
  const { dataset, tab, onTab, onDeleted, preview, annotationAddress } = props;
  const fields = useQuery(fieldsQuery(dataset.id));
  const questions = useQuery(questionsQuery(dataset.id));
  const properties = useQuery(metadataPropertiesQuery(dataset.id));
  const vectors = useQuery(vectorSettingsQuery(dataset.id));
  const unsaved = useUnsavedTabs(dataset, fields.data, questions.data, properties.data, vectors.data);

  // A dataset without vectors has no vectors tab; the metadata tab always exists, because it has the extra-metadata switch.
  const shown = TABS.filter((id) => id !== "vectors" || vectors.isError || vectors.data?.length !== 0);
  const selected = shown.find((id) => id === tab) ?? "info";
  const [changed] = [...unsaved];
  const { dropAll } = useDrafts();
  useLeaveGuard(unsaved.size > 0, { onStay: () => changed !== undefined && onTab(changed), onGo: dropAll });

  const tabs = shown.map((id): TabItem<TabId> => {
    return { id, label: t(`datasetSettings.tab.${id}`), dot: unsaved.has(id) ? t("common.unsaved") : undefined };
  });
  const contents: { readonly [Id in TabId]: () => ReactNode } = {
    info: () => <InfoTab dataset={dataset} link={annotationAddress} />,
    fields: () => (
      <Loaded query={fields} part="fields" column>
        {(list) => <FieldsTab datasetId={dataset.id} fields={list} preview={preview} />}
      </Loaded>
    ),
    questions: () => (
      <Loaded query={questions} part="questions" column>
        {(list) => (
          <QuestionsTab datasetId={dataset.id} fields={fields.data ?? []} questions={list} preview={preview} />
        )}
      </Loaded>
    ),
    metadata: () => (
      <Loaded query={properties} part="metadata">
        {(list) => <MetadataTab dataset={dataset} properties={list} />}
      </Loaded>
    ),
    vectors: () => (
      <Loaded query={vectors} part="vectors">
        {(list) => <VectorsTab vectors={list} />}
      </Loaded>
    ),
    danger: () => (
      <OneColumn>
        <DangerTab dataset={dataset} onDeleted={onDeleted} />
      </OneColumn>
    ),
  };
  return (
    <Tabs
      label={t("datasetSettings.tabs")}
      tabs={tabs}
      selected={selected}
      onSelect={onTab}
      className="flex flex-col @min-[960px]:min-h-0 @min-[960px]:flex-1"
      listClassName="mx-6 max-md:mx-4 max-md:gap-x-4"
      panelClassName="flex flex-col @min-[960px]:min-h-0 @min-[960px]:flex-1"
    >
      {contents[selected]()}
    </Tabs>
  );
}

function OneColumn({ children }: { children: ReactNode }) {
  return <div className="min-h-0 flex-1 overflow-auto px-6 py-4 max-md:px-4">{children}</div>;
}

type LoadedProps<List> = {
  query: UseQueryResult<List>;
  part: "fields" | "questions" | "metadata" | "vectors";
  /** true if the content needs the full width, because it has its own columns */
  column?: boolean;
  children: (list: List) => ReactNode;
};

function Loaded<List>({ query, part, column = false, children }: LoadedProps<List>) {
  if (query.data !== undefined) {
    const content = children(query.data);
    return column ? content : <OneColumn>{content}</OneColumn>;
  }
  return (
    <OneColumn>
      {query.isPending ? (
        <Waiting />
      ) : (
        <InlineError message={t(`datasetSettings.failed.${part}`)} onRetry={() => void query.refetch()} />
      )}
    </OneColumn>
  );
}

/** The tabs with unsaved changes, in their order (FSE-06). */
function useUnsavedTabs(
  dataset: Dataset,
  fields: readonly Field[] = [],
  questions: readonly Question[] = [],
  properties: readonly MetadataProperty[] = [],
  vectors: readonly VectorSettings[] = [],
): ReadonlySet<TabId> {
  const drafts = useDrafts();
  const unsaved: { readonly [Id in TabId]: boolean } = {
    info: draftOf(drafts, GUIDELINES, dataset).edited,
    fields: fields.some((field) => draftOf(drafts, FIELD, field).edited),
    questions: questions.some((question) => draftOf(drafts, QUESTION, question).edited),
    metadata: properties.some((property) => draftOf(drafts, METADATA, property).edited),
    vectors: vectors.some((vector) => draftOf(drafts, VECTOR, vector).edited),
    danger: false,
  };
  return new Set(TABS.filter((id) => unsaved[id]));
}
