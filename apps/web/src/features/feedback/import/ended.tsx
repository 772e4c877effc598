import type { WireAdding, WireUpload } from "@postil/contract/datasets/uploads";
import { annotationPath, FEEDBACK_TASK } from "@postil/domain/datasets/dataset";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { t } from "i18next";
import { type ReactNode, useEffect } from "react";
import { datasetQuery, workspaceQuery } from "../../../lib/api/queries/dataset.ts";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Named } from "../../../ui/named.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { announce } from "../../../ui/screen-reader.tsx";
import { Doubt, ImportFrame } from "./parts.tsx";
import { DownloadRefused, RefusedRows } from "./refused-rows.tsx";
import { secondsText } from "./running.tsx";
import { Counts } from "./tried.tsx";

type EndedProps = {
  header: ReactNode;
  /** of the page */
  title: string;
  upload: WireUpload;
  beside: ReactNode;
  onOtherFile: () => void;
};

/** The dataset is there: what was stored, what was left out, and the way to it (IMP-05, IMP-06). */
export function Done({ header, upload, beside, onOtherFile }: Omit<EndedProps, "title">) {
  const { file, read, stored, refused, merged, adding } = upload;
  const { data: dataset } = useQuery({ ...datasetQuery(upload.dataset_id ?? ""), enabled: upload.dataset_id !== null });
  const { data: workspace } = useQuery(workspaceQuery(dataset?.workspaceId));
  const { task_dataset: ofTask } = upload;
  const name = ofTask?.name ?? dataset?.name ?? file;
  const workspaceName = ofTask?.workspace ?? workspace?.name;
  const path = pathOf(upload);
  const heard = adding ? t("importing.added.heard", adding) : t("importing.done.heard", { count: stored });
  useEffect(() => announce(heard), [heard]);
  const described = read - stored - refused - merged;
  const figures = [
    { name: "read", count: read },
    { name: "stored", count: stored },
    { name: "refused", count: refused },
    ...(merged > 0 ? [{ name: "merged", count: merged } as const] : []),
    ...(described > 0 ? [{ name: "described", count: described } as const] : []),
  ] as const;
  return (
    <ImportFrame
      header={header}
      title={adding ? addedTitle(adding, name) : name}
      isName={adding === null}
      besideName={t(adding === null ? "words.preview" : "importing.added.now.region")}
      beside={beside}
      foot={
        <>
          <p className="min-w-0 flex-1 basis-60 text-soft wrap-anywhere">
            {adding ? (
              <b className="font-strong text-ink">
                {t("importing.added.rows", {
                  count: read,
                  there: read - refused - adding.left,
                  left: adding.left + refused,
                })}
              </b>
            ) : (
              <>
                <b className="font-strong text-ink">{t("importing.done.rows", { stored, count: read })}</b>{" "}
                {workspaceName !== undefined && (
                  <Named of={t("importing.done.where", { workspace: workspaceName, name })} />
                )}
              </>
            )}
          </p>
          {refused > 0 && <DownloadRefused upload={upload} />}
          <Button variant="quiet" onClick={onOtherFile}>
            {t("importing.file.other")}
          </Button>
          {path !== null && (
            <Link to={path} className={buttonClass("primary", "regular")}>
              {t(adding ? "importing.added.open" : "importing.done.start")}
            </Link>
          )}
        </>
      }
      steps={
        <>
          <p className="mt-4 flex flex-wrap items-baseline gap-x-2 tabular-nums">
            <b className="text-[28px]/8 font-strong tracking-tight">{stored.toLocaleString(LOCALE)}</b>
            <span>{t(adding ? "importing.added.records" : "importing.done.records", { count: stored })}</span>
            <span className="ml-auto text-soft wrap-anywhere">
              <Named of={tookText(upload)} />
            </span>
          </p>
          <ProgressBar label={t("importing.running.progress")} percent={100} isDone className="mt-3 mb-4" />
          {adding ? (
            <>
              {hasChanged(upload) && adding.tried && <Doubt text={t("importing.added.differs", adding.tried)} />}
              <Counts upload={upload} />
            </>
          ) : (
            <dl className="flex flex-wrap gap-x-10 gap-y-2">
              {figures.map((figure) => (
                <div key={figure.name}>
                  <dt className="text-small text-soft">{t(`importing.done.figure.${figure.name}`)}</dt>
                  <dd className="font-strong text-lead tabular-nums">{figure.count.toLocaleString(LOCALE)}</dd>
                </div>
              ))}
            </dl>
          )}
          <RefusedRows title={t("importing.refused.title")} of={upload} />
        </>
      }
    />
  );
}

/** "400 records added to bank-messages" */
function addedTitle({ added, updated }: WireAdding, name: string): string {
  if (added > 0 && updated > 0) return t("importing.added.titleBoth", { added, updated, name });
  if (added > 0) return t("importing.added.titleNew", { count: added, name });
  if (updated > 0) return t("importing.added.titleUpdated", { count: updated, name });
  return t("importing.added.titleNothing", { name });
}

/** True if what became of the rows is not what the dry run said. */
const hasChanged = ({ adding, refused }: WireUpload): boolean => {
  const tried = adding?.tried ?? null;
  if (adding === null || tried === null) return false;
  const names = ["added", "updated", "unchanged", "left"] as const;
  return tried.refused !== refused || names.some((name) => tried[name] !== adding[name]);
};

function pathOf({ dataset_id: id, task_dataset: ofTask }: WireUpload): string | null {
  if (ofTask) return annotationPath({ id: "", name: ofTask.name, workspaceName: ofTask.workspace, task: ofTask.task });
  return id === null ? null : annotationPath({ id, name: "", workspaceName: "", task: FEEDBACK_TASK });
}

/** "in 6.7 sec, from chat-messages.csv" */
function tookText({ started_at, ended_at, file }: WireUpload): string {
  if (started_at === null || ended_at === null) return t("importing.done.from", { file });
  const seconds = Math.max(0, Date.parse(ended_at) - Date.parse(started_at)) / 1000;
  return t("importing.done.took", { time: secondsText(seconds, 1), file });
}

/** It failed, or the person stopped it: nothing was stored, and the file with all that was said is still there. */
export function NotDone({ onBack, ...props }: EndedProps & { onBack: () => void }) {
  const { header, title, upload, beside, onOtherFile } = props;
  const isStopped = upload.state === "stopped";
  const what = t(isStopped ? "importing.ended.stopped" : "importing.ended.failed");
  useEffect(() => announce(what), [what]);
  const isDry = upload.adding?.dry_run ?? false;
  return (
    <ImportFrame
      header={header}
      title={title}
      besideName={t(upload.adding === null ? "words.preview" : "importing.added.now.region")}
      beside={beside}
      foot={
        <>
          <p className="min-w-0 flex-1 basis-60 text-soft">
            {upload.adding === null || isDry
              ? t(isDry ? "importing.added.nothing" : "importing.ended.nothing")
              : t("importing.added.stays", { count: upload.stored })}
          </p>
          {upload.refused > 0 && <DownloadRefused upload={upload} />}
          <Button variant="quiet" onClick={onOtherFile}>
            {t("importing.file.other")}
          </Button>
          <Button variant="primary" onClick={onBack}>
            {t("importing.ended.back")}
          </Button>
        </>
      }
      steps={
        <div className="pt-6">
          <h2 className="font-strong text-title">{what}</h2>
          {upload.detail !== null && (
            <p dir="auto" className="mt-2 max-w-[72ch] text-lead wrap-anywhere">
              {upload.detail}
            </p>
          )}
          <RefusedRows title={t("importing.refused.title")} of={upload} />
        </div>
      }
    />
  );
}
