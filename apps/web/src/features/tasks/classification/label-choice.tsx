import { indexLabels, type LabelIndex, type NumberedOption } from "@postil/domain/labels/label-search";
import { hasLabelSearch, labelLayout } from "@postil/domain/labels/visible-options";
import { type GlobalLabel, isTooLong, labelKeyAt, pickKeyOf, VISIBLE_LABELS } from "@postil/domain/tasks/labels";
import { type LabelChoice as Choice, chooseLabel, takeLabel, visibleLabels } from "@postil/domain/tasks/record-labels";
import { agreement, annotatedClasses, type ShownTextRecord } from "@postil/domain/tasks/shown-record";
import { t } from "i18next";
import { Check, X } from "lucide-react";
import { type ReactNode, useCallback, useMemo, useRef } from "react";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";
import { useTakenLetters } from "../../../lib/commands/keys-here.ts";
import { percentText } from "../../../lib/i18n/percent.ts";
import { usePreference } from "../../../lib/preferences/store.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import { cx } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/icon.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { AnswerChips, OneAnswer } from "../../../workbench/labels/answer-chips.tsx";
import { LabelList, type LabelListHandle, useFocusLater } from "../../../workbench/labels/label-list.tsx";
import type { LabelOptionProps } from "../../../workbench/labels/label-option.tsx";
import { LabelSearch, useSearchKeys } from "../../../workbench/labels/label-search.tsx";
import { focusInPanel, lookOf } from "../../../workbench/labels/option-focus.ts";
import { type LabelView, moreOf, useLabelView } from "../../../workbench/labels/use-label-view.ts";
import { useRecentLabels } from "../../../workbench/labels/use-recent-labels.ts";
import type { AreaProps } from "../task-kind.ts";
import { FIND_KEY, labelEntries } from "./label-commands.ts";

const nothing = () => undefined;

/**
 * The labels of a record, to choose one or several: pills, or columns if there are many, with the rest behind "+n" (LAB-06,
 * LAB-07).
 */
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
        less={t("words.showLess")}
        end={!many && search}
      />
    </div>
  );
}

/** Shows if the annotation equals the prediction; nothing if there is nothing to compare (TAN-04, TAN-05). */
export function AgreementMark({ record, className }: { record: ShownTextRecord; className?: string }) {
  const agrees = agreement(record);
  if (agrees === null) return null;
  return (
    <span className={cx("inline-flex items-center gap-1 whitespace-nowrap text-small text-soft", className)}>
      <Icon of={agrees === "ok" ? Check : X} size={14} />
      {t(`classification.agreement.${agrees}`)}
    </span>
  );
}

/**
 * The keys of the labels, for the cursor record: digits also for hidden labels, letters as the keyboard prints them (LAB-04,
 * LAB-21).
 */
function LabelKeys(props: {
  labels: readonly GlobalLabel[];
  /** True if the label is visible, with its key. */
  isShown: (label: string) => boolean;
  onPick: (label: string) => void;
  /** Moves to the box that finds labels; null if there is no such box. */
  onFind: (() => void) | null;
}) {
  const { labels, isShown, onPick, onFind } = props;
  const picks = labels.flatMap(({ text, shortcut }) => {
    // Most of thousands of labels have no key, so they need no check.
    const keys = shortcut === null ? null : pickKeyOf(shortcut, isShown(text));
    return keys === null ? [] : [{ keys, text }];
  });
  useTakenLetters(picks.map(({ keys }) => keys));
  useCommands([
    ...labelEntries(onFind),
    ...picks.map(({ keys, text }) => ({
      id: `labels.${keys}`,
      label: text,
      shortcuts: [{ keys, alone: true }],
      run: () => onPick(text),
    })),
  ]);
  return null;
}

/** Not loaded before the user has chosen a label. */
const RecentLabels = lazyPart(() => import("../../../workbench/labels/recent-labels.tsx"));

type ManyLabelsHeadProps = {
  view: LabelView;
  /** only one label can be chosen: its place is kept free, so that nothing moves from record to record */
  single: boolean;
  recent: readonly string[];
  propsOf: (option: NumberedOption) => LabelOptionProps;
  onGoTo: (label: string) => void;
  search: ReactNode;
};

/** Stays in view above labels in columns: the search, the recent labels, and the chosen labels with their full names. */
function ManyLabelsHead({ view, single, recent, propsOf, onGoTo, search }: ManyLabelsHeadProps) {
  const { index, selected } = view;
  const optionsOf = (labels: Iterable<string>) => [...labels].flatMap((label) => index.byValue.get(label) ?? []);
  const chosen = optionsOf(selected);
  const chips = chosen.length > 0 && <AnswerChips options={chosen} propsOf={propsOf} onGoTo={onGoTo} />;
  return (
    <div className="sticky top-0 z-1 mb-1 grid gap-1 bg-surface py-1">
      {!single && <div className="min-h-7">{chips}</div>}
      <div className="flex items-center gap-3 @max-[480px]:flex-wrap">
        {search}
        <RecentLabels options={optionsOf(recent)} propsOf={propsOf} />
        {single && <OneAnswer longest={index.longest}>{chips}</OneAnswer>}
      </div>
    </div>
  );
}

type ChoiceSource = Pick<AreaProps<ShownTextRecord>, "record" | "actions"> & {
  view: LabelView;
  onChosen: (label: string) => void;
};

function useLabelChoice({ record, view, actions, onChosen }: ChoiceSource) {
  const { index, selected, setQuery } = view;
  const list = useRef<LabelListHandle>(null);
  const search = useRef<HTMLInputElement>(null);
  const focusLater = useFocusLater(list);
  const act = (label: string, choice: Choice) => {
    // A label that the server would refuse is not sent.
    if (isTooLong(label)) return void notify({ message: t("tasks.labelTooLong"), type: "warning" });
    if (!selected.has(label)) onChosen(label);
    if (choice.does === "resetAnnotation") actions.resetAnnotation(record);
    else if (choice.does === "edit") actions.edit({ record, answer: choice.answer, untouched: choice.untouched });
    else actions.answer({ record, answer: choice.answer });
  };
  const goTo = (label: string) => {
    setQuery("");
    focusLater(label);
  };
  return {
    list,
    search,
    pick: (label: string) => act(label, chooseLabel(record, label)),
    goTo,
    take: ({ value }: NumberedOption) => {
      const choice = takeLabel(record, value);
      goTo(value);
      if (choice !== null) act(value, choice);
    },
    toSearch: () => focusInPanel(search.current),
    leaveSearch: () => {
      const first = [...selected][0] ?? index.options[0]?.value;
      if (first !== undefined) goTo(first);
    },
  };
}

const indexes = new WeakMap<readonly GlobalLabel[], LabelIndex>();

/** Built once for all rows. */
function indexOfLabels(labels: readonly GlobalLabel[]): LabelIndex {
  const known = indexes.get(labels);
  if (known !== undefined) return known;
  const index = indexLabels(labels.map(({ text }) => ({ value: text, text, description: null })));
  indexes.set(labels, index);
  return index;
}

/** The labels that a record's row shows. If the record is the only one on the page, all labels are shown (LAB-06, LAB-07). */
export function useRecordLabels(record: ShownTextRecord, labels: readonly GlobalLabel[], alone: boolean): LabelView {
  const index = indexOfLabels(labels);
  const selected = useMemo(() => new Set(annotatedClasses(record.answer)), [record.answer]);
  const show = useCallback(
    ({ query, expanded }: { readonly query: string; readonly expanded: boolean }) =>
      visibleLabels(index, record, { limit: alone || expanded ? null : VISIBLE_LABELS, query }),
    [index, record, alone],
  );
  const layout = (expanded: boolean) => labelLayout(labels.length, alone ? null : VISIBLE_LABELS, expanded);
  return useLabelView({ id: record.key, recordKey: record.key, index, selected, show, layout });
}

type LabelSource = { record: ShownTextRecord; view: LabelView; isCursor: boolean; onPick: (label: string) => void };

/** The look of each label in a row: dotted if a model chose it, solid if a user did. Only the cursor record shows its key. */
export function useLabelProps(source: LabelSource): (option: NumberedOption) => LabelOptionProps {
  const { record, view, isCursor } = source;
  const { selected, query, marked, layout } = view;
  const [showCaps] = usePreference("showKeyCaps");
  const onPick = useLatest(source.onPick);
  const scores = useMemo(
    () => new Map(record.prediction?.labels.map(({ class_label, score }) => [class_label, score])),
    [record.prediction],
  );
  const isSuggested = (label: string) => record.untouched.includes(label) && selected.has(label);
  return ({ value, number }) => {
    const percent = percentText(scores.get(value));
    const tooLong = isTooLong(value);
    return {
      value,
      text: value,
      description: tooLong ? t("tasks.labelTooLong") : null,
      cap: isCursor && !tooLong ? pickKeyOf(labelKeyAt(number - 1), true) : null,
      look: lookOf(selected.has(value), record.untouched.includes(value)),
      shape: layout !== "pills" ? "row" : isCursor ? "pill" : "small",
      spoken: percent && t(isSuggested(value) ? "classification.onlyPredicted" : "words.predicted", { score: percent }),
      percent,
      scoreAbove: false,
      round: !record.multiLabel,
      showCap: isCursor && showCaps,
      query,
      marked: value === marked?.value,
      onPick,
    };
  };
}
