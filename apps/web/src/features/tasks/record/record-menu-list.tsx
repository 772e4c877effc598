import "../../../lib/i18n/en/task-parts.ts";
import { storedAs } from "@postil/domain/tasks/record-edit";
import { recordAddress, recordAsText } from "@postil/domain/tasks/record-info";
import { taskDatasetKey } from "@postil/domain/tasks/record-key";
import {
  referenceBy,
  type ShownTaskRecord,
  type VectorRecord,
  vectorsOfRecord,
} from "@postil/domain/tasks/shown-record";
import { t } from "i18next";
import { Flag, FlagOff, Hash, Waypoints } from "lucide-react";
import { underBase } from "../../../lib/base-path.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { MenuItem, SubMenu } from "../../../ui/menu.tsx";
import type { OpensHere } from "../../../ui/on-demand.tsx";
import { FamilyContext } from "../../../workbench/family/family.ts";
import { useFlag } from "../../../workbench/record/flags.tsx";
import { copyAndTell, RecordList } from "../../../workbench/record/record-list.tsx";
import { TASK_FAMILY } from "../flags-and-views/task-family.tsx";
import { useTaskPage } from "../state/task-page-context.ts";

export type RecordMenuProps = { record: ShownTaskRecord };

const RecordHistory = lazyPart(() => import("./record-history.tsx"));
const RecordInfo = lazyPart(() => import("./record-info.tsx"));

export function RecordMenuList({ record, ...opening }: RecordMenuProps & OpensHere) {
  const { dataset } = useTaskPage();
  return (
    <RecordList
      {...opening}
      text={() => recordAsText(record)}
      link={() => window.location.origin + underBase(recordAddress(dataset, record.id))}
      details={(close) => <RecordInfo record={record} onClose={close} whenMissing={close} />}
      history={(close) => <RecordHistory record={record} onClose={close} whenMissing={close} />}
    >
      <MenuItem icon={Hash} onAction={() => void copyAndTell(String(record.id), t("taskRecord.idCopied"))}>
        {t("taskRecord.copyId")}
      </MenuItem>
      <SimilarItem record={record} />
      <FamilyContext value={TASK_FAMILY}>
        <FlagItem record={record} />
      </FamilyContext>
    </RecordList>
  );
}

/** Shows similar records. A record with one vector shows them at once; with several, the user chooses a vector (TSE-26). */
function SimilarItem({ record }: { record: ShownTaskRecord }) {
  const { vectors, similarTo, showSimilarTo } = useTaskPage();
  const own = vectorsOfRecord(vectors, record, similarTo);
  const [first, second] = own;
  const show = (vector: VectorRecord | undefined) => {
    if (vector !== undefined) showSimilarTo(referenceBy(storedAs(record), vector));
  };
  const title = t("taskRecord.similar");
  if (second === undefined) {
    const note = first === undefined ? t("similarity.none") : undefined;
    return (
      <MenuItem icon={Waypoints} note={note} isDisabled={first === undefined} onAction={() => show(first)}>
        {title}
      </MenuItem>
    );
  }
  return (
    <SubMenu
      icon={Waypoints}
      title={title}
      selected={own.find(({ isActive }) => isActive)?.name ?? ""}
      choices={own.map(({ name }) => name)}
      onChoose={(chosen) => show(own.find(({ name }) => name === chosen))}
    >
      {(name) => name}
    </SubMenu>
  );
}

function FlagItem({ record }: { record: Pick<ShownTaskRecord, "id"> }) {
  const { dataset } = useTaskPage();
  const datasetId = taskDatasetKey(dataset.workspaceName, dataset.name);
  const { flagged, turnAndSay } = useFlag(datasetId, String(record.id));
  if (flagged === null)
    return (
      <MenuItem icon={Flag} isDisabled note={t("flagsAndViews.flags.unknown")}>
        {t("flagsAndViews.flags.flag")}
      </MenuItem>
    );
  return (
    <MenuItem icon={flagged ? FlagOff : Flag} onAction={turnAndSay}>
      {t(`flagsAndViews.flags.${flagged ? "unflag" : "flag"}`)}
    </MenuItem>
  );
}
