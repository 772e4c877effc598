import type { TypedForDataset } from "@postil/domain/outbox/work-file";
import { t } from "i18next";
import { Download, Trash2 } from "lucide-react";
import { useState } from "react";
import { useReach } from "../../../lib/connection/current.ts";
import { exportWork } from "../../../lib/device-work/export-work.ts";
import { type DeviceWork, useFreshDeviceWork } from "../../../lib/device-work/use-device-work.ts";
import { useUnreadable } from "../../../lib/device-work/use-unreadable.ts";
import { canDelete, unsentFirst, type WorkItem } from "../../../lib/device-work/work-items.ts";
import { forgetTyped } from "../../../lib/kept-work/typed-work.ts";
import { useTypedWork } from "../../../lib/kept-work/use-typed-work.ts";
import { saveJson } from "../../../lib/save-file.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { Button } from "../../../ui/button.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { Skeleton, SkeletonBar } from "../../../ui/skeleton.tsx";
import { Section } from "../section.tsx";
import { FileButton } from "./file-button.tsx";
import { shortId } from "./short-id.ts";
import { TakeInDialog } from "./take-in-dialog.tsx";
import { type TypedLink, TypedList } from "./typed-list.tsx";
import { useDatasetNames } from "./use-dataset-names.ts";
import { type RecordLink, WorkRow } from "./work-row.tsx";
import { WorkTable } from "./work-table.tsx";

const DeleteWorkDialog = lazyPart(() => import("./delete-work-dialog.tsx"));

type WorkOnDeviceProps = {
  user: { readonly id: string; readonly username: string };
  recordLink: RecordLink;
  typedLink: TypedLink;
};

/** Drafts and answers not yet saved: to go back to, to take away as a file, to delete (AUT-32, design/user-settings.md). */
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
              dataset={nameOf(item)}
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
          nameOf={(datasetId) =>
            nameOf({ recordId: "", datasetId }) ?? t("settings.device.dataset", { id: shortId(datasetId) })
          }
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

/** What is asked about before it is deleted. */
type Doomed = { readonly items: readonly WorkItem[] } | { readonly typed: TypedForDataset } | null;

type WorkActionsProps = {
  items: readonly WorkItem[];
  typed: readonly TypedForDataset[];
  user: WorkOnDeviceProps["user"];
  onDelete: (items: readonly WorkItem[]) => void;
  onFile: (file: File) => void;
};

/** What can be done with all of it. */
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
