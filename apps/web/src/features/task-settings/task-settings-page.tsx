import { isPrivileged } from "@postil/domain/accounts/policies";
import { isLabeled, type KnownTaskDataset, type LabeledTask } from "@postil/domain/datasets/dataset";
import { NO_LABEL_DRAFT } from "@postil/domain/tasks/label-draft";
import type { GlobalLabel } from "@postil/domain/tasks/labels";
import { t } from "i18next";
import { type ReactNode, useEffect, useState } from "react";
import "../../lib/i18n/en/lists.ts";
import { textsOf } from "../../lib/kept-work/typed-work.ts";
import { useUser } from "../../lib/session/store.ts";
import { useTaskLabels } from "../../lib/task-labels/use-task-labels.ts";
import { useLatest } from "../../lib/use-latest.ts";
import { Column, TopAndColumn } from "../../ui/layouts/columns.tsx";
import { Main, PageFrame, usePageTitle } from "../../ui/layouts/frame.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { type DatasetSettingsProps, SettingsTop } from "../../ui/settings/dataset-parts.tsx";
import { TypedForms } from "../../ui/settings/typed-forms.tsx";
import { useLeaveGuard } from "../../ui/settings/unsaved.ts";
import { Waiting } from "../../ui/settings/waiting.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import type { SnapshotsTabProps } from "../../workbench/snapshots/snapshots-tab.tsx";
import { DangerTab, InfoTab } from "./info-and-danger.tsx";
import { useKeptLabels, useLabelDraft } from "./label-draft.ts";
import { LabelsTab } from "./labels-tab.tsx";

type TaskSettingsPageProps = DatasetSettingsProps & {
  dataset: KnownTaskDataset;
  /**
   * shows labels in this order on a record: the annotation page's own components, because features do not import each other
   */
  preview: (labels: readonly string[]) => ReactNode;
  /** true if the user lost access to the dataset meanwhile */
  shutOut?: boolean;
};

/** The settings of a task dataset (TSG-*, LAY-02): tabs for users who may change them, the facts for the others. */
export function TaskSettingsPage(props: TaskSettingsPageProps) {
  const { dataset, header, annotationLink } = props;
  const user = useUser();
  usePageTitle([dataset.name, t("datasetSettings.crumb")].join(", "));
  const top = <SettingsTop annotationLink={annotationLink} />;
  if (user === null || !isPrivileged(user))
    return (
      <TopAndColumn header={header} top={top}>
        <KeptLabels dataset={dataset} />
        <InfoTab {...props} label={null} />
      </TopAndColumn>
    );
  return (
    <PageFrame header={header}>
      <Main className="flex flex-col">
        <div className="px-6 max-md:px-4">{top}</div>
        {isLabeled(dataset) ? <LabeledSettings {...props} dataset={dataset} /> : <PlainSettings {...props} />}
      </Main>
    </PageFrame>
  );
}

/** The label changes that a user made before they lost the right to save them. */
function KeptLabels({ dataset }: Pick<TaskSettingsPageProps, "dataset">) {
  const [draft, change] = useKeptLabels(dataset, false);
  return <TypedForms texts={textsOf(draft)} onDelete={() => change(() => NO_LABEL_DRAFT)} />;
}

/** The settings of a dataset whose records have no labels (TSG-06). */
function PlainSettings(props: TaskSettingsPageProps) {
  const { shutOut = false } = props;
  const [refused, setRefused] = useState(false);
  return <SettingsTabs {...props} mayChange={!refused && !shutOut} onRefused={() => setRefused(true)} />;
}

type LabeledSettingsProps = TaskSettingsPageProps & { dataset: KnownTaskDataset & { readonly task: LabeledTask } };

function LabeledSettings(props: LabeledSettingsProps) {
  const { dataset, onTab, preview, shutOut = false } = props;
  const known = useTaskLabels(dataset);
  const edit = useLabelDraft(dataset, known.labels ?? []);
  const [refused, setRefused] = useState<string | null>(null);
  useLeaveGuard(edit.isEdited, { onStay: () => onTab("labels"), onGo: edit.reset });
  // A user who loses their rights while the page is open learns it from the first refused call, and can then only read
  // (LAB-16, TSG-03). Of several refusals only the first one finds labels that were not saved.
  const onRefused = () => {
    const lost = edit.fresh.join(", ");
    const text = [t("taskSettings.labels.refused"), lost !== "" && t("taskSettings.labels.notKept", { labels: lost })];
    setRefused((before) => (lost === "" && before !== null ? before : text.filter(Boolean).join(" ")));
    edit.reset();
  };
  const told = useLatest(() => onRefused());
  useEffect(() => {
    if (shutOut) told();
  }, [shutOut, told]);
  return (
    <SettingsTabs
      {...props}
      mayChange={refused === null}
      onRefused={onRefused}
      labels={known.labels}
      labelsTab={{
        isUnsaved: edit.isEdited,
        draw: () => (
          <LabelsTab
            dataset={dataset}
            known={known}
            edit={edit}
            refused={refused}
            onRefused={onRefused}
            preview={preview}
          />
        ),
      }}
    />
  );
}

const TABS = ["info", "labels", "snapshots", "danger"] as const;

const LazySnapshots = lazyPart<SnapshotsTabProps>(() => import("../../workbench/snapshots/snapshots-tab.tsx"));

type SettingsTabsProps = TaskSettingsPageProps & {
  mayChange: boolean;
  onRefused: () => void;
  /** undefined if they are unknown, or records have none */
  labels?: readonly GlobalLabel[] | undefined;
  labelsTab?: { readonly isUnsaved: boolean; readonly draw: () => ReactNode };
};

/** Tabs over one column that scrolls below them. A tab without contents is hidden. */
function SettingsTabs({ tab, onTab, mayChange, labels, labelsTab, ...props }: SettingsTabsProps) {
  const contents = {
    info: () => <InfoTab {...props} label={labels?.[0]?.text ?? null} />,
    labels: labelsTab?.draw,
    snapshots: mayChange
      ? () => (
          <LazySnapshots
            datasetId={props.dataset.id}
            name={props.dataset.name}
            workspace={props.dataset.workspaceName}
            says="task"
            kind={t(`names.task.${props.dataset.task}`)}
            whenMissing={() => onTab("info")}
            meanwhile={<Waiting />}
          />
        )
      : undefined,
    danger: mayChange ? () => <DangerTab {...props} labels={labels?.length ?? null} /> : undefined,
  };
  const shown = TABS.filter((id) => contents[id] !== undefined);
  const selected = shown.find((id) => id === tab) ?? "info";
  return (
    <Tabs
      label={t("datasetSettings.tabs")}
      tabs={shown.map((id) => ({
        id,
        label: t(`taskSettings.tab.${id}`),
        dot: id === "labels" && labelsTab?.isUnsaved ? t("saving.isNot") : undefined,
      }))}
      selected={selected}
      onSelect={onTab}
      className="flex min-h-0 flex-1 flex-col"
      listClassName="mx-6 max-md:mx-4 max-md:gap-x-4"
      panelClassName="flex min-h-0 flex-1 flex-col"
    >
      <Column>{contents[selected]?.()}</Column>
    </Tabs>
  );
}
