import type { ShownTextRecord } from "@postil/domain/tasks/shown-record";
import { t } from "i18next";
import { useState } from "react";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { usePercent } from "../../../lib/i18n/use-percent.ts";
import { OptionName } from "../../../workbench/labels/option-name.tsx";

/** So many predictions stand there at first, the best ones. */
const FIRST = 5;

/** What was predicted, each with a bar as long as its score (design/tasks.md). */
export function PredictedBars({ record }: { record: ShownTextRecord }) {
  const percentOf = usePercent();
  const [open, setOpen] = useState(false);
  const labels = [...(record.prediction?.labels ?? [])].sort((one, other) => other.score - one.score);
  if (labels.length === 0) return null;
  const hidden = labels.length - FIRST;
  return (
    <div className="mt-3">
      <ul
        aria-label={t("classification.predictions")}
        // All of them scroll, also by the keyboard.
        tabIndex={open ? 0 : undefined}
        // As wide as its names need, from the room of a short one on.
        className="grid max-h-80 grid-cols-[fit-content(320px)_minmax(0,200px)_56px] content-start gap-x-2 overflow-y-auto max-md:grid-cols-[fit-content(60%)_minmax(0,1fr)_56px]"
      >
        {(open ? labels : labels.slice(0, FIRST)).map(({ class_label, score }) => (
          <li key={class_label} className="col-span-full grid h-6 grid-cols-subgrid items-center">
            <span title={class_label} className="min-w-32">
              <OptionName text={class_label} />
            </span>
            <span aria-hidden="true" className="flex">
              <span
                className="h-1 rounded-r-[2px] bg-[color-mix(in_srgb,var(--suggestion)_60%,var(--surface))] forced-colors:bg-[CanvasText]"
                style={{ width: `${Math.min(1, Math.max(0, score)) * 100}%` }}
              />
            </span>
            <span className="text-right whitespace-nowrap text-suggestion tabular-nums">{percentOf(score)}</span>
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <button
          type="button"
          data-more=""
          aria-expanded={open}
          aria-label={open ? undefined : t("classification.morePredictions", { count: hidden })}
          onClick={() => setOpen(!open)}
          className="h-7 text-accent tabular-nums max-md:h-11"
        >
          {open ? t("classification.less") : `+${hidden.toLocaleString(LOCALE)}`}
        </button>
      )}
    </div>
  );
}
