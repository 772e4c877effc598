import { t } from "i18next";
import { LOCALE } from "../../lib/i18n/locale.ts";
import { sizeText } from "../../lib/i18n/size-text.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { StatusIcon } from "../../ui/status-icon.tsx";
import type { ExportRun } from "./export-runs.ts";
import { PART_NAMES, type PartNames, quoted } from "./export-wish.ts";
import { WishWords } from "./export-words.tsx";

type ExportDoneProps = { says: PartNames; run: ExportRun; onAgain: () => void; onClose: () => void };

/** What lies where, and how it comes back. */
export function ExportDone({ says, run, onAgain, onClose }: ExportDoneProps) {
  const { progress, file, wish, bytes, startedAt, endedAt } = run;
  const seconds = Math.max(1, Math.round(((endedAt ?? startedAt) - startedAt) / 1000));
  const command = `postil import ${quoted(file)}`;
  const counts = (["records", "responses", "suggestions"] as const).filter(
    (one) => one === "records" || wish.parts.includes(one),
  );
  return (
    <>
      <WishWords says={says} wish={wish} />
      <div className="px-6 pt-5 pb-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="text-submitted">
            <StatusIcon status="submitted" />
          </span>
          <b translate="no" className="font-mono font-strong text-small">
            {file}
          </b>
          <span className="text-soft">{t("exporting.inDownloads")}</span>
        </p>
        <dl className="my-4 grid grid-cols-[120px_minmax(0,1fr)] gap-y-1">
          {progress !== null &&
            counts.map((one) => [
              <dt key={one} className="text-soft">
                {one === "records" ? t("exporting.records") : t(`exporting.${PART_NAMES[says].texts}.${one}`)}
              </dt>,
              <dd key={`${one} count`}>{progress[one].toLocaleString(LOCALE)}</dd>,
            ])}
          <dt className="text-soft">{t("exporting.size")}</dt>
          <dd>{t("exporting.sizeIn", { size: sizeText(bytes), seconds })}</dd>
        </dl>
        <p className="mb-2 text-soft">{t("exporting.importAgain")}</p>
        <div className="relative rounded-panel bg-sunken shadow-[inset_0_0_0_1px_var(--line)]">
          <pre
            translate="no"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
            tabIndex={0}
            className="overflow-x-auto py-3 pr-12 pl-4 font-mono text-small [font-variant-ligatures:none]"
          >
            {command}
          </pre>
          <CopyButton text={command} what={t("exporting.importCommand")} className="absolute top-2 right-2" />
        </div>
      </div>
      <footer className="flex items-center justify-end gap-2 px-6 pt-4 pb-5">
        <Button variant="ghost" className="mr-auto -ml-2" onClick={onAgain}>
          {t("exporting.again")}
        </Button>
        <Button variant="primary" onClick={onClose} autoFocus>
          {t("common.close")}
        </Button>
      </footer>
    </>
  );
}
