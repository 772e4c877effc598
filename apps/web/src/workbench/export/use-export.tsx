import { isPrivileged } from "@postil/domain/accounts/policies";
import { type ReactNode, useState } from "react";
import { useUser } from "../../lib/session/use-session.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import type { ExportDialogProps } from "./export-dialog.tsx";
import type { ShownRecords } from "./export-wish.ts";

export type ExportSource = {
  datasetId: string;
  /** The records now shown, where there are any. */
  shown?: ShownRecords | null;
};

const ExportDialog = lazyPart<ExportDialogProps>(() => import("./export-dialog.tsx"));

/** The way to the dialog, and the dialog itself, fetched then; null for those who may not export (EXP-01). */
export function useExport({ datasetId, shown = null }: ExportSource): { open: () => void; dialog: ReactNode } | null {
  const [isOpen, setOpen] = useState(false);
  const user = useUser();
  if (user === null || !isPrivileged(user)) return null;
  const close = () => setOpen(false);
  return {
    open: () => setOpen(true),
    dialog: isOpen && <ExportDialog datasetId={datasetId} shown={shown} onClose={close} whenMissing={close} />,
  };
}
