import { wilsonInterval } from "@postil/domain/tasks/rules-sample";
import { t } from "i18next";
import { ArrowLeft, Check, Shuffle, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/icon.tsx";
import { InlineError } from "../../../ui/no-content.tsx";
import { RecordInputs } from "../record-inputs.tsx";
import { useRulesMode } from "./rules-mode.ts";
import { Reading, SheetRow, useSheetKeys } from "./sheet-row.tsx";
import { type Mark, SAMPLE_SIZE, type Sample } from "./use-matches.ts";

const MARKS = ["ok", "ko"] as const;
const KEYS = { ok: "Y", ko: "N" } as const;

/** A random sample of the rule's records, to be marked one after the other (design/task-rules.md#sample). */
export function SampleView({ sample, className }: { sample: Sample; className: string }) {
  const { matches, records, marks, total } = sample;
  return (
    <>
      <section aria-label={t("taskRules.sample.records")} className={className}>
        <Head sample={sample} />
        {records === null && !sample.hasFailed && (
          <div className="px-6 py-4">
            <Reading matches={matches} total={total} />
          </div>
        )}
        {sample.hasFailed && <InlineError message={t("taskRules.sample.failed")} onRetry={sample.retry} />}
        {records?.length === 0 && <p className="px-6 py-4 text-soft">{t("taskRules.sample.none")}</p>}
        <Rows sample={sample} />
      </section>
      <footer className="flex min-h-(--foot) flex-none flex-wrap items-center gap-x-4 text-soft max-md:px-4">
        <span role="status" className="tabular-nums">
          {t("taskRules.sample.markedOf", { count: marks.size, total: records?.length ?? 0 })}
        </span>
        <span className="ml-auto max-md:hidden">{t("taskRules.sample.goesOn")}</span>
      </footer>
    </>
  );
}

function Head({ sample: { records, total, another } }: { sample: Sample }) {
  const { active, goTo } = useRulesMode();
  const labels = active?.labels ?? [];
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 border-line border-b px-6 py-1.5 max-md:px-4">
      {records && (
        <b className="font-strong tabular-nums">
          {t("taskRules.sample.title", { count: records.length, total: total ?? records.length })}
        </b>
      )}
      {labels.length > 0 && (
        <span className="text-soft">
          {t("taskRules.sample.question", { count: labels.length, labels: labels.join(", ") })}
        </span>
      )}
      <span className="ml-auto flex">
        {/* Shown only if there are more records than the sample holds; otherwise a new sample would be the same. While a
            sample loads, the button is inactive and keeps the focus. */}
        {total !== null && total > SAMPLE_SIZE && (
          <Button
            variant="ghost"
            size="compact"
            icon={Shuffle}
            inactive={records === null}
            onClick={() => records !== null && another()}
          >
            {t("taskRules.sample.another", { count: SAMPLE_SIZE })}
          </Button>
        )}
        <Button variant="ghost" size="compact" icon={ArrowLeft} onClick={() => goTo("records")}>
          {t("taskRules.sample.back")}
        </Button>
      </span>
    </div>
  );
}

function Rows({ sample: { records, marks, mark } }: { sample: Sample }) {
  const [place, setCursor] = useState(0);
  const last = (records?.length ?? 0) - 1;
  const cursor = Math.max(0, Math.min(place, last));
  /** A mark moves on to the next record; removing a mark does not. */
  const markAt = (at: number, value: Mark) => {
    const id = records?.[at]?.record.id;
    if (id === undefined) return;
    const isTakenBack = marks.get(String(id)) === value;
    mark(String(id), value);
    setCursor(isTakenBack ? at : Math.min(last, at + 1));
  };
  useCommands(
    MARKS.map((value) => ({
      id: `rules.sample.${value}`,
      label: t("taskRules.sample.mark", { mark: t(`taskRules.sample.${value}`) }),
      group: "answer" as const,
      // Labels that use these keys lose them meanwhile.
      shortcuts: [{ keys: KEYS[value], alone: true }],
      run: () => markAt(cursor, value),
    })),
  );
  useSheetKeys((step) => setCursor(Math.max(0, Math.min(last, cursor + step))));
  return (
    <ol className="min-h-0 flex-1 overflow-auto">
      {records?.map(({ record, keywords }, at) => {
        const id = String(record.id);
        return (
          <SheetRow
            key={id}
            isCursor={at === cursor}
            onPoint={() => setCursor(at)}
            start={at + 1}
            margin={
              <span className="flex gap-2">
                {MARKS.map((value) => (
                  <MarkButton
                    key={value}
                    mark={value}
                    place={at + 1}
                    chosen={marks.get(id) ?? null}
                    onMark={() => markAt(at, value)}
                  />
                ))}
              </span>
            }
          >
            <RecordInputs record={record} keywords={keywords} />
          </SheetRow>
        );
      })}
    </ol>
  );
}

const LOOK = {
  open: "border-line bg-surface hover:border-edge",
  chosen: "border-ink bg-surface shadow-[inset_0_0_0_var(--stroke-chosen)_var(--ink)]",
  other: "border-transparent text-soft hover:border-edge",
} as const;

/** ok or ko; its key acts on the cursor record. */
function MarkButton(props: { mark: Mark; place: number; chosen: Mark | null; onMark: () => void }) {
  const { mark, place, chosen, onMark } = props;
  const keys = KEYS[mark];
  const look = chosen === null ? "open" : chosen === mark ? "chosen" : "other";
  return (
    <button
      type="button"
      aria-pressed={chosen === mark}
      aria-keyshortcuts={keys}
      aria-description={t("taskRules.sample.record", { place })}
      onClick={(event) => {
        event.stopPropagation();
        onMark();
      }}
      className={cx(
        "inline-flex h-7 items-center gap-2 rounded-control border pr-3 pl-1 max-md:h-11 max-md:px-4",
        LOOK[look],
      )}
    >
      <span
        aria-hidden="true"
        className={cx(
          "grid size-5 place-items-center rounded-key font-[500] text-key max-md:hidden",
          look === "chosen" ? "bg-ink text-surface" : "bg-sunken text-soft",
        )}
      >
        {keys}
      </span>
      {t(`taskRules.sample.${mark}`)}
    </button>
  );
}

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
        <Count count={ok} className="text-submitted">
          <Icon of={Check} />
          {t("taskRules.sample.ok")}
        </Count>
        <Count count={marks.size - ok} className="text-edited">
          <Icon of={X} />
          {t("taskRules.sample.ko")}
        </Count>
        <Count count={(records?.length ?? 0) - marks.size} className="text-soft">
          {t("taskRules.sample.notMarked")}
        </Count>
      </dl>
      <p className="mt-2 text-small text-soft">{t("taskRules.sample.note")}</p>
    </section>
  );
}

/** Also visible in forced colours. */
const MARK = "absolute forced-color-adjust-none forced-colors:bg-[CanvasText]";

function Interval({ share, low, high }: { share: number; low: number; high: number }) {
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

function Count({ count, className, children }: { count: number; className: string; children: ReactNode }) {
  return (
    <div className="flex h-7 items-center justify-between">
      <dt>
        <span className={`inline-flex items-center gap-2 ${className}`}>{children}</span>
      </dt>
      <dd>{count}</dd>
    </div>
  );
}
