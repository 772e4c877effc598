import { taskDatasetKey } from "@postil/domain/tasks/record-key";
import type { ShownTaskRecord } from "@postil/domain/tasks/shown-record";
import { FamilyContext } from "../../../workbench/family/family.ts";
import { FlagButton } from "../../../workbench/flags/flag-button.tsx";
import { useFlagged } from "../../../workbench/flags/use-flags.ts";
import { useTaskPage } from "../state/task-page-context.ts";
import { TASK_FAMILY } from "./task-family.ts";

export type RowFlagProps = { record: Pick<ShownTaskRecord, "id">; isCursor: boolean };

/**
 * The flag of a row. In the cursor row it has its key; other rows show it only if the record is flagged
 * (design/record.md#flags). Lazily loaded.
 */
export default function RowFlag(props: RowFlagProps) {
  return (
    <FamilyContext value={TASK_FAMILY}>
      <Here {...props} />
    </FamilyContext>
  );
}

function Here({ record, isCursor }: RowFlagProps) {
  const { dataset } = useTaskPage();
  const [datasetId, recordId] = [taskDatasetKey(dataset.workspaceName, dataset.name), String(record.id)];
  const flagged = useFlagged(datasetId, recordId);
  if (!flagged && !isCursor) return null;
  return (
    <FlagButton
      recordId={recordId}
      datasetId={datasetId}
      keyed={isCursor}
      size="small"
      className="max-md:size-11"
      // Like all controls of a row; this one may be drawn after the others.
      tabIndex={isCursor ? 0 : -1}
    />
  );
}
