import type { WorkspaceOverview } from "@postil/domain/accounts/workspace-overview";
import { isTask } from "@postil/domain/datasets/dataset-links";
import { DeleteDialog } from "./delete-dialog.tsx";
import { KeptNameDialog } from "./kept-name-dialog.tsx";
import { NameDialog } from "./name-dialog.tsx";

/** What stands open over a page of workspaces. */
export type Opened =
  | { readonly dialog: "create" }
  | { readonly dialog: "rename" | "remove"; readonly overview: WorkspaceOverview };

type WorkspaceDialogsProps = {
  opened: Opened | null;
  onChanged: () => void;
  onFilled: () => void;
  onDeleted: () => void;
  onClose: () => void;
};

export function WorkspaceDialogs({ opened, onChanged, onFilled, onDeleted, onClose }: WorkspaceDialogsProps) {
  if (opened === null) return null;
  if (opened.dialog === "create") return <NameDialog workspace={null} onChanged={onChanged} onClose={onClose} />;
  const { overview } = opened;
  if (opened.dialog === "remove")
    return <DeleteDialog overview={overview} onFilled={onFilled} onDeleted={onDeleted} onClose={onClose} />;
  const taskDatasets = overview.datasets.filter(({ task }) => isTask(task)).map(({ id }) => id);
  if (taskDatasets.length > 0)
    return <KeptNameDialog name={overview.workspace.name} taskDatasets={taskDatasets} onClose={onClose} />;
  return <NameDialog workspace={overview.workspace} onChanged={onChanged} onClose={onClose} />;
}
