import { isPrivileged } from "@postil/domain/accounts/policies";
import type { Task } from "@postil/domain/datasets/dataset";
import { t } from "i18next";
import { Download } from "lucide-react";
import { type ComponentType, createContext, type ReactNode, useContext, useState } from "react";
import type { Command } from "../../lib/commands/command.ts";
import { useCommands, usePrintedKeys } from "../../lib/commands/commands-provider.tsx";
import { useUser } from "../../lib/session/store.ts";
import { IconButton } from "../../ui/button.tsx";
import type { ShownRecords } from "./export-wish.ts";

/** The place of a task dataset. It cannot be found by its id. */
export type TaskDatasetPlace = { readonly workspace: string; readonly name: string; readonly task: Task };

export type ExportSource = {
  datasetId: string;
  /** Null for a feedback dataset. */
  at?: TaskDatasetPlace | null;
  /** The records on screen, if there are any. */
  shown?: ShownRecords | null;
};

export type ExportOpening = Required<ExportSource> & { onClose: () => void };

/** `whenMissing`: called if the code of the dialog cannot be loaded. */
export type ExportDialogProps = ExportOpening & { whenMissing: () => void };

/** The export dialog of the family, loaded when it opens. Null if these datasets cannot be exported. */
export const ExportDialogContext = createContext<ComponentType<ExportDialogProps> | null>(null);

/**
 * A function that opens the dialog for a dataset, and the dialog. Null for users who may not export (EXP-01). A list has it, not
 * a row: a row goes when the window becomes narrower, and the dialog stays (DSL-16). `here`: the dataset of the current page.
 */
export function useExports(here?: ExportSource): { open: (source: ExportSource) => void; dialog: ReactNode } | null {
  const [source, open] = useState<ExportSource | null>(null);
  const user = useUser();
  const Dialog = useContext(ExportDialogContext);
  if (Dialog === null || user === null || !isPrivileged(user)) return null;
  const close = () => open(null);
  return {
    open,
    dialog: source && <Dialog at={null} shown={null} {...(here ?? source)} onClose={close} whenMissing={close} />,
  };
}

/** E opens the export dialog (design/keys.md#labeling). */
export const exportCommand = (run: () => void): Command => ({
  id: "dataset.export",
  label: t("header.exportDataset"),
  icon: Download,
  section: "dataset",
  group: "look",
  shortcuts: [{ keys: "E" }],
  run,
});

/** Exports the dataset of the current page: by button, key and palette. */
export function ExportHere(source: ExportSource) {
  const exporting = useExports(source);
  const command = exportCommand(() => exporting?.open(source));
  useCommands(exporting === null ? [] : [command]);
  const keys = usePrintedKeys(command);
  if (exporting === null) return null;
  return (
    <>
      <IconButton icon={Download} label={command.label} keys={keys} onClick={command.run} />
      {exporting.dialog}
    </>
  );
}
