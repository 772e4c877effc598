import { isPrivileged } from "@postil/domain/accounts/policies";
import { type ComponentType, createContext, type ReactNode, useContext, useState } from "react";
import { useUser } from "../../lib/session/use-session.ts";
import type { ShownRecords } from "./export-wish.ts";

export type ExportSource = {
  datasetId: string;
  /** The records now shown, where there are any. */
  shown?: ShownRecords | null;
};

/** What the dialog is opened with. */
export type ExportOpening = { datasetId: string; shown: ShownRecords | null; onClose: () => void };

/** The dialog of the datasets' family, fetched when it is opened; null where they cannot be exported. */
export const ExportDialogContext = createContext<ComponentType<ExportOpening & { whenMissing: () => void }> | null>(
  null,
);

/** The way to the dialog, and the dialog itself; null for those who may not export (EXP-01). */
export function useExport({ datasetId, shown = null }: ExportSource): { open: () => void; dialog: ReactNode } | null {
  const [isOpen, setOpen] = useState(false);
  const user = useUser();
  const Dialog = useContext(ExportDialogContext);
  if (Dialog === null || user === null || !isPrivileged(user)) return null;
  const close = () => setOpen(false);
  return {
    open: () => setOpen(true),
    dialog: isOpen && <Dialog datasetId={datasetId} shown={shown} onClose={close} whenMissing={close} />,
  };
}
