import type { KnownTaskDataset } from "@postil/domain/datasets/dataset";
import type { LabeledTask } from "@postil/domain/datasets/dataset-links";
import { t } from "i18next";
import { useEffect, useState } from "react";
import { useTaskLabels } from "../../lib/task-labels/use-task-labels.ts";
import { useLatest } from "../../lib/use-latest.ts";
import { useLeaveGuard } from "../../ui/settings/leave-guard.ts";
import { DangerTab } from "./danger-tab.tsx";
import { InfoTab } from "./info-tab.tsx";
import { useLabelDraft } from "./label-draft.ts";
import { LabelsTab } from "./labels-tab.tsx";
import type { TaskSettingsPageProps } from "./task-settings-page-props.ts";
import { TaskSettingsTabs } from "./task-settings-tabs.tsx";

type LabeledSettingsProps = TaskSettingsPageProps & { dataset: KnownTaskDataset & { readonly task: LabeledTask } };

/** The settings of a dataset whose records have labels. */
export function LabeledSettings({
  dataset,
  annotationAddress,
  annotationLink,
  tab,
  onTab,
  onDeleted,
  preview,
  shutOut = false,
}: LabeledSettingsProps) {
  const known = useTaskLabels(dataset);
  const edit = useLabelDraft(dataset, known.labels ?? []);
  const [refused, setRefused] = useState<{ readonly text: string } | null>(null);
  useLeaveGuard(edit.isEdited, { onStay: () => onTab("labels"), onGo: edit.reset });
  // A user who loses their rights while the page is open learns it from the first refused call, and can then only read
  // (LAB-16, TSG-03).
  const onRefused = () => {
    const lost = edit.fresh.join(", ");
    const text = [t("taskSettings.labels.refused"), lost !== "" && t("taskSettings.labels.notKept", { labels: lost })];
    setRefused({ text: text.filter(Boolean).join(" ") });
    edit.reset();
  };
  const told = useLatest(() => onRefused());
  useEffect(() => {
    if (shutOut) told();
  }, [shutOut, told]);
  return (
    <TaskSettingsTabs
      tab={tab}
      onTab={onTab}
      unsaved={edit.isEdited ? "labels" : null}
      contents={{
        info: () => (
          <InfoTab
            dataset={dataset}
            address={annotationAddress}
            annotationLink={annotationLink}
            label={known.labels?.[0]?.text ?? null}
          />
        ),
        labels: () => (
          <LabelsTab
            dataset={dataset}
            known={known}
            edit={edit}
            readOnly={refused}
            onRefused={onRefused}
            preview={preview}
          />
        ),
        danger:
          refused === null
            ? () => (
                <DangerTab
                  dataset={dataset}
                  labels={known.labels?.length ?? null}
                  onDeleted={onDeleted}
                  onRefused={onRefused}
                />
              )
            : undefined,
      }}
    />
  );
}
