import { t } from "i18next";
import { type ReactNode, useMemo } from "react";
import type { LabeledDataset } from "../../lib/api/queries/task-settings.ts";
import type { TaskLabels } from "../../lib/task-labels/use-task-labels.ts";
import { InlineError } from "../../ui/inline-error.tsx";
import { Waiting } from "../../ui/settings/waiting.tsx";
import { LabelEditor } from "./label-editor.tsx";
import type { LabelEdit } from "./use-label-draft.ts";

type LabelsTabProps = {
  dataset: LabeledDataset;
  known: TaskLabels;
  edit: LabelEdit;
  readOnly: { readonly text: string } | null;
  onRefused: () => void;
  preview: (labels: readonly string[]) => ReactNode;
};

/** The labels once they are there, with a record that shows them, or that they could not be loaded. */
export function LabelsTab({ known, preview, ...props }: LabelsTabProps) {
  const { shown, fresh } = props.edit;
  const drafted = useMemo(() => [...shown, ...fresh], [shown, fresh]);
  if (known.error !== null) return <InlineError message={known.error.message} onRetry={known.retry} />;
  if (known.labels === undefined) return <Waiting />;
  return (
    <div className="grid min-h-full grid-cols-1 gap-x-12 gap-y-8 @min-[960px]:grid-cols-2">
      <LabelEditor labels={known.labels} {...props} />
      {drafted.length > 0 && (
        <div className="border-line @min-[960px]:-my-4 @min-[960px]:border-l @min-[960px]:py-4 @min-[960px]:pl-12">
          <section
            aria-label={t("taskSettings.preview.bare")}
            className="min-w-0 @min-[960px]:sticky @min-[960px]:top-0"
          >
            {preview(drafted)}
          </section>
        </div>
      )}
    </div>
  );
}
