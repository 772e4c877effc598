import { isRole } from "@postil/domain/accounts/users";
import { DELETED_KINDS, type Deleted, type DeletedKind } from "@postil/domain/datasets/bin";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { t } from "i18next";
import { ArrowDown, Trash2, Undo2 } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import "../../../lib/i18n/en/administration.ts";
import "../../../lib/i18n/en/lists.ts";
import { binQuery } from "../../../lib/api/queries/administration.ts";
import { isolated } from "../../../lib/i18n/isolate-names.ts";
import { relativeTime, toMilliseconds } from "../../../lib/i18n/times.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { FilterButton, FindInput } from "../../../ui/filter-button.tsx";
import { useRowFocus } from "../../../ui/focus.ts";
import { Icon } from "../../../ui/icon.tsx";
import { usePageTitle } from "../../../ui/layouts/frame.tsx";
import { cardsLook, type ListColumn, ListSkeleton, ListTable } from "../../../ui/list-table.tsx";
import { EmptyState } from "../../../ui/no-content.tsx";
import { VisuallyHidden } from "../../../ui/screen-reader.tsx";
import { Time, useNow } from "../../../ui/time.tsx";
import { useRefresh } from "../form-dialog.tsx";
import { barClass, LoadFailed } from "../list-parts.tsx";
import { TaskName } from "../workspaces/dialogs.tsx";
import { answersText, contentText, DaysLeft, RemoveDialog, RestoreDialog, titleOf } from "./deleted-dialogs.tsx";
import {
  choicesOf,
  type DeletedCriteria,
  EVERY_DELETION,
  FILTERS,
  type FilterName,
  findDeleted,
  isNarrowed,
} from "./deleted-list.ts";

type DeletedPageProps = { criteria: DeletedCriteria; onCriteria: (criteria: DeletedCriteria) => void };
type Opened = { readonly dialog: "restore" | "remove"; readonly deleted: Deleted };

/** What was deleted and can be restored (BIN-03, BIN-08, design/administration.md#deleted). */
export function DeletedPage({ criteria, onCriteria }: DeletedPageProps) {
  usePageTitle(t("administration.deleted"));
  const { data: bin, isError, refetch } = useQuery(binQuery());
  const [opened, setOpened] = useState<Opened | null>(null);
  const refresh = useChanged();
  const now = useNow();
  const columns = useMemo(() => columnsOf(now, setOpened), [now]);
  const rows = bin?.deleted ?? [];
  const shown = findDeleted(rows, criteria);
  const place = useRef<HTMLDivElement>(null);
  useRowFocus(place, shown, () => place.current?.querySelector("input")?.focus());
  const nameOf = (filter: FilterName) => (value: string) => {
    if (filter === "workspaces") return value;
    if (filter === "kinds")
      return DELETED_KINDS.some((kind) => kind === value) ? kindText(value as DeletedKind) : value;
    return rows.find((row) => row.deletedBy?.username === value)?.deletedBy?.name ?? value;
  };
  const ends = { onChanged: refresh, onClose: () => setOpened(null) };
  return (
    <div ref={place}>
      <VisuallyHidden>
        <h1>{t("administration.deleted")}</h1>
      </VisuallyHidden>
      <div className={barClass}>
        <FindInput
          label={t("deleted.find")}
          value={criteria.search}
          onChange={(search) => onCriteria({ ...criteria, search })}
        />
        {FILTERS.map((filter) => (
          <FilterButton
            key={filter}
            label={t(`deleted.filter.${filter}`)}
            choices={choicesOf(rows, filter, criteria)}
            chosen={criteria[filter]}
            onChange={(chosen) => onCriteria({ ...criteria, [filter]: chosen })}
            nameOf={nameOf(filter)}
            isNames={filter !== "kinds"}
          />
        ))}
        <span role="status" className="ml-auto text-soft tabular-nums max-md:ml-0">
          {bin !== undefined && rows.length > 0 && countText(rows.length, shown.length, criteria)}
        </span>
      </div>
      {isError && <LoadFailed message={t("deleted.failed")} onRetry={() => void refetch()} />}
      {bin === undefined && !isError && (
        <ListSkeleton look={LOOK} columns={columns} rows={NAMES.length} className="pt-9" />
      )}
      {shown.length > 0 && (
        <ListTable
          label={t("administration.deleted")}
          look={LOOK}
          columns={columns}
          rows={shown}
          rowClass={() => "focus-within:bg-hover hover:bg-hover"}
        />
      )}
      {bin !== undefined && shown.length === 0 && rows.length > 0 && (
        <EmptyState
          isApart
          title={t("deleted.noMatch")}
          actions={<Button onClick={() => onCriteria(EVERY_DELETION)}>{t("lists.clearFilters")}</Button>}
        />
      )}
      {bin !== undefined && (shown.length > 0 || rows.length === 0) && (
        <p className="mt-3 text-small text-soft">{noteText(bin.keepDays, rows.length)}</p>
      )}
      {opened?.dialog === "restore" && <RestoreDialog deleted={opened.deleted} {...ends} />}
      {opened?.dialog === "remove" && <RemoveDialog deleted={opened.deleted} {...ends} />}
    </div>
  );
}

/** After a restoration the lists of datasets and workspaces have changed too. */
function useChanged(): () => void {
  const client = useQueryClient();
  const refresh = useRefresh();
  return () => {
    refresh();
    void client.invalidateQueries({ queryKey: binQuery().queryKey });
  };
}

function countText(all: number, shown: number, criteria: DeletedCriteria): string {
  const deletions = t("deleted.count", { count: all });
  return isNarrowed(criteria) ? t("deleted.countSome", { shown, deletions }) : deletions;
}

function noteText(days: number, count: number): string {
  if (days === 0) return t("deleted.keepsNothing");
  return t(count === 0 ? "deleted.none" : "deleted.note", { count: days });
}

const LOOK = cardsLook("max-[640px]:grid-cols-[minmax(0,1fr)_auto]", { look: "max-[640px]:h-32", card: 128 });
const TEXT = "overflow-hidden whitespace-nowrap text-ellipsis pr-4";
/** px widths for six skeleton rows */
const NAMES = [232, 168, 216, 144, 184, 120];

type Column = ListColumn<Deleted>;

/** Narrow windows hide the least needed columns first. Below 640 px a row is a card. */
function columnsOf(now: number, open: (opened: Opened) => void): readonly Column[] {
  const column = (
    name: "what" | "kind" | "from" | "by" | "kept",
    look: string,
    draw: Column["draw"],
    skeletonWidth: Column["skeletonWidth"] = 96,
  ): Column => ({
    ...{ name, draw, skeletonWidth, head: look.replace("text-soft", ""), cell: look },
    title: t(`deleted.column.${name}`),
  });
  const when = `${TEXT} w-32 text-soft max-[780px]:hidden`;
  const actions = "w-38 text-right max-[640px]:order-2 max-[640px]:row-span-2 max-[640px]:w-auto";
  return [
    column(
      "what",
      `${TEXT} max-[640px]:order-1 max-[640px]:whitespace-normal`,
      (deleted) => <What deleted={deleted} now={now} />,
      NAMES,
    ),
    column("kind", `${TEXT} w-44 text-soft max-[1080px]:hidden`, ({ kind, task }) =>
      kind === "dataset" ? <TaskName task={task} /> : <span>{kindText(kind)}</span>,
    ),
    column("from", `${TEXT} w-40 text-soft max-[960px]:hidden`, From),
    column("by", `${TEXT} w-44 max-[780px]:hidden`, By),
    {
      ...{ name: "when", order: "descending", head: `${when} text-ink`, cell: when, skeletonWidth: 72 },
      title: (
        <span className="inline-flex items-center gap-1">
          {t("deleted.column.when")}
          <Icon of={ArrowDown} size={14} />
        </span>
      ),
      draw: ({ deletedAt: at }) => <Time at={at} text={relativeTime(toMilliseconds(at), now)} />,
    },
    column(
      "kept",
      `${TEXT} w-28 text-soft tabular-nums max-[640px]:order-3 max-[640px]:w-auto`,
      ({ keptUntil }) => <DaysLeft until={keptUntil} now={now} />,
      56,
    ),
    {
      ...{ name: "actions", title: t("deleted.column.actions"), hidden: true, head: actions, cell: actions },
      draw: (deleted) => <Actions deleted={deleted} open={open} />,
    },
  ];
}

const From = ({ kind, workspace, name }: Deleted) => (
  <span translate="no">{kind === "records" ? `${workspace} / ${name}` : workspace}</span>
);
const By = ({ deletedBy }: Deleted) =>
  deletedBy === null ? (
    <span className="text-soft">{t("audit.commandLine")}</span>
  ) : (
    <span translate="no">{deletedBy.name}</span>
  );

/** Its second line has what the columns say that a narrow window has no room for. */
const What = ({ deleted, now }: { deleted: Deleted; now: number }) => (
  <>
    <b translate={deleted.kind === "records" ? undefined : "no"} className="mr-2 font-strong">
      {deleted.kind === "records" ? t("deleted.records", { count: deleted.records }) : titleOf(deleted)}
    </b>
    <span className="text-small text-soft tabular-nums max-[640px]:block">{NOTES[deleted.kind](deleted)}</span>
    <span className="hidden flex-wrap gap-x-3 text-small text-soft max-[960px]:flex">
      <span>{kindText(deleted.kind)}</span>
      <From {...deleted} />
      <span className="hidden max-[780px]:inline">
        <By {...deleted} />
      </span>
      <span className="hidden max-[780px]:inline">
        <Time at={deleted.deletedAt} text={relativeTime(toMilliseconds(deleted.deletedAt), now)} />
      </span>
    </span>
  </>
);

/** Which records these are: how the first one begins, and whose work is with them. */
function noteOf({ preview, answers }: Deleted): string {
  const text = answers === null ? "" : answersText(answers);
  if (preview === "") return text;
  return `${t("deleted.preview", { preview: isolated(preview) })}${text === "" ? "" : `, ${text}`}`;
}

const NOTES = {
  dataset: contentText,
  records: noteOf,
  person: ({ task, answers }: Deleted) => [roleOf(task), answersText(answers ?? 0)].join(", "),
} as const satisfies { readonly [Kind in DeletedKind]: (deleted: Deleted) => string };

/** A person has a role in place of a task. */
const roleOf = (role: string): string => (isRole(role) ? t(`common.role.${role}`) : role);

const kindText = (kind: DeletedKind): string => t(`deleted.kind.${kind}`);

function Actions({ deleted, open }: { deleted: Deleted; open: (opened: Opened) => void }) {
  const name = titleOf(deleted);
  if (deleted.state !== "kept") return <span className="text-soft">{t(`deleted.${deleted.state}`)}</span>;
  return (
    <span className="inline-flex items-center gap-1">
      <Button
        size="compact"
        icon={Undo2}
        aria-label={t("deleted.restoreOf", { name })}
        onClick={() => open({ dialog: "restore", deleted })}
      >
        {t("deleted.restoreIt")}
      </Button>
      <IconButton
        icon={Trash2}
        translate="no"
        label={t("deleted.removeOf", { name })}
        onClick={() => open({ dialog: "remove", deleted })}
      />
    </span>
  );
}
