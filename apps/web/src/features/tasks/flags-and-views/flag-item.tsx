import { taskDatasetKey } from "@postil/domain/tasks/record-key";
import type { ShownTaskRecord } from "@postil/domain/tasks/shown-record";
import { t } from "i18next";
import { Flag, FlagOff } from "lucide-react";
import { MenuItem } from "../../../ui/menu.tsx";
import { useFlag } from "../../../workbench/flags/use-flags.ts";
import { useTaskPage } from "../state/task-page-context.ts";

/** Flags the record for later, or removes its flag. */
export function FlagItem({ record }: { record: Pick<ShownTaskRecord, "id"> }) {
  const { dataset } = useTaskPage();
  const datasetId = taskDatasetKey(dataset.workspaceName, dataset.name);
  const { flagged, turnAndSay } = useFlag(datasetId, String(record.id));
  return (
    <MenuItem icon={flagged ? FlagOff : Flag} onAction={turnAndSay}>
      {t(`flagsAndViews.flags.${flagged ? "unflag" : "flag"}`)}
    </MenuItem>
  );
}
