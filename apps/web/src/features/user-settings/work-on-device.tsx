import type { RecordOf } from "../../unsent/records-on-server.ts";
import "../../lib/i18n/en/key-table.ts";
import type { TypedForDataset } from "@postil/domain/outbox/work-file";
import { t } from "i18next";
import { CircleX, Download, Trash2 } from "lucide-react";
import { cloneElement, type ReactElement, type ReactNode, useRef, useState } from "react";
import { useReach } from "../../lib/connection/current.ts";
import { forgetTyped } from "../../lib/kept-work/typed-work.ts";
import { useTypedWork } from "../../lib/kept-work/use-typed-work.ts";
import { failureText } from "../../lib/outbox/failure-text.ts";
import { saveJson } from "../../lib/save-file.ts";
import { notify } from "../../lib/toasts/store.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Skeleton, SkeletonBar } from "../../ui/skeleton.tsx";
import { StatusIcon } from "../../ui/status-icon.tsx";
import { exportWork } from "../../unsent/export-work.ts";
import { statusWord } from "../../unsent/families.ts";
import { preview } from "../../unsent/preview.ts";
import { type DeviceWork, useFreshDeviceWork } from "../../unsent/use-device-work.ts";
import { useUnreadable } from "../../unsent/use-unreadable.ts";
import { canDelete, kindOf, unsentFirst, type WorkItem } from "../../unsent/work-items.ts";
import { Section } from "./sections.tsx";
import { shortId } from "./short-id.ts";
import { TakeInDialog } from "./take-in-work.tsx";
import { type TypedLink, TypedList } from "./typed-list.tsx";
import { useDatasetNames } from "./use-dataset-names.ts";

const DeleteWorkDialog = lazyPart(() => import("./delete-work-dialog.tsx"));

type WorkOnDeviceProps = {
  user: { readonly id: string; readonly username: string };
  recordLink: RecordLink;
  typedLink: TypedLink;
};

/** Drafts and unsaved answers: to open, to save as a file, to delete (AUT-32, design/user-settings.md). */
export function WorkOnDevice(props: WorkOnDeviceProps) {
  const work = useFreshDeviceWork();
  return (
    <Section id="device" heading={t("settings.device.heading")} note={t("settings.device.note")}>
      {work === null ? (
        <Skeleton label={t("common.loading")}>
          <SkeletonBar width={240} height={20} />
        </Skeleton>
      ) : (
        <Work work={work} {...props} />
      )}
    </Section>
  );
}

function Work({ work, user, recordLink, typedLink }: WorkOnDeviceProps & { work: DeviceWork }) {
  const isOnline = useReach() === "online";
  const nameOf = useDatasetNames();
  const typed = useTypedWork(user.id);
  const unreadable = useUnreadable(user.id);
  const [file, setFile] = useState<File | null>(null);
  const [doomed, setDoomed] = useState<Doomed>(null);
  const close = () => setDoomed(null);
  const remove = (what: NonNullable<Doomed>) => {
    if ("items" in what) work.remove(what.items);
    else forgetTyped(user.id, what.typed);
    close();
  };
  const send = async (item: WorkItem) => {
    if (!(await work.send(item))) notify({ message: t("settings.device.notReached"), type: "error" });
  };
  return (
    <>
      {work.items.length === 0 && typed.length === 0 && <p className="pt-1">{t("settings.device.none")}</p>}
      {unreadable > 0 && <p className="pt-1 text-edited">{t("settings.device.unreadable", { count: unreadable })}</p>}
      {work.items.length > 0 && (
        <WorkTable>
          {unsentFirst(work.items).map((item) => (
            <WorkRow
              key={item.recordId}
              item={item}
              dataset={nameOf(item.datasetId)}
              isOnline={isOnline}
              recordLink={recordLink}
              onSend={() => void send(item)}
              onDelete={() => setDoomed({ items: [item] })}
            />
          ))}
        </WorkTable>
      )}
      {typed.length > 0 && (
        <TypedList
          typed={typed}
          nameOf={(datasetId) => nameOf(datasetId) ?? t("settings.device.dataset", { id: shortId(datasetId) })}
          typedLink={typedLink}
          onDelete={(one) => setDoomed({ typed: one })}
        />
      )}
      <WorkActions
        items={work.items}
        typed={typed}
        user={user}
        onDelete={(items) => setDoomed({ items })}
        onFile={setFile}
      />
      {file !== null && <TakeInDialog of={file} user={user} nameOf={nameOf} onClose={() => setFile(null)} />}
      {doomed !== null && (
        <DeleteWorkDialog
          count={"items" in doomed ? doomed.items.length : 1}
          whenMissing={close}
          onClose={close}
          onDelete={() => remove(doomed)}
        />
      )}
    </>
  );
}

/** The work that the delete dialog asks about. */
type Doomed = { readonly items: readonly WorkItem[] } | { readonly typed: TypedForDataset } | null;

type WorkActionsProps = {
  items: readonly WorkItem[];
  typed: readonly TypedForDataset[];
  user: WorkOnDeviceProps["user"];
  onDelete: (items: readonly WorkItem[]) => void;
  onFile: (file: File) => void;
};

/** The actions for all of the work. */
function WorkActions({ items, typed, user, onDelete, onFile }: WorkActionsProps) {
  const deletable = items.filter(canDelete);
  const save = () =>
    saveJson(t("settings.device.file", { username: user.username }), exportWork(items, user, Date.now(), typed));
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      {items.length + typed.length > 0 && (
        <Button icon={Download} onClick={save}>
          {t("settings.device.export")}
        </Button>
      )}
      <FileButton onFile={onFile} />
      {deletable.length > 1 && (
        <Button variant="quiet" icon={Trash2} className="ml-auto text-danger" onClick={() => onDelete(deletable)}>
          {t("settings.device.deleteAll")}
        </Button>
      )}
    </div>
  );
}

const HEADS = ["kind", "dataset", "what", "when"] as const;
/** On a phone, these columns are inside the cell of the work. */
const NARROW_IN_WHAT = new Set<string>(["dataset", "when"]);

/** The frame of the list, with one row for each item (AUT-32). */
function WorkTable({ children }: { children: ReactNode }) {
  return (
    <div className="max-h-[480px] overflow-auto">
      <table
        aria-label={t("settings.device.list")}
        className="w-full border-collapse md:min-w-140 [&_td:last-child]:pr-0 [&_td]:border-line [&_td]:border-b [&_td]:py-2 [&_td]:pr-3 [&_th]:border-line [&_th]:border-b [&_th]:py-1.5 [&_th]:pr-3 [&_th]:text-left [&_th]:font-body [&_th]:text-small [&_th]:text-soft"
      >
        <thead>
          <tr>
            {HEADS.map((head) => (
              <th key={head} scope="col" className={NARROW_IN_WHAT.has(head) ? "max-md:hidden" : undefined}>
                {t(`settings.device.head.${head}`)}
              </th>
            ))}
            <th scope="col">
              <span className="sr-only">{t("keyTable.actions")}</span>
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** Returns the router's link to a record; it gets its look, name and content here. */
type RecordLink = (item: RecordOf) => ReactElement<{ className?: string; children?: ReactNode; "aria-label"?: string }>;

type WorkRowProps = {
  item: WorkItem;
  /** its name; null if the user has no access; undefined while the names are unknown */
  dataset: string | null | undefined;
  isOnline: boolean;
  recordLink: RecordLink;
  onSend: () => void;
  onDelete: () => void;
};

/** The work on one record: its kind, its dataset, its content, and its actions (AUT-32). */
function WorkRow(props: WorkRowProps) {
  const { item, dataset, isOnline } = props;
  const name = dataset === undefined ? t("settings.device.dataset", { id: shortId(item.datasetId) }) : dataset;
  const when = <When item={item} isOnline={isOnline} />;
  return (
    <tr className="align-top">
      <KindCell item={item} />
      <td className="font-strong [overflow-wrap:anywhere] max-md:hidden">
        {name ?? <span className="font-body text-soft">{t("settings.device.unknownDataset")}</span>}
      </td>
      <td className="w-2/5 max-w-0">
        <span className="block truncate font-strong md:hidden">{name ?? t("settings.device.unknownDataset")}</span>
        <What item={item} />
        <span className="block text-small text-soft md:hidden">{when}</span>
      </td>
      <td className="whitespace-nowrap text-soft max-md:hidden">{when}</td>
      <td className="text-right">
        <Actions {...props} />
      </td>
    </tr>
  );
}

function When({ item: { at, entry }, isOnline }: Pick<WorkRowProps, "item" | "isOnline">) {
  return (
    <>
      <RelativeTime at={at * 1000} />
      {entry !== null && entry.failure === null && !isOnline && t("settings.device.offline")}
    </>
  );
}

/** "Record 4f20, submitted", and below it the answers, or the reason why they were refused. */
function What({ item }: { item: WorkItem }) {
  const { recordId, entry } = item;
  const said = preview(item);
  const id = shortId(recordId);
  return (
    <>
      <span title={recordId} className="block truncate max-md:whitespace-normal">
        {entry === null
          ? t("settings.device.record", { id })
          : t("settings.device.done", { id, status: statusWord(entry).toLowerCase() })}
      </span>
      {said !== "" && (
        <span translate="no" dir="auto" className="block truncate text-small text-soft">
          {said}
        </span>
      )}
      {entry?.failure != null && (
        <span className="block text-danger text-small [overflow-wrap:anywhere]">{failureText(entry.failure)}</span>
      )}
    </>
  );
}

function Actions({ item, dataset, recordLink, onSend, onDelete }: WorkRowProps) {
  const id = shortId(item.recordId);
  const act = (action: "send" | "retry" | "open" | "delete") => ({
    "aria-label": t(`settings.device.named.${action}`, { id }),
    children: t(`settings.device.${action}`),
  });
  return (
    <span className="-my-1 inline-flex flex-wrap justify-end">
      {item.entry !== null && (
        <Button
          variant="quiet"
          size="compact"
          {...act(item.entry.failure === null ? "send" : "retry")}
          onClick={onSend}
        />
      )}
      {dataset !== null &&
        cloneElement(recordLink(item), { className: buttonClass("quiet", "compact"), ...act("open") })}
      {canDelete(item) && <Button variant="quiet" size="compact" {...act("delete")} onClick={onDelete} />}
    </span>
  );
}

const LOOKS = {
  waiting: ["text-edited", <StatusIcon key="waiting" status="edited" />],
  failed: ["text-danger", <Icon key="failed" of={CircleX} />],
  draft: ["text-draft", <StatusIcon key="draft" status="draft" />],
} as const;

/** The kind of the work as a shape and a word: waiting to be sent, refused, or typed and not sent. */
function KindCell({ item }: { item: WorkItem }) {
  const kind = kindOf(item);
  const [color, shape] = LOOKS[kind];
  return (
    <td className="whitespace-nowrap">
      <span className={`inline-flex items-center gap-2 ${color}`}>
        {shape}
        {t(`settings.device.kind.${kind}`)}
      </span>
    </td>
  );
}

/** Opens the file dialog for a file of unsent work. */
function FileButton({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="quiet" onClick={() => input.current?.click()}>
        {t("settings.takeIn.title")}
      </Button>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // Reset, so that the same file can be chosen again.
          target.value = "";
          if (file !== undefined) onFile(file);
        }}
      />
    </>
  );
}
