import type { WireUpload } from "@postil/contract/datasets/uploads";
import { useQueryClient } from "@tanstack/react-query";
import { t } from "i18next";
import { Check, Square } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import "../../../lib/api/manager-routes.ts";
import { api } from "../../../lib/api/api.ts";
import { isLost, isRunning, uploadQuery } from "../../../lib/api/queries/uploads.ts";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { InlineError } from "../../../ui/no-content.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { announce } from "../../../ui/screen-reader.tsx";
import { FoldedFile, FoldedStep, failureText, ImportFrame } from "./parts.tsx";
import { RefusedRows } from "./refused-rows.tsx";

/** What was said of the dataset, one line each; null: by another visit of the page. */
export type Summary = {
  readonly columns: string;
  readonly questions: readonly { readonly key: string; readonly title: string }[];
  readonly dataset: string;
};

type RunningProps = {
  header: ReactNode;
  /** of the page */
  title: string;
  upload: WireUpload;
  /** rows of the file, if they are known */
  rows: number | null;
  summary: Summary | null;
  beside: ReactNode;
};

/** An import while the server works on it (IMP-05). */
export function Running({ header, title, upload, rows, summary, beside }: RunningProps) {
  const { state, read, stored, adding } = upload;
  const isStoring = state === "storing";
  const done = isStoring && adding === null ? stored : read;
  const all = adding !== null ? upload.total : isStoring ? upload.total : rows;
  const percent = all === null || all === 0 ? undefined : Math.min(100, (100 * done) / all);
  const pace = usePace(state, done, all);
  useProgressSaid(adding?.dry_run ? "trying" : state, percent);
  const lines =
    summary &&
    ([
      [2, "columns", summary.columns],
      [
        3,
        "questions",
        summary.questions.map(({ key, title }) => (
          <bdi key={key} translate="no" className="mr-2">
            {title}
          </bdi>
        )),
      ],
      [
        4,
        "dataset",
        <bdi key="dataset" translate="no">
          {summary.dataset}
        </bdi>,
      ],
    ] as const);
  return (
    <ImportFrame
      header={header}
      title={title}
      besideName={t(adding === null ? "words.preview" : "importing.added.now.region")}
      beside={beside}
      foot={<StopFoot upload={upload} />}
      steps={
        <>
          <FoldedFile upload={upload} />
          {lines?.map(([number, step, said]) => (
            <FoldedStep key={step} number={number} title={t(`importing.${step}.title`)} icon={Check} said={said} />
          ))}
          <p className="mt-5 flex flex-wrap items-baseline gap-x-2 tabular-nums">
            <b className="text-[28px]/8 font-strong tracking-tight">{done.toLocaleString(LOCALE)}</b>
            <span>
              {t(
                adding !== null
                  ? `importing.added.${adding.dry_run ? "checking" : "storing"}`
                  : isStoring
                    ? "importing.running.stored"
                    : "importing.running.checked",
                { of: ofText(all) },
              )}
            </span>
            <span className="ml-auto text-soft">{pace}</span>
          </p>
          <ProgressBar label={t("importing.running.progress")} percent={percent} className="mt-3 mb-4" />
          <p className="text-soft">{t(goesOnText(adding))}</p>
          <RefusedRows title={t("importing.refused.soFar")} of={upload} />
        </>
      }
    />
  );
}

const goesOnText = (adding: WireUpload["adding"]) =>
  adding === null ? "importing.running.goesOn" : adding.dry_run ? "importing.trial.goesOn" : "importing.added.goesOn";

const ofText = (all: number | null): string => (all === null ? "" : t("importing.running.of", { count: all }));

/** "1,940 rows a second, about 2 s left", measured since this page saw the step begin. */
function usePace(state: string, done: number, all: number | null): string {
  const first = useRef({ state, done, at: performance.now() });
  const [pace, setPace] = useState("");
  useEffect(() => {
    const now = performance.now();
    if (first.current.state !== state) first.current = { state, done, at: now };
    const rate = ((done - first.current.done) * 1000) / (now - first.current.at);
    if (!Number.isFinite(rate) || rate <= 0) return;
    const left = all === null ? null : Math.max(0, (all - done) / rate);
    setPace(
      [
        t("importing.running.rate", { count: Math.round(rate) }),
        left !== null && t("importing.running.left", { time: secondsText(left) }),
      ]
        .filter(Boolean)
        .join(", "),
    );
  }, [state, done, all]);
  return pace;
}

const unit = (name: "second" | "minute" | "hour", value: number, maximumFractionDigits = 0) =>
  new Intl.NumberFormat(LOCALE, { style: "unit", unit: name, unitDisplay: "short", maximumFractionDigits }).format(
    value,
  );

/** "2 sec", "6.7 sec", "4 min" */
export function secondsText(seconds: number, digits = 0): string {
  if (seconds < 60) return unit("second", digits === 0 ? Math.ceil(seconds) : seconds, digits);
  if (seconds < 3600) return unit("minute", Math.round(seconds / 60));
  return unit("hour", seconds / 3600, 1);
}

/** Screen readers hear each step of the import, and each quarter of it. */
function useProgressSaid(state: string, percent: number | undefined): void {
  const quarter = percent === undefined ? 0 : Math.floor(percent / 25);
  useEffect(() => {
    const step = t(
      state === "trying"
        ? "importing.trial.trying"
        : state === "storing"
          ? "importing.running.storing"
          : "importing.running.checking",
    );
    announce(quarter === 0 ? step : t("importing.running.heard", { step, percent: quarter * 25 }));
  }, [state, quarter]);
}

function StopFoot({ upload }: { upload: WireUpload }) {
  const client = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const [isGoing, setGoing] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const isAdding = upload.adding !== null;
  /** What the server says now; a reply that was on its way is too old. */
  const look = async () => {
    const query = uploadQuery(upload.id);
    await client.cancelQueries({ queryKey: query.queryKey, exact: true });
    return client.fetchQuery({ ...query, staleTime: 0 });
  };
  /** The page says itself that the import is lost. */
  const tell = (error: unknown) => {
    if (!isLost(error)) setFailed(failureText(error));
  };
  const stop = async () => {
    setGoing(true);
    setFailed(null);
    try {
      // What has ended meanwhile would be forgotten, and the page could not say what came of it.
      if (isRunning(await look())) {
        await api.call("deleteUpload", { params: { upload_id: upload.id } }, { quiet: true });
        if ((await look()).state === "stopped") announce(t("importing.running.stopped"));
      }
    } catch (error) {
      tell(error);
      if (isLost(error)) await look().catch(tell);
    }
    setGoing(false);
    setAsked(false);
  };
  return (
    <>
      <p className="min-w-0 flex-1 basis-60 text-soft">
        {t(
          upload.adding === null
            ? "importing.running.foot"
            : upload.adding.dry_run
              ? "importing.added.dryFoot"
              : "importing.added.foot",
        )}
        {failed !== null && <InlineError message={failed} />}
      </p>
      <Button icon={Square} onClick={() => (upload.adding?.dry_run ? void stop() : setAsked(true))}>
        {t("forms.stop")}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={t(isAdding ? "importing.added.stopTitle" : "importing.running.stopTitle")}
          action={t("forms.stop")}
          isGoing={isGoing}
          onClose={() => setAsked(false)}
          onConfirm={() => void stop()}
        >
          <p>{t(isAdding ? "importing.added.stopText" : "importing.running.stopText")}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
