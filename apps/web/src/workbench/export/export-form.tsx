import { t } from "i18next";
import { sizeText } from "../../lib/i18n/size-text.ts";
import { Button } from "../../ui/button.tsx";
import { InlineError } from "../../ui/inline-error.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { Switch } from "../../ui/switch.tsx";
import { CommandCopy } from "./command-copy.tsx";
import type { ExportWish, ShownRecords } from "./export-api.ts";
import { ExportParts } from "./export-parts.tsx";
import { ExportRecords } from "./export-records.tsx";
import type { ExportRun } from "./export-runs.ts";
import { fileNameOf } from "./export-wish.ts";
import type { ExportedDataset } from "./exported-dataset.ts";
import { useExportSize } from "./use-export-size.ts";

type ExportFormProps = ExportedDataset & {
  shown: ShownRecords | null;
  wish: ExportWish;
  onWish: (wish: ExportWish) => void;
  /** The run before this one, where it brought no file. */
  ended: ExportRun | null;
  onStart: () => void;
  onCancel: () => void;
};

/** Which records, with what, in which form, and what will come of it. */
export function ExportForm(props: ExportFormProps) {
  const { api, name, kind, workspace, says, shown, wish, onWish, ended, onStart, onCancel } = props;
  const all = useExportSize(api, wish);
  const some = useExportSize(shown?.api ?? null, wish);
  const chosen = wish.shown === null ? all : some;
  return (
    <>
      <p className="-mt-1 px-6 text-soft">{workspace !== "" && t("exporting.place", { kind, workspace })}</p>
      <div className="grid grid-cols-[104px_minmax(0,1fr)] gap-x-4 gap-y-5 px-6 pt-5 max-md:grid-cols-1 max-md:gap-y-2">
        <ExportRecords shown={shown} wish={wish} onWish={onWish} all={all.data} some={some.data} />
        <ExportParts says={says} wish={wish} onWish={onWish} size={all.data} />
        <p className="pt-1 text-soft max-md:mt-2">{t("exporting.format")}</p>
        <div className="flex flex-wrap items-center justify-between gap-4">
          <SegmentedControl
            label={t("exporting.format")}
            value={wish.format}
            onChange={(format) => onWish({ ...wish, format })}
            options={[
              { value: "jsonl", label: t("exporting.jsonl") },
              { value: "csv", label: t("exporting.csv") },
            ]}
          />
          <Switch label={t("exporting.compress")} checked={wish.gzip} onChange={(gzip) => onWish({ ...wish, gzip })} />
        </div>
      </div>
      <div className="mx-6 mt-5 flex flex-wrap items-baseline gap-x-4 border-line border-t py-3">
        <span className="min-w-0 truncate font-mono font-strong text-small">{fileNameOf(name, wish)}</span>
        <span className="ml-auto text-soft">
          {chosen.data === undefined
            ? !chosen.isError && t("exporting.counting")
            : t("exporting.about", { size: sizeText(chosen.data.bytes) })}
        </span>
        {chosen.data?.records === 0 && <p className="w-full text-soft">{t("exporting.empty")}</p>}
        {chosen.isError && <InlineError message={t("exporting.uncounted")} onRetry={() => void chosen.refetch()} />}
        {ended?.state === "stopped" && <p className="w-full pt-2">{t("exporting.stopped")}</p>}
        {ended?.state === "failed" && (
          <div className="w-full pt-2">
            <InlineError
              message={ended.detail === null ? t("exporting.failed") : t("exporting.failedWhy", { why: ended.detail })}
            />
          </div>
        )}
      </div>
      <footer className="flex flex-wrap items-center justify-end gap-2 px-6 pb-5">
        {wish.shown === null && <CommandCopy dataset={{ name, workspace, says }} wish={wish} />}
        <Button variant="quiet" onClick={onCancel}>
          {t("common.cancel")}
        </Button>
        <Button variant="primary" onClick={onStart} disabled={name === ""} autoFocus={ended !== null}>
          {t("exporting.start")}
        </Button>
      </footer>
    </>
  );
}
