import { isPrivileged } from "@postil/domain/accounts/policies";
import type { Task } from "@postil/domain/datasets/dataset-links";
import { type ComponentType, createContext, type ReactNode, useContext, useState } from "react";
import { useUser } from "../../lib/session/use-session.ts";
import type { ShownRecords } from "./export-api.ts";

/** Where a task dataset is; by its id nobody finds one. */
export type TaskDatasetPlace = { readonly workspace: string; readonly name: string; readonly task: Task };

export type ExportSource = {
  datasetId: string;
  /** Of a task dataset. */
  at?: TaskDatasetPlace | null;
  /** The records now shown, where there are any. */
  shown?: ShownRecords | null;
};

/** What the dialog is opened with. */
export type ExportOpening = {
  datasetId: string;
  at: TaskDatasetPlace | null;
  shown: ShownRecords | null;
  onClose: () => void;
};

/** `whenMissing`: its code cannot be fetched. */
export type ExportDialogProps = ExportOpening & { whenMissing: () => void };

/** The dialog of the datasets' family, fetched when it is opened; null where they cannot be exported. */
export const ExportDialogContext = createContext<ComponentType<ExportDialogProps> | null>(null);

/** The way to the dialog, and the dialog itself; null for those who may not export (EXP-01). */
export function useExport({
  datasetId,
  at = null,
  shown = null,
}: ExportSource): { open: () => void; dialog: ReactNode } | null {
  const [isOpen, setOpen] = useState(false);
  const user = useUser();
  const Dialog = useContext(ExportDialogContext);
  if (Dialog === null || user === null || !isPrivileged(user)) return null;
  const close = () => setOpen(false);
  return {
    open: () => setOpen(true),
    dialog: isOpen && <Dialog datasetId={datasetId} at={at} shown={shown} onClose={close} whenMissing={close} />,
  };
}
