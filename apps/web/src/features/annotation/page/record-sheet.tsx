import type { RecordStatus } from "@postil/domain/entities";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { usePrintedKeys } from "../../../lib/commands/commands-provider.tsx";
import type { ShownItem } from "../queue/queue-state.ts";
import { Folio } from "../record/folio.tsx";
import { RecordBody } from "../record/record-body.tsx";
import { RecordMenu } from "../record/record-menu.tsx";
import { Sheet } from "../record/sheet.tsx";
import { NotSavedPill } from "../saving/not-saved-pill.tsx";
import type { PageCommands } from "./page-commands.ts";
import type { DatasetParts } from "./use-dataset-parts.ts";

type RecordSheetProps = {
  item: ShownItem;
  parts: DatasetParts;
  left: number;
  queueStatus: RecordStatus;
  hasPrevious: boolean;
  commands: Pick<PageCommands, "previous" | "next">;
  linkTo: (recordId: string) => string;
};

/** The record with its running head. */
export function RecordSheet(props: RecordSheetProps) {
  const { item, parts, left, queueStatus, hasPrevious, commands, linkTo } = props;
  const { t } = useTranslation();
  const { record, position, response, status, saved } = item;
  const previousKeys = usePrintedKeys(commands.previous);
  const nextKeys = usePrintedKeys(commands.next);
  return (
    <Sheet label={position === null ? t("annotation.record.opened") : t("annotation.record.label", { position })}>
      <Folio
        position={position}
        left={status === queueStatus ? left : null}
        queueStatus={queueStatus}
        response={response}
        status={status}
        previous={{ enabled: hasPrevious, run: commands.previous.run, keys: previousKeys }}
        next={{ enabled: true, run: commands.next.run, keys: nextKeys }}
        notes={saved === "failed" && <NotSavedPill />}
        menu={<Overflow record={record} parts={parts} linkTo={linkTo} />}
      />
      <RecordBody record={record} fields={parts.fields} properties={parts.properties} />
    </Sheet>
  );
}

type OverflowProps = Pick<RecordSheetProps, "parts" | "linkTo"> & { record: ShownItem["record"] };

const Overflow = memo(function Overflow({ record, parts, linkTo }: OverflowProps) {
  return (
    <RecordMenu
      record={record}
      fields={parts.fields}
      metadataTitles={parts.metadataTitles}
      link={() => linkTo(record.id)}
    />
  );
});
