import type { TypedForDataset } from "@postil/domain/outbox/work-file";
import { t } from "i18next";
import { Download, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { openKeptWork } from "../../lib/kept-work/kept-work.ts";
import { forgetTyped, useTypedWork } from "../../lib/kept-work/typed-work.ts";
import { countUnreadable } from "../../lib/outbox/read-entries.ts";
import { saveJson } from "../../lib/save-file.ts";
import { notify } from "../../lib/toasts/store.ts";
import { Button } from "../../ui/button.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Skeleton, SkeletonBar } from "../../ui/skeleton.tsx";
import { canDelete, type DeviceWork, exportWork, useFreshDeviceWork, type WorkItem } from "../../unsent/work-items.ts";
import { type RecordLink, type TypedLink, TypedList, useDatasetNames, WorkList } from "./device-work-list.tsx";
import { Section } from "./sections.tsx";
import { TakeInDialog } from "./take-in-work.tsx";

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
        <WorkList
          items={work.items}
          nameOf={nameOf}
          recordLink={recordLink}
          onSend={(item) => void send(item)}
          onDelete={(item) => setDoomed({ items: [item] })}
        />
      )}
      {typed.length > 0 && (
        <TypedList typed={typed} nameOf={nameOf} typedLink={typedLink} onDelete={(one) => setDoomed({ typed: one })} />
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

type Doomed = { readonly items: readonly WorkItem[] } | { readonly typed: TypedForDataset } | null;

type WorkActionsProps = {
  items: readonly WorkItem[];
  typed: readonly TypedForDataset[];
  user: WorkOnDeviceProps["user"];
  onDelete: (items: readonly WorkItem[]) => void;
  onFile: (file: File) => void;
};

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

/** Number of stored answers of a user that this page cannot read, and so cannot send. 0 until it is known. */
function useUnreadable(userId: string): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    openKeptWork("outbox")
      .all(userId)
      .then(
        (kept) => setCount(countUnreadable(kept)),
        (error: unknown) => console.error("What this browser keeps could not be read", error),
      );
  }, [userId]);
  return count;
}
