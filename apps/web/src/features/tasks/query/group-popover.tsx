import { plainChoices } from "@postil/domain/search/filter-offer";
import { conditionOfEnds, type Ends, SCORE_TRACK } from "@postil/domain/search/filter-range";
import { readTaskFilters } from "@postil/domain/tasks/task-filters";
import { type ActiveFilter, type GroupId, type PartId, withValues } from "./parts.ts";
import type { QueryPage } from "./query-page.ts";
import { MetadataValues, type PartEditorProps, ValueList } from "./value-list.tsx";
import "../../../lib/i18n/en/filter-editing.ts";
import "../../../lib/i18n/en/task-filters.ts";
import { t } from "i18next";
import { type KeyboardEvent, useMemo, useState } from "react";
import { Checkbox } from "../../../ui/checkbox.tsx";
import type { OpensHere } from "../../../ui/on-demand.tsx";
import { Popover } from "../../../ui/popover.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { usePhone } from "../../../ui/use-phone.ts";
import { RangeEnds, TermList } from "../../../workbench/filters/condition-editors.tsx";
import { Level } from "../../../workbench/filters/level.tsx";
import { useLatePopover } from "../../../workbench/filters/use-late-edit.ts";

/** The delay in ms between the last tick and the search (design/task-search.md#filters). */
const DELAY = 300;

export type GroupPopoverProps = {
  group: GroupId;
  page: QueryPage;
  /** the parts of the group that records have values for */
  parts: readonly PartId[];
  /** the queries of the dataset's rules */
  rules: readonly string[];
  /** the filter to show first; null means the first part */
  at: ActiveFilter | null;
  /** puts a clause into the search box, for the user to complete */
  onQuery: (clause: string) => void;
};

/** The popover of a group button. Closing applies the ticks, Escape undoes them. */
export function GroupPopover(props: GroupPopoverProps & OpensHere) {
  const { group, page, at, onQuery, trigger, isOpen, onOpenChange, ...rest } = props;
  const late = useLatePopover({
    value: page.view.filters,
    apply: (filters) => page.changeView({ filters }),
    delay: DELAY,
    isOpen,
    onOpenChange,
  });
  const query = (clause: string) => {
    late.openChange(false);
    onQuery(clause);
  };
  return (
    <Popover trigger={trigger} label={t(`taskFilters.by.${group}`)} isOpen={isOpen} onOpenChange={late.openChange}>
      <Editors
        {...rest}
        at={at}
        onQuery={query}
        onCancel={late.cancel}
        page={page}
        filters={late.draft}
        onFilters={late.edit}
      />
    </Popover>
  );
}

type EditorsProps = Omit<GroupPopoverProps, "group"> & PartEditorProps & { onCancel: () => void };

function Editors({ parts, at, onCancel, ...editors }: EditorsProps) {
  const phone = usePhone();
  const [part, setPart] = useState(at?.part ?? parts[0]);
  const [key, setKey] = useState(at?.key ?? null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // Otherwise the popover would close and keep the changes.
    event.stopPropagation();
    event.preventDefault();
    if (part === "metadata" && key !== null) setKey(null);
    else onCancel();
  };
  const editor = part !== undefined && <Editor {...editors} part={part} at={key} onKey={setKey} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears Escape for the controls inside
    <div onKeyDown={onKeyDown}>
      {part === "metadata" ? (
        editor
      ) : (
        <Level {...(phone ? {} : { first: parts.length > 1 ? "[role=tabpanel] input" : "input" })}>
          {parts.length > 1 && part !== undefined ? (
            <Tabs
              label={t("filterEditing.parts")}
              tabs={parts.map((id) => ({ id, label: t(`taskFilters.part.${id}`) }))}
              selected={part}
              onSelect={setPart}
              listClassName="px-4 gap-4 [&>*]:h-8 max-md:[&>*]:h-11"
            >
              {editor}
            </Tabs>
          ) : (
            editor
          )}
        </Level>
      )}
    </div>
  );
}

type EditorProps = PartEditorProps &
  Pick<GroupPopoverProps, "rules" | "onQuery"> & {
    part: PartId;
    at: string | null;
    onKey: (key: string | null) => void;
  };

function Editor({ part, rules, at, onKey, onQuery, ...editor }: EditorProps) {
  switch (part) {
    case "predicted":
      return <PredictionChoice {...editor} />;
    case "score":
      return <ScoreRange {...editor} />;
    case "metadata":
      return <MetadataValues {...editor} at={at} onKey={onKey} onQuery={onQuery} />;
    case "uncovered_by_rules":
      return <RuleList {...editor} rules={rules} />;
    default:
      return <ValueList key={part} {...editor} part={part} />;
  }
}

/** Filters by agreement of prediction and annotation (TSE-12: one value or none). */
function PredictionChoice({ filters, onFilters }: Omit<PartEditorProps, "page">) {
  return (
    <div className="px-4 py-3">
      <SegmentedControl
        label={t("taskFilters.prediction.label")}
        options={(["any", "ok", "ko"] as const).map((value) => ({
          value,
          label: t(`taskFilters.prediction.${value}`),
        }))}
        value={filters.predicted ?? "any"}
        onChange={(predicted) => onFilters(readTaskFilters({ ...filters, predicted }))}
      />
    </div>
  );
}

/** From 0 to 100 %; the full range sets no filter. */
function ScoreRange({ filters, onFilters }: Omit<PartEditorProps, "page">) {
  const { from, to } = filters.score ?? { from: SCORE_TRACK.min, to: SCORE_TRACK.max };
  const set = (ends: Ends) => {
    const asks = conditionOfEnds(SCORE_TRACK, ends) !== null;
    onFilters(readTaskFilters({ ...filters, score: asks ? { from: ends[0], to: ends[1] } : null }));
  };
  return <RangeEnds title={t("taskFilters.scoreOf")} track={SCORE_TRACK} ends={[from, to]} onEnds={set} percent />;
}

type RuleListProps = Omit<PartEditorProps, "page"> & { rules: readonly string[] };

/** Hides the records that these rules find; each rule is shown by its query (TSE-21). */
function RuleList({ rules, filters, onFilters }: RuleListProps) {
  const chosen = filters.uncovered_by_rules ?? [];
  const choices = useMemo(() => plainChoices(rules.map((rule) => ({ value: rule, text: rule }))), [rules]);
  const all = rules.length > 0 && rules.every((rule) => chosen.includes(rule));
  const set = (values: readonly string[]) => onFilters(withValues(filters, "uncovered_by_rules", values));
  return (
    <div className="p-2">
      {rules.length > 1 && (
        <div className="mb-1 border-line border-b pb-1">
          <Checkbox
            label={t("taskFilters.rulesAll")}
            checked={all}
            onChange={(on) => set(on ? rules : [])}
            className="h-8 rounded-control px-2 hover:bg-hover max-md:h-11"
          />
        </div>
      )}
      <TermList title={t("taskFilters.list.uncovered_by_rules")} choices={choices} chosen={chosen} onChoose={set} />
    </div>
  );
}
