import { paceOf, roughly } from "@postil/domain/queue/pace";
import { t } from "i18next";
import "../../lib/i18n/en/drawers.ts";
import { usePreference } from "../../lib/preferences/store.ts";
import { Phrase } from "../../ui/phrase.tsx";
import { useWorkDay } from "./use-work-day.ts";

/** "41 today, 52 s per record, at this pace about 5 h left" (design/annotation.md#foot). The user can switch it off. */
export function PaceLine({ datasetId, pending }: { datasetId: string; pending: number }) {
  const [shown] = usePreference("showPace");
  return shown ? <Line datasetId={datasetId} pending={pending} /> : null;
}

function Line({ datasetId, pending }: { datasetId: string; pending: number }) {
  const { today, secondsPerRecord, secondsLeft } = paceOf(useWorkDay(datasetId), pending);
  return (
    <p className="mt-2 flex flex-wrap gap-x-6 text-small text-soft tabular-nums [&_b]:text-ink">
      <span>
        <Phrase of="pace.today" values={{ count: today }} parts={BOLD} />
      </span>
      {secondsPerRecord !== null && (
        <span>
          <Phrase of="pace.perRecord" values={{ time: shortTime(secondsPerRecord) }} parts={BOLD} />
        </span>
      )}
      {secondsLeft !== null && (
        <span>
          <Phrase of="pace.left" values={{ time: longTime(secondsLeft) }} parts={BOLD} />
        </span>
      )}
    </p>
  );
}

const BOLD = { b: (text: string) => <b>{text}</b> };

/** "4.2 s", "52 s", "3 min 20 s" */
function shortTime(seconds: number): string {
  if (seconds < 9.95) return t("pace.seconds", { count: Math.round(seconds * 10) / 10 });
  const whole = Math.round(seconds);
  if (whole < 120) return t("pace.seconds", { count: whole });
  return t("pace.minutesAndSeconds", { minutes: Math.floor(whole / 60), seconds: whole % 60 });
}

/** "12 min", "1 h 20", "5 h" */
function longTime(seconds: number): string {
  const { hours, minutes } = roughly(seconds);
  if (hours === 0) return t("pace.minutes", { count: minutes });
  return minutes === 0 ? t("pace.hours", { count: hours }) : t("pace.hoursAndMinutes", { hours, minutes });
}
