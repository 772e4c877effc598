import { RECORD_STATUSES } from "@postil/domain/records/labeled-record";
import { t } from "i18next";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { VisuallyHidden } from "../../../ui/screen-reader.tsx";
import { StatusPill } from "../../../ui/status.tsx";
import { PaceLine } from "../../../workbench/frame/pace-line.tsx";
import { percent } from "../../../workbench/frame/percent.ts";
import { useFigures } from "../queue/progress.tsx";

/** The user's own figures, one row per status (design/annotation.md#foot). */
export default function ProgressDrawer({ datasetId }: { datasetId: string }) {
  const progress = useFigures();
  if (progress === null) return null;
  const share = (count: number) => percent(progress.total === 0 ? 0 : (count / progress.total) * 100, 1);
  return (
    <section
      aria-label={t("words.progress")}
      className="mx-6 bg-paper pt-4 pb-2 shadow-[0_-1px_0_var(--line)] max-md:mx-4 wide:ml-8"
    >
      <table className="w-full tabular-nums">
        <thead>
          <tr className="h-0">
            {(["status", "records", "share"] as const).map((column) => (
              <th key={column} className="h-0 p-0 leading-0">
                <VisuallyHidden>{t(`progressDrawer.column.${column}`)}</VisuallyHidden>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {RECORD_STATUSES.map((status) => (
            <tr key={status} className="h-7">
              <th scope="row" className="p-0 text-left font-body">
                <StatusPill status={status} />
              </th>
              <td className="p-0 text-right">{progress[status].toLocaleString(LOCALE)}</td>
              <td className="w-22 p-0 text-right text-soft">{share(progress[status])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <PaceLine datasetId={datasetId} pending={progress.pending} />
    </section>
  );
}
