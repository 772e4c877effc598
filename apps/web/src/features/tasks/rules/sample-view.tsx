import { t } from "i18next";
import { ArrowLeft, Shuffle } from "lucide-react";
import { useState } from "react";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { InlineError } from "../../../ui/inline-error.tsx";
import { RecordInputs } from "../record-inputs.tsx";
import { useRulesMode } from "./rules-mode.ts";
import { Reading, SheetRow } from "./sheet-row.tsx";
import { type Mark, SAMPLE_SIZE, type Sample } from "./use-sample.ts";

const MARKS = ["ok", "ko"] as const;
const KEYS: { readonly [M in Mark]: string } = { ok: "Y", ko: "N" };

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

/** The size of the sample, the question for each record, and the links. */
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

function Rows({ sample }: { sample: Sample }) {
  const { cursor, setCursor, markAt } = useMarking(sample);
  return (
    <ol className="min-h-0 flex-1 overflow-auto">
      {sample.records?.map(({ record, keywords }, at) => {
        const id = String(record.id);
        return (
          <SheetRow
            key={id}
            isCursor={at === cursor}
            onPoint={() => setCursor(at)}
            start={at + 1}
            margin={
              <span className="flex gap-2">
                {MARKS.map((mark) => (
                  <MarkButton
                    key={mark}
                    mark={mark}
                    keys={KEYS[mark]}
                    place={at + 1}
                    chosen={sample.marks.get(id) ?? null}
                    onMark={() => markAt(at, mark)}
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

/** A mark moves on to the next record; removing a mark does not. */
function useMarking({ records, marks, mark }: Sample) {
  const [place, setCursor] = useState(0);
  const last = (records?.length ?? 0) - 1;
  const cursor = Math.max(0, Math.min(place, last));
  const markAt = (at: number, value: Mark) => {
    const id = records?.[at]?.record.id;
    if (id === undefined) return;
    const isTakenBack = marks.get(String(id)) === value;
    mark(String(id), value);
    setCursor(isTakenBack ? at : Math.min(last, at + 1));
  };
  const row = t("taskRules.sample.moveRow");
  useCommands([
    ...MARKS.map((value) => ({
      id: `rules.sample.${value}`,
      label: t("taskRules.sample.mark", { mark: t(`taskRules.sample.${value}`) }),
      group: "answer" as const,
      // Labels that use these keys lose them meanwhile.
      shortcuts: [{ keys: KEYS[value], alone: true }],
      run: () => markAt(cursor, value),
    })),
    {
      ...{ id: "rules.next", label: t("taskRules.sample.next"), group: "move", row, repeats: true },
      shortcuts: [{ keys: "J" }],
      run: () => setCursor(Math.min(last, cursor + 1)),
    },
    {
      ...{ id: "rules.previous", label: t("taskRules.sample.previous"), group: "move", row, repeats: true },
      shortcuts: [{ keys: "K" }],
      run: () => setCursor(Math.max(0, cursor - 1)),
    },
  ]);
  return { cursor, setCursor, markAt };
}

type MarkButtonProps = { mark: Mark; keys: string; place: number; chosen: Mark | null; onMark: () => void };

const LOOK = {
  open: "border-line bg-surface hover:border-edge",
  chosen: "border-ink bg-surface shadow-[inset_0_0_0_var(--stroke-chosen)_var(--ink)]",
  other: "border-transparent text-soft hover:border-edge",
} as const;

/** ok or ko; its key acts on the cursor record. */
function MarkButton({ mark, keys, place, chosen, onMark }: MarkButtonProps) {
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
