import "../../../lib/i18n/en/text-classification.ts";
import { taskDatasetKey } from "@postil/domain/tasks/record-key";
import { annotatedClasses, type ShownTextRecord } from "@postil/domain/tasks/shown-record";
import { t } from "i18next";
import { ChevronDown, Tags } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { percentText } from "../../../lib/i18n/percent.ts";
import { onKeptForDatasets } from "../../../lib/kept-work/kept-values.ts";
import { keptRules } from "../../../lib/kept-work/typed-work.ts";
import { useUser } from "../../../lib/session/store.ts";
import { Button } from "../../../ui/button.tsx";
import { textLinkClass } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/icon.tsx";
import { onDemand } from "../../../ui/on-demand.tsx";
import { VisuallyHidden } from "../../../ui/screen-reader.tsx";
import { OptionName } from "../../../workbench/labels/option-name.tsx";
import { RecordInputs } from "../record-inputs.tsx";
import { LabelsMissing } from "../state/labels-missing.tsx";
import { useTaskPage } from "../state/task-page-context.ts";
import type { AreaProps, ExploreProps, StripProps, TaskKind } from "../task-kind.ts";
import { AgreementMark, LabelChoice } from "./label-choice.tsx";

// chunk: labels

function Annotate(props: AreaProps<ShownTextRecord>) {
  return (
    <>
      <RecordInputs record={props.record} />
      {props.labels.length > 0 ? (
        <LabelChoice {...props} />
      ) : (
        <p className="mt-3 text-soft empty:hidden">
          <LabelsMissing of="classification" className={`${textLinkClass} underline`} />
        </p>
      )}
    </>
  );
}

function Explore({ record }: ExploreProps<ShownTextRecord>) {
  return (
    <>
      <RecordInputs record={record} />
      <PredictedBars record={record} />
    </>
  );
}

export const TEXT_CLASSIFICATION: TaskKind<ShownTextRecord> = {
  Annotate,
  Explore,
  MarginEnd: AnnotatedAs,
  Strip: BulkLabels,
  useKept: useRuleKept,
};

/** In the margin of a read-only row: the labels that users gave the record, and if they equal the prediction (TAN-04). */
export function AnnotatedAs({ record }: { record: ShownTextRecord }) {
  const { answer, answerOrigin } = record;
  if (answerOrigin !== "annotation" && answerOrigin !== "edit") return null;
  const labels = annotatedClasses(answer);
  return (
    <>
      <p className="font-strong wrap-anywhere text-ink">
        <VisuallyHidden>{t("classification.annotatedAs")}</VisuallyHidden>
        <bdi translate="no">{labels.length > 0 ? labels.join(", ") : t("classification.nothing")}</bdi>
      </p>
      <AgreementMark record={record} />
    </>
  );
}

/** The number of predictions shown at first. */
const FIRST = 5;

/** The predicted labels, each with a bar for its score (design/tasks.md). */
function PredictedBars({ record }: { record: ShownTextRecord }) {
  const [open, setOpen] = useState(false);
  const labels = [...(record.prediction?.labels ?? [])].sort((one, other) => other.score - one.score);
  if (labels.length === 0) return null;
  const hidden = labels.length - FIRST;
  return (
    <div className="mt-3">
      <ul
        aria-label={t("words.predictions")}
        // If all are shown, the list scrolls, also by the keyboard.
        tabIndex={open ? 0 : undefined}
        // The width follows the names, with a minimum for short names.
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
            <span className="text-right whitespace-nowrap text-suggestion tabular-nums">{percentText(score)}</span>
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
          {open ? t("words.showLess") : `+${hidden.toLocaleString(LOCALE)}`}
        </button>
      )}
    </div>
  );
}

const BulkLabelsPopover = onDemand("dialog", () => import("./bulk-labels-popover.tsx"));

/** The labels of all selected records, beside the other actions on them (TST-18). */
function BulkLabels(props: StripProps) {
  return (
    <BulkLabelsPopover
      {...props}
      trigger={
        <Button size="compact" icon={Tags} aria-label={t("classification.bulk.title")}>
          {t("words.labels")}
          <Icon of={ChevronDown} size={14} className="text-soft" />
        </Button>
      }
    />
  );
}

/**
 * The note that a rule of the dataset is typed but not saved, in any tab and mode (design/shell.md#header); null if there is
 * none.
 */
function useRuleKept(): string | null {
  const { dataset } = useTaskPage();
  const userId = useUser()?.id ?? "";
  const key = taskDatasetKey(dataset.workspaceName, dataset.name);
  const isKept = useSyncExternalStore(onKeptForDatasets, () => keptRules(userId, key).length > 0);
  return isKept ? t("classification.ruleKept") : null;
}
