import { hasLabelSearch } from "@postil/domain/answers/visible-options";
import type { ShownTextRecord } from "@postil/domain/tasks/shown-record";
import { VISIBLE_LABELS } from "@postil/domain/tasks/visible-labels";
import { t } from "i18next";
import { useLatest } from "../../../lib/use-latest.ts";
import { cx } from "../../../ui/cx.ts";
import { LabelList } from "../../../workbench/labels/label-list.tsx";
import { LabelSearch } from "../../../workbench/labels/label-search.tsx";
import { moreOf } from "../../../workbench/labels/use-label-view.ts";
import { useRecentLabels } from "../../../workbench/labels/use-recent-labels.ts";
import { useSearchKeys } from "../../../workbench/labels/use-search-keys.ts";
import type { AreaProps } from "../task-kind.ts";
import { AgreementMark } from "./agreement-mark.tsx";
import { FIND_KEY } from "./label-entries.ts";
import { LabelKeys } from "./label-keys.tsx";
import { ManyLabelsHead } from "./many-labels-head.tsx";
import { useLabelChoice } from "./use-label-choice.ts";
import { useLabelProps } from "./use-label-props.ts";
import { useRecordLabels } from "./use-record-labels.ts";

const nothing = () => undefined;

/** The labels of a record, one or several to choose: pills, columns when they are many, and the rest behind "+n" (LAB-06, LAB-07). */
export function LabelChoice({ record, labels, isCursor, alone, actions }: AreaProps<ShownTextRecord>) {
  const view = useRecordLabels(record, labels, alone);
  const many = view.layout === "many";
  const recent = useRecentLabels(labels[0]?.datasetId ?? "", record.key);
  const choice = useLabelChoice({ record, view, actions, onChosen: recent.remember });
  const pick = useLatest(choice.pick);
  const toSearch = useLatest(choice.toSearch);
  const propsOf = useLabelProps({ record, view, isCursor, onPick: pick });
  const onSearchKeyDown = useSearchKeys({
    view,
    onTake: choice.take,
    onMark: ({ value }) => choice.list.current?.show(value),
    onLeave: choice.leaveSearch,
    onArrow: nothing,
  });
  const limit = alone ? null : VISIBLE_LABELS;
  const isShown = (label: string) => view.shown.some(({ value }) => value === label);
  const searchable = hasLabelSearch(labels.length, limit) && (isCursor || view.query !== "");
  const search = searchable && (
    <LabelSearch
      ref={choice.search}
      view={view}
      onKeyDown={onSearchKeyDown}
      onEscape={choice.leaveSearch}
      {...(isCursor ? { keys: FIND_KEY } : {})}
      className={many ? "flex-[0_1_220px]" : "my-0.5 flex-[0_1_176px]"}
    />
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame and a legend of its own into the row
    <div
      role="group"
      aria-label={t("classification.labels", { count: record.multiLabel ? 2 : 1 })}
      className={cx("@container pt-3", isCursor && !many && "sticky bottom-12 z-1 bg-(--row)")}
    >
      {isCursor && <LabelKeys labels={labels} isShown={isShown} onPick={pick} onFind={searchable ? toSearch : null} />}
      {many && isCursor && (
        <ManyLabelsHead
          view={view}
          single={!record.multiLabel}
          recent={recent.values}
          propsOf={propsOf}
          onGoTo={choice.goTo}
          search={search}
        />
      )}
      <LabelList
        ref={choice.list}
        recordKey={record.key}
        shown={view.shown}
        columns={view.layout !== "pills"}
        tight={!isCursor}
        propsOf={propsOf}
        onClearSearch={() => view.setQuery("")}
        note={<AgreementMark record={record} className="ml-1 h-7 self-center" />}
        more={moreOf(view, limit)}
        less={t("classification.less")}
        end={!many && search}
      />
    </div>
  );
}
