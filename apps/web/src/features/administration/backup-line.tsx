import type { CommandLine } from "@postil/contract/info";
import type { Backups } from "@postil/domain/accounts/backups";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { CircleAlert } from "lucide-react";
import { backupsQuery } from "../../lib/api/queries/administration.ts";
import { homeQuery } from "../../lib/api/queries/datasets.ts";
import { LOCALE } from "../../lib/i18n/locale.ts";
import { sizeText } from "../../lib/i18n/size-text.ts";
import { absoluteTime, toMilliseconds } from "../../lib/i18n/times.ts";
import { cx } from "../../ui/cx.ts";

/** Tells owners of the last backup (BAK-08): beside the tabs where there is room, and below them if something is wrong. */
export function BackupLine() {
  const { data } = useQuery(backupsQuery());
  const isNone = data?.last === null && data.failed === null && data.running === null;
  const { data: at } = useQuery({ ...homeQuery, enabled: isNone });
  if (data === undefined || (isNone && at === undefined)) return null;
  const wrong = wrongIn(data, isNone ? at : undefined);
  const texts = [wrong, data.running && runningText(data.running), data.last && lastText(data.last)];
  return (
    <section
      aria-label={t("backups.title")}
      className={cx(
        "flex gap-x-1.5 py-2 text-small text-soft",
        wrong === null && "min-[900px]:absolute min-[900px]:top-1 min-[900px]:right-0",
      )}
    >
      {wrong !== null && <CircleAlert aria-hidden className="mt-[3px] size-3.5 flex-none text-edited" />}
      <p className="min-w-0 break-words">{texts.filter((text) => text !== null).join(" ")}</p>
    </section>
  );
}

/** `none`: how a backup is made, if there is none. */
function wrongIn({ failed }: Backups, none: CommandLine | undefined): string | null {
  if (failed !== null) return t("backups.failed", { at: timeText(failed.at), why: failed.why });
  return none === undefined ? null : t("backups.none", none);
}

const timeText = (at: number): string => absoluteTime(toMilliseconds(at));

const lastText = ({ at, bytes }: NonNullable<Backups["last"]>): string =>
  t("backups.last", { at: timeText(at), size: sizeText(bytes) });

function runningText({ done, total, verifying }: NonNullable<Backups["running"]>): string {
  const share = (total === 0 ? 0 : Math.min(1, done / total)).toLocaleString(LOCALE, { style: "percent" });
  return t(verifying ? "backups.verifying" : "backups.running", { share });
}
