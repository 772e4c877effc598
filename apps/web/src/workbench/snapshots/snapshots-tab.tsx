import { type Snapshot, sealedName, shortHash } from "@postil/domain/datasets/snapshot";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { t } from "i18next";
import { Camera, Download, Ellipsis, GitCompareArrows, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import "../../lib/i18n/en/export.ts";
import "../../lib/i18n/en/lists.ts";
import "../../lib/i18n/en/snapshots.ts";
import { snapshotsKey, snapshotsQuery } from "../../lib/api/queries/snapshots.ts";
import { LOCALE } from "../../lib/i18n/locale.ts";
import { sizeText } from "../../lib/i18n/size-text.ts";
import { relativeTime, toMilliseconds } from "../../lib/i18n/times.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { cardsLook, type ListColumn, ListSkeleton, ListTable } from "../../ui/list-table.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { EmptyState, InlineError } from "../../ui/no-content.tsx";
import { Time, useNow } from "../../ui/time.tsx";
import { ExportDialog } from "../export/export-dialog.tsx";
import type { PartNames } from "../export/export-wish.ts";
import { CompareDialog } from "./compare-dialog.tsx";
import { DeleteSnapshot, TakeSnapshot } from "./snapshot-dialogs.tsx";
import { snapshotExportApi } from "./snapshot-export-api.ts";

export type SnapshotsTabProps = {
  /** Of a task dataset `workspace.name`. */
  datasetId: string;
  name: string;
  workspace: string;
  says: PartNames;
  kind: string;
};

type Opened =
  | { readonly dialog: "take" }
  | { readonly dialog: "export" | "compare" | "delete"; readonly snapshot: Snapshot };

/** The snapshots of a dataset (SNP-04, design/settings.md#snapshots). Lazily loaded. */
export default function SnapshotsTab(props: SnapshotsTabProps) {
  const { datasetId } = props;
  const { data: snapshots, isError, refetch } = useQuery(snapshotsQuery(datasetId));
  const client = useQueryClient();
  const [opened, setOpened] = useState<Opened | null>(null);
  const now = useNow();
  const columns = useMemo(() => columnsOf(now, setOpened), [now]);
  const ends = {
    onClose: () => setOpened(null),
    onChanged: () => void client.invalidateQueries({ queryKey: snapshotsKey(datasetId) }),
  };
  const take = (
    <Button variant="primary" icon={Camera} onClick={() => setOpened({ dialog: "take" })}>
      {t("snapshots.take")}
    </Button>
  );
  return (
    <div className="max-w-[960px]">
      <h2 className="sr-only">{t("words.snapshots")}</h2>
      {isError && snapshots === undefined && (
        <InlineError message={t("snapshots.failed")} onRetry={() => void refetch()} />
      )}
      {snapshots === undefined && !isError && <ListSkeleton look={LOOK} columns={columns} rows={NAMES.length} />}
      {snapshots?.length === 0 && (
        <EmptyState title={t("snapshots.none")} actions={take}>
          {t("snapshots.about")}
        </EmptyState>
      )}
      {snapshots !== undefined && snapshots.length > 0 && (
        <>
          <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <p className="max-w-[560px] text-soft">{t("snapshots.about")}</p>
            {take}
          </div>
          <ListTable label={t("words.snapshots")} look={LOOK} columns={columns} rows={snapshots} />
        </>
      )}
      {opened !== null && <Dialogs {...props} opened={opened} snapshots={snapshots ?? []} {...ends} />}
    </div>
  );
}

type DialogsProps = SnapshotsTabProps & {
  opened: Opened;
  snapshots: readonly Snapshot[];
  onClose: () => void;
  onChanged: () => void;
};

function Dialogs({ opened, snapshots, onChanged, ...props }: DialogsProps) {
  const { datasetId, name, onClose } = props;
  if (opened.dialog === "take") return <TakeSnapshot {...{ datasetId, onChanged, onClose }} />;
  const { dialog, snapshot } = opened;
  if (dialog === "delete") return <DeleteSnapshot {...{ snapshot, onChanged, onClose }} />;
  if (dialog === "compare") return <CompareDialog first={snapshot.id} snapshots={snapshots} onClose={onClose} />;
  const sealed = sealedName(name, { name: snapshot.name, hash: snapshot.taken?.hash ?? "" });
  const { says, kind, workspace } = props;
  return (
    <ExportDialog
      {...{ says, kind, workspace, onClose }}
      datasetId={snapshot.id}
      name={sealed}
      snapshotOf={{ dataset: name, snapshot: snapshot.name }}
      shown={null}
      api={snapshotExportApi(snapshot.id)}
    />
  );
}

const LOOK = cardsLook("max-[640px]:grid-cols-[minmax(0,1fr)_auto]");
const TEXT = "overflow-hidden whitespace-nowrap text-ellipsis pr-4";
/** px widths of the skeleton's rows */
const NAMES = [168, 216, 120];

type Column = ListColumn<Snapshot>;

/** Narrow windows hide the least needed columns first. Below 640 px a row is a card. */
function columnsOf(now: number, open: (opened: Opened) => void): readonly Column[] {
  const column = (
    name: "name" | "when" | "by" | "records" | "answers" | "hash",
    look: string,
    draw: Column["draw"],
    more: Partial<Column> = {},
  ): Column => ({
    name,
    draw,
    title: t(`snapshots.column.${name}`),
    head: look,
    cell: look,
    skeletonWidth: 72,
    ...more,
  });
  const count = `${TEXT} w-24 text-right tabular-nums max-[640px]:hidden`;
  const of = (read: (taken: NonNullable<Snapshot["taken"]>) => number) => (row: Snapshot) =>
    row.taken === null ? null : read(row.taken).toLocaleString(LOCALE);
  const actions = "w-14 text-right max-[640px]:order-2 max-[640px]:row-span-2 max-[640px]:w-auto";
  return [
    column("name", `${TEXT} max-[640px]:order-1`, Name, { skeletonWidth: NAMES }),
    column("when", `${TEXT} w-36 max-[640px]:order-3 max-[640px]:w-auto`, (row) => <State row={row} now={now} />),
    column("by", `${TEXT} w-36 max-[800px]:hidden`, ({ by }) =>
      by === null ? <span className="text-soft">{t("snapshots.commandLine")}</span> : <span translate="no">{by}</span>,
    ),
    column(
      "records",
      count,
      of(({ records }) => records),
      { right: true },
    ),
    column(
      "answers",
      count,
      of(({ answers }) => answers),
      { right: true },
    ),
    column("hash", `${TEXT} w-40 max-[960px]:hidden`, Hash),
    {
      ...{ name: "actions", title: t("snapshots.column.actions"), hidden: true, head: actions, cell: actions },
      draw: (snapshot) => <Actions snapshot={snapshot} open={open} />,
    },
  ];
}

const Name = ({ name, taken }: Snapshot) => (
  <b translate="no" className="font-strong" title={taken === null ? undefined : placeOf(taken)}>
    <bdi>{name}</bdi>
  </b>
);

/** How large its file is, and of several servers which one has it. */
function placeOf({ bytes, position, server }: NonNullable<Snapshot["taken"]>): string {
  const told = { size: sizeText(bytes), position };
  return server === null ? t("snapshots.size", told) : t("snapshots.sizeAt", { ...told, server });
}

function State({ row: { taken, error, progress }, now }: { row: Snapshot; now: number }) {
  if (taken !== null) {
    const { takenAt, records, answers } = taken;
    return (
      <span className="text-soft">
        <Time at={takenAt} text={relativeTime(toMilliseconds(takenAt), now)} />
        <span className="min-[640px]:hidden">
          {", "}
          {t("snapshots.cards", {
            records: t("words.records", { count: records }),
            answers: t("words.answers", { count: answers }),
          })}
        </span>
      </span>
    );
  }
  if (error !== null)
    return (
      <span className="whitespace-normal text-danger" role="alert">
        {t("snapshots.notTaken", { error })}
      </span>
    );
  const { done, total } = progress;
  return (
    <span className="whitespace-normal text-soft">
      {total === null ? t("snapshots.waiting") : t("snapshots.progress", { done, count: total })}
    </span>
  );
}

const Hash = ({ name, taken }: Snapshot) =>
  taken === null ? null : (
    <span className="inline-flex items-center gap-1">
      <code className="font-mono text-small">{shortHash(taken.hash)}</code>
      <CopyButton text={taken.hash} what={t("snapshots.hashOf", { name })} />
    </span>
  );

function Actions({ snapshot, open }: { snapshot: Snapshot; open: (opened: Opened) => void }) {
  const { name, taken } = snapshot;
  const label = t("snapshots.actionsOf", { name });
  return (
    <Menu label={label} placement="bottom end" trigger={<IconButton icon={Ellipsis} translate="no" label={label} />}>
      {taken !== null && (
        <>
          <MenuItem icon={Download} onAction={() => open({ dialog: "export", snapshot })}>
            {t("snapshots.export")}
          </MenuItem>
          <MenuItem icon={GitCompareArrows} onAction={() => open({ dialog: "compare", snapshot })}>
            {t("snapshots.compare")}
          </MenuItem>
        </>
      )}
      <MenuItem icon={Trash2} danger onAction={() => open({ dialog: "delete", snapshot })}>
        {t("snapshots.delete")}
      </MenuItem>
    </Menu>
  );
}
