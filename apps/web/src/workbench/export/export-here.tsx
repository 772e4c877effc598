import { Download } from "lucide-react";
import { useCommands, usePrintedKeys } from "../../lib/commands/commands-provider.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { exportCommand } from "./export-command.ts";
import { type ExportSource, useExport } from "./use-export.tsx";

/** Exports the dataset whose page this is: by button, key and palette. */
export function ExportHere(source: ExportSource) {
  const exporting = useExport(source);
  const command = exportCommand(() => exporting?.open());
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
