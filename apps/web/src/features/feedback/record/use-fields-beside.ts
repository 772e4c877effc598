import { t } from "i18next";
import { Columns2, Rows2 } from "lucide-react";
import type { Command } from "../../../lib/commands/command.ts";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";
import { usePreference } from "../../../lib/preferences/store.ts";
import { CONTENT_ID } from "../../../ui/layouts/frame.tsx";

/** The page width in px from which two fields are side by side; the `roomy` of ui/styles.css (design/record.md#fields). */
const ROOMY = 1200;

/** The command that puts a dataset's two fields side by side, or back; empty if the dataset does not have exactly two. */
export function useFieldsBesideCommand(datasetId: string, fields: number): readonly Command[] {
  const [beside, setBeside] = usePreference("fieldsBeside");
  const on = beside[datasetId] === true;
  const commands: Command[] = [
    {
      id: "record.fieldsBeside",
      label: t(on ? "comfort.beside.off" : "comfort.beside.on"),
      icon: on ? Rows2 : Columns2,
      section: "record",
      mayRun: () => (document.getElementById(CONTENT_ID)?.clientWidth ?? 0) >= ROOMY,
      run: () => setBeside({ ...beside, [datasetId]: !on }),
    },
  ];
  const offered = fields === 2 ? commands : [];
  useCommands(offered);
  return offered;
}
