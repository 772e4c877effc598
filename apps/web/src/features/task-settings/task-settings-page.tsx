import { isPrivileged } from "@postil/domain/accounts/policies";
import { isLabeled } from "@postil/domain/datasets/dataset-links";
import { NO_LABEL_DRAFT } from "@postil/domain/tasks/label-draft";
import { t } from "i18next";
import { useState } from "react";
import { textsOf } from "../../lib/kept-work/kept-forms.ts";
import { useUser } from "../../lib/session/use-session.ts";
import { Main, PageFrame } from "../../ui/layouts/frame.tsx";
import { TopAndColumn } from "../../ui/layouts/top-and-column.tsx";
import { SettingsTop } from "../../ui/settings/settings-top.tsx";
import { TypedForms } from "../../ui/settings/typed-forms.tsx";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { DangerTab } from "./danger-tab.tsx";
import { InfoTab } from "./info-tab.tsx";
import { useKeptLabels } from "./label-draft.ts";
import { LabeledSettings } from "./labeled-settings.tsx";
import type { TaskSettingsPageProps } from "./task-settings-page-props.ts";
import { TaskSettingsTabs } from "./task-settings-tabs.tsx";

/** The settings of a task dataset (TSG-*, LAY-02): tabs for users who may change them, the facts for the others. */
export function TaskSettingsPage(props: TaskSettingsPageProps) {
  const { dataset, header, annotationLink, annotationAddress } = props;
  const user = useUser();
  usePageTitle([dataset.name, t("datasetSettings.crumb")].join(", "));
  const top = <SettingsTop annotationLink={annotationLink} />;
  if (user === null || !isPrivileged(user))
    return (
      <TopAndColumn header={header} top={top}>
        <KeptLabels dataset={dataset} />
        <InfoTab dataset={dataset} address={annotationAddress} annotationLink={annotationLink} label={null} />
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
function PlainSettings({ dataset, annotationAddress, annotationLink, tab, onTab, ...rest }: TaskSettingsPageProps) {
  const { onDeleted, shutOut = false } = rest;
  const [refused, setRefused] = useState(false);
  const onRefused = () => setRefused(true);
  return (
    <TaskSettingsTabs
      tab={tab}
      onTab={onTab}
      unsaved={null}
      contents={{
        info: () => (
          <InfoTab dataset={dataset} address={annotationAddress} annotationLink={annotationLink} label={null} />
        ),
        danger:
          refused || shutOut
            ? undefined
            : () => <DangerTab dataset={dataset} labels={null} onDeleted={onDeleted} onRefused={onRefused} />,
      }}
    />
  );
}
