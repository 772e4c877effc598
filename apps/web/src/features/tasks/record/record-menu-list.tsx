import { t } from "i18next";
import "../../../lib/i18n/en/task-record.ts";
import { recordAddress, recordAsText } from "@postil/domain/tasks/record-info";
import { Hash } from "lucide-react";
import { underBase } from "../../../lib/base-path.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { MenuItem } from "../../../ui/menu.tsx";
import type { OpensHere } from "../../../ui/on-demand.tsx";
import { FamilyContext } from "../../../workbench/family/family.ts";
import { copyAndTell, RecordList } from "../../../workbench/record/record-list.tsx";
import { FlagItem } from "../flags-and-views/flag-item.tsx";
import { TASK_FAMILY } from "../flags-and-views/task-family.ts";
import { useTaskPage } from "../page/task-page-context.ts";
import type { RecordHistoryProps } from "./record-history.tsx";
import type { RecordInfoProps } from "./record-info.tsx";
import type { RecordMenuProps } from "./record-menu-props.ts";
import { SimilarItem } from "./similar-item.tsx";

const RecordHistory = lazyPart<RecordHistoryProps>(() => import("./record-history.tsx"));
const RecordInfo = lazyPart<RecordInfoProps>(() => import("./record-info.tsx"));

/** What stands behind `RecordMenu`. */
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
