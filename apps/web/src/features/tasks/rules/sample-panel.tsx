import { wilsonInterval } from "@postil/domain/tasks/rules-sample";
import { t } from "i18next";
import { Check, X } from "lucide-react";
import { cx } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/icon.tsx";
import type { Sample } from "./use-sample.ts";

const percent = (share: number) => Math.round(share * 100);

/** The precision of the rule by the marks, beside its precision by annotations. */
export function SamplePanel({ sample: { marks, records } }: { sample: Sample }) {
  const ok = [...marks.values()].filter((mark) => mark === "ok").length;
  const interval = wilsonInterval(ok, marks.size);
  return (
    <section aria-labelledby="estimate-title" className="mb-6">
      <h2 id="estimate-title" className="font-strong text-small">
        {t("taskRules.sample.estimate")}
      </h2>
      <p className="flex items-baseline justify-between gap-4 tabular-nums">
        <b className="font-strong text-[28px]/9">
          {interval === null
            ? t("taskRules.metric.unknown")
            : t("taskRules.metric.percent", { share: percent(interval.share) })}
        </b>
        {interval && (
          <span className="text-soft">
            {t("taskRules.sample.interval", { low: percent(interval.low), high: percent(interval.high) })}
          </span>
        )}
      </p>
      {interval && <Interval {...interval} />}
      <dl className="mt-3 tabular-nums">
        <Count term={<Term icon={Check} text={t("taskRules.sample.ok")} tone="text-submitted" />} count={ok} />
        <Count term={<Term icon={X} text={t("taskRules.sample.ko")} tone="text-edited" />} count={marks.size - ok} />
        <Count
          term={<span className="text-soft">{t("taskRules.sample.notMarked")}</span>}
          count={(records?.length ?? 0) - marks.size}
        />
      </dl>
      <p className="mt-2 text-small text-soft">{t("taskRules.sample.note")}</p>
    </section>
  );
}

type IntervalProps = { share: number; low: number; high: number };

/** Also visible in forced colours. */
const MARK = "absolute forced-color-adjust-none forced-colors:bg-[CanvasText]";

function Interval({ share, low, high }: IntervalProps) {
  const spoken = { share: percent(share), low: percent(low), high: percent(high) };
  return (
    <>
      <div role="img" aria-label={t("taskRules.sample.intervalSpoken", spoken)} className="relative my-2 h-4">
        <i className={cx(MARK, "inset-x-0 top-[7px] h-0.5 bg-line")} />
        <i
          className={cx(MARK, "top-1.5 h-1 rounded-full bg-soft")}
          style={{ left: `${low * 100}%`, width: `${(high - low) * 100}%` }}
        />
        <i className={cx(MARK, "top-0 -ml-px h-4 w-0.5 bg-ink")} style={{ left: `${share * 100}%` }} />
      </div>
      <p aria-hidden="true" className="flex justify-between text-soft text-small tabular-nums">
        <span>0</span>
        <span>50</span>
        <span>{t("taskRules.metric.percent", { share: 100 })}</span>
      </p>
    </>
  );
}

type TermProps = { icon: typeof Check; text: string; tone: string };

function Term({ icon, text, tone }: TermProps) {
  return (
    <span className={`inline-flex items-center gap-2 ${tone}`}>
      <Icon of={icon} />
      {text}
    </span>
  );
}

function Count({ term, count }: { term: React.ReactNode; count: number }) {
  return (
    <div className="flex h-7 items-center justify-between">
      <dt>{term}</dt>
      <dd>{count}</dd>
    </div>
  );
}
