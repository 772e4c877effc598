import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { myDatasetsQuery } from "../../lib/api/queries/datasets.ts";
import { exportWork } from "../../lib/device-work/export-work.ts";
import { type DeviceWork, useDeviceWork } from "../../lib/device-work/use-device-work.ts";
import { canDelete, type WorkItem } from "../../lib/device-work/work-items.ts";
import { saveJson } from "../../lib/save-file.ts";
import { Button } from "../../ui/button.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Skeleton, SkeletonBar } from "../../ui/skeleton.tsx";
import { SettingGroup } from "./setting-row.tsx";
import { type RecordLink, WorkRow } from "./work-row.tsx";

const DeleteWorkDialog = lazyPart(() => import("./delete-work-dialog.tsx"));

type WorkOnDeviceProps = { username: string; recordLink: RecordLink };

/** Drafts and answers not yet saved: to go back to, to take away as a file, to delete (AUT-32, design/user-settings.md). */
export function WorkOnDevice(props: WorkOnDeviceProps) {
  const { t } = useTranslation();
  const work = useDeviceWork();
  return (
    <SettingGroup heading={t("settings.device.heading")} note={t("settings.device.note")}>
      {work === null ? (
        <Skeleton label={t("common.loading")}>
          <SkeletonBar width={240} height={20} />
        </Skeleton>
      ) : (
        <Work work={work} {...props} />
      )}
    </SettingGroup>
  );
}

function Work({ work, username, recordLink }: WorkOnDeviceProps & { work: DeviceWork }) {
  const { t } = useTranslation();
  const { data: datasets } = useQuery(myDatasetsQuery());
  const [doomed, setDoomed] = useState<readonly WorkItem[]>([]);
  const names = new Map(datasets?.map(({ id, name }) => [id, name]));
  const deletable = work.items.filter(canDelete);
  const save = () => saveJson(t("settings.device.file", { username }), exportWork(work.items, username, Date.now()));
  const close = () => setDoomed([]);
  return (
    <>
      {work.items.length === 0 ? (
        <p>{t("settings.device.none")}</p>
      ) : (
        <>
          <ul aria-label={t("settings.device.list")} className="max-h-96 overflow-auto border-line border-b">
            {work.items.map((item) => (
              <WorkRow
                key={item.recordId}
                item={item}
                dataset={datasets && (names.get(item.datasetId) ?? null)}
                recordLink={recordLink}
                onRetry={() => work.retry(item)}
                onDelete={() => setDoomed([item])}
              />
            ))}
          </ul>
          <div className="flex gap-2">
            <Button onClick={save}>{t("settings.device.export")}</Button>
            {deletable.length > 1 && (
              <Button variant="ghost" onClick={() => setDoomed(deletable)}>
                {t("settings.device.deleteAll")}
              </Button>
            )}
          </div>
        </>
      )}
      {doomed.length > 0 && (
        <DeleteWorkDialog
          count={doomed.length}
          whenMissing={close}
          onClose={close}
          onDelete={() => {
            work.remove(doomed);
            close();
          }}
        />
      )}
    </>
  );
}
