import { t } from "i18next";
import { LOCALE } from "../../lib/i18n/locale.ts";
import { sizeText } from "../../lib/i18n/size-text.ts";
import { Button } from "../../ui/button.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { type ExportRun, stopRun } from "./export-runs.ts";
import type { PartNames } from "./export-wish.ts";
import { WishWords } from "./export-words.tsx";

type ExportRunningProps = { says: PartNames; datasetId: string; run: ExportRun; onHide: () => void };

/** How far it is, and the ways out: to hide it and to stop it. */
export function ExportRunning({ says, datasetId, run, onHide }: ExportRunningProps) {
  const { progress } = run;
  return (
    <>
      <WishWords says={says} wish={run.wish} />
      <div className="px-6 pt-5 pb-1">
        {progress === null ? <Waiting /> : <Progress run={run} progress={progress} />}
      </div>
      <footer className="flex items-center justify-end gap-2 px-6 pt-3 pb-5">
        <Button variant="ghost" className="mr-auto -ml-2" onClick={onHide} autoFocus>
          {t("exporting.hide")}
        </Button>
        <Button variant="secondary" onClick={() => stopRun(datasetId)}>
          {t("exporting.stop")}
        </Button>
      </footer>
    </>
  );
}

function Waiting() {
  return <p className="text-soft">{t("exporting.waiting")}</p>;
}

type ProgressProps = { run: ExportRun; progress: NonNullable<ExportRun["progress"]> };

function Progress({ run, progress: { records, total, bytes, started_at } }: ProgressProps) {
  const percent = total === 0 ? 100 : Math.floor((records / total) * 100);
  const seconds = records === 0 ? null : ((Date.now() - run.startedAt) / 1000 / records) * (total - records);
  const time = new Date(`${started_at}Z`).toLocaleTimeString(LOCALE, {
    hour: "2-digit",
    minute: "2-digit",
    hour12: false,
  });
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <b className="font-strong text-title">{t("exporting.percent", { percent })}</b>
        <span className="text-soft">{t("exporting.recordsOf", { done: records, total })}</span>
      </div>
      <ProgressBar label={t("exporting.progress")} percent={percent} className="my-3" />
      <dl className="grid grid-cols-[120px_minmax(0,1fr)] gap-y-1">
        <dt className="text-soft">{t("exporting.written")}</dt>
        <dd>{sizeText(bytes)}</dd>
        <dt className="text-soft">{t("exporting.left")}</dt>
        <dd>
          {seconds === null
            ? t("exporting.counting")
            : seconds < 90
              ? t("exporting.seconds", { count: Math.ceil(seconds) })
              : t("exporting.minutes", { count: Math.ceil(seconds / 60) })}
        </dd>
      </dl>
      <p className="mt-4 text-soft">{t("exporting.snapshot", { time })}</p>
    </>
  );
}
