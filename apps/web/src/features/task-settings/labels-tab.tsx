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
};

/** The labels once they are there, or that they could not be loaded. */
export function LabelsTab({ known, ...props }: LabelsTabProps) {
  if (known.error !== null) return <InlineError message={known.error.message} onRetry={known.retry} />;
  if (known.labels === undefined) return <Waiting />;
  return <LabelEditor labels={known.labels} {...props} />;
}
