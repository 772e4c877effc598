import type { VectorSettings } from "@postil/domain/datasets/metadata-property";
import type { RecordStatus } from "@postil/domain/records/labeled-record";
import { t } from "i18next";
import { memo, type ReactNode } from "react";
import { usePrintedKeys } from "../../../lib/commands/commands-provider.tsx";
import { cx } from "../../../ui/cx.ts";
import { usePhone } from "../../../ui/media.ts";
import { FlagButton } from "../../../workbench/record/flags.tsx";
import { RecordHead } from "../../../workbench/record/record-head.tsx";
import { NotSavedPill } from "../../../workbench/saving/not-saved-pill.tsx";
import type { CriteriaControls } from "../queue/criteria-controls.ts";
import type { ShownItem, Waiting } from "../queue/queue-state.ts";
import { SimilarButton } from "../record/similar-button.tsx";
import type { PageCommands } from "./page-commands.ts";
import { Sheet } from "./panes.tsx";

type RecordSheetProps = Pick<ShownItem, "record" | "position" | "response" | "status" | "saved" | "queryScore"> & {
  vectors: readonly VectorSettings[];
  /** the text of the record, and its menu; both stable between renders */
  body: ReactNode;
  menu: ReactNode;
  /** the reference of a running similarity search */
  head: ReactNode;
  controls: CriteriaControls;
  /** number of records that match the criteria */
  total: number;
  left: number;
  queueStatus: RecordStatus;
  hasPrevious: boolean;
  /** the reason why the requested next record is not shown yet */
  waiting: Waiting;
  commands: PageCommands;
};

/** The record with its head. It does not render when another record is saved. */
export const RecordSheet = memo(function RecordSheet(props: RecordSheetProps) {
  const { record, position, response, status, saved, queryScore, left, queueStatus, hasPrevious, waiting } = props;
  const { vectors, body, menu, head, controls, total, commands } = props;
  const previousKeys = usePrintedKeys(commands.previous);
  const nextKeys = usePrintedKeys(commands.next);
  const phone = usePhone();
  const { similarity } = controls.committed;
  const note = (
    <span role="status" className={cx("empty:absolute", waiting === "connection" && "text-edited")}>
      {waiting !== null && t(waiting === "connection" ? "annotation.queue.offline" : "annotation.record.waiting")}
    </span>
  );
  const similar = <SimilarButton record={record} vectors={vectors} findSimilar={controls.findSimilar} keyed />;
  return (
    <Sheet label={position === null ? t("annotation.record.opened") : t("annotation.record.label", { position })}>
      <div className="@container/head">
        {head}
        <RecordHead
          position={position}
          left={status === queueStatus ? left : null}
          queueStatus={queueStatus}
          similar={similarity && { order: similarity.order, total, score: queryScore }}
          response={response}
          status={status}
          previous={{ enabled: hasPrevious, run: commands.previous.run, keys: previousKeys }}
          next={{ enabled: true, run: commands.next.run, keys: nextKeys }}
          notes={
            <>
              {!phone && note}
              <NotSavedPill recordId={record.id} saved={saved} />
            </>
          }
          menu={
            <>
              {!phone && similar}
              <FlagButton recordId={record.id} datasetId={record.datasetId} keyed />
              {menu}
            </>
          }
        />
        {phone && <p className={cx(waiting !== null && "px-4 pb-2 text-soft")}>{note}</p>}
      </div>
      {body}
      {phone && vectors.length > 0 && <div className="px-2 pb-4">{similar}</div>}
    </Sheet>
  );
});
