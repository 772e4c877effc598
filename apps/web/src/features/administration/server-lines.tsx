import type { CommandLine } from "@postil/contract/info";
import { type Backups, isMostlyFree, type StoreFile } from "@postil/domain/accounts/backups";
import type { Warning } from "@postil/domain/accounts/warnings";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { t } from "i18next";
import { CircleAlert } from "lucide-react";
import { api } from "../../lib/api/api.ts";
import { serverStateQuery, storeFileQuery } from "../../lib/api/queries/administration.ts";
import { homeQuery } from "../../lib/api/queries/datasets.ts";
import { queryClient } from "../../lib/api/query-client.ts";
import { LOCALE } from "../../lib/i18n/locale.ts";
import { sizeText } from "../../lib/i18n/size-text.ts";
import { absoluteTime, toMilliseconds } from "../../lib/i18n/times.ts";
import { notify } from "../../lib/toasts/store.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { announce } from "../../ui/screen-reader.tsx";
import { sayFailure } from "./form-dialog.tsx";

/** Loads the lines before the page is shown, so that they do not push its list down. Without an answer there are no lines. */
export const loadServerLines = (): Promise<unknown> =>
  Promise.all([
    queryClient.prefetchQuery(serverStateQuery()),
    queryClient.prefetchQuery(storeFileQuery()),
    queryClient.prefetchQuery(homeQuery),
  ]);

/**
 * What owners are told of their server: what is about to go wrong (WAT-07), a store that is mostly free (BAK-12), and the last backup (BAK-08). If nothing is wrong, that
 * stands beside the tabs where there is room.
 */
export function ServerLines() {
  const { data } = useQuery(serverStateQuery());
  const isNone = data !== undefined && isWithoutBackup(data.backups);
  const { data: file } = useQuery(storeFileQuery());
  const isFree = file !== undefined && isMostlyFree(file);
  const { data: at } = useQuery({ ...homeQuery, enabled: isNone || isFree });
  if (data === undefined || (isNone && at === undefined)) return null;
  const { backups, warnings } = data;
  const missing = wrongIn(backups, isNone ? at : undefined);
  const free = isFree && at !== undefined ? freeText(file, at) : null;
  const wrong = [...warnings.map(warningText), missing, free].filter((text) => text !== null);
  const made = [backups.running && runningText(backups.running), backups.last && lastText(backups.last)];
  const well = made.filter((text) => text !== null).join(" ");
  const mayBackUp = backups.folder !== null;
  if (wrong.length === 0 && !well && !mayBackUp) return null;
  return (
    <section
      aria-label={t("serverState.title")}
      className={cx(
        "flex flex-col gap-1 py-2 text-small text-soft",
        wrong.length === 0 && "min-[900px]:absolute min-[900px]:top-1 min-[900px]:right-0",
      )}
    >
      {wrong.map((text) => (
        <p key={text} className="flex gap-x-1.5">
          <CircleAlert aria-hidden className="mt-[3px] size-3.5 flex-none text-edited" />
          <span className="min-w-0 break-words">{text}</span>
        </p>
      ))}
      {(well || mayBackUp) && (
        <div className="flex">
          {well && <p className="mr-1.5 min-w-0 break-words">{well}</p>}
          {mayBackUp && <BackUpNow isRunning={backups.running !== null} />}
        </div>
      )}
    </section>
  );
}

/** Where the backup goes is the operator's choice (BAK-14). */
function BackUpNow({ isRunning }: { readonly isRunning: boolean }) {
  const client = useQueryClient();
  const press = async () => {
    if (isRunning) {
      notify({ message: t("backups.already"), type: "error" });
      return;
    }
    try {
      await api.call("makeBackup", { body: { path: null, force: false } }, { quiet: true });
      announce(t("backups.begun"));
    } catch (error) {
      notify({ message: sayFailure(error), type: "error" });
    } finally {
      await client.invalidateQueries({ queryKey: serverStateQuery().queryKey });
    }
  };
  return (
    <Button
      variant="ghost"
      size="compact"
      className="-my-1.5 flex-none self-center first:-ml-2 max-md:-my-3"
      inactive={isRunning}
      onClick={() => void press()}
    >
      {t("backups.now")}
    </Button>
  );
}

const isWithoutBackup = ({ elsewhere, last, failed, running }: Backups): boolean =>
  !elsewhere && last === null && failed === null && running === null;

function warningText(warning: Warning): string {
  switch (warning.kind) {
    case "disk":
      return t("serverState.disk", { free: sizeText(warning.free), total: sizeText(warning.total) });
    case "backup_disk":
      return t("serverState.backupDisk", { free: sizeText(warning.free), total: sizeText(warning.total) });
    case "memory":
      return t(`serverState.memory.${warning.of}`, { used: sizeText(warning.used), limit: sizeText(warning.limit) });
    case "clock":
      return t(`serverState.clock.${warning.how}`, { by: spanText(warning.by) });
    case "certificate":
      return t(warning.expired ? "serverState.expired" : "serverState.expires", {
        host: warning.host,
        at: timeText(warning.until),
      });
  }
}

/** "12 minutes", "3 hours". */
function spanText(by: number): string {
  const minutes = Math.round(by / 60_000_000);
  const [value, unit] = minutes < 120 ? [minutes, "minute"] : [Math.round(minutes / 60), "hour"];
  return new Intl.NumberFormat(LOCALE, { style: "unit", unit, unitDisplay: "long" }).format(value);
}

/** `none`: how a backup is made, if there is none. */
function wrongIn({ failed }: Backups, none: CommandLine | undefined): string | null {
  if (failed !== null) return t("backups.failed", { at: timeText(failed.at), why: failed.why });
  return none === undefined ? null : t("backups.none", none);
}

const timeText = (at: number): string => absoluteTime(toMilliseconds(at));

const freeText = ({ bytes, free }: StoreFile, at: CommandLine): string =>
  t("backups.free", { free: sizeText(free), size: sizeText(bytes), command: at.command });

const lastText = ({ at, bytes }: NonNullable<Backups["last"]>): string =>
  t("backups.last", { at: timeText(at), size: sizeText(bytes) });

function runningText({ done, total, verifying }: NonNullable<Backups["running"]>): string {
  const share = (total === 0 ? 0 : Math.min(1, done / total)).toLocaleString(LOCALE, { style: "percent" });
  return t(verifying ? "backups.verifying" : "backups.running", { share });
}
